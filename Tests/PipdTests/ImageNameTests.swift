import Platform
import Testing

@testable import pipd

@Suite struct ImageNameTests {
    private func name(_ time: CalendarTime, attempt: Int = 1) -> String {
        ImageName.make(at: time, of: "door", fileExtension: "jpg", attempt: attempt)
    }

    @Test func aNameTellsWhenAndOfWhat() {
        var time = CalendarTime(year: 2026, month: 3, day: 4, hour: 5, minute: 6, second: 7)
        time.millisecond = 8
        #expect(name(time) == "20260304-050607-008-door.jpg")
        #expect(name(time, attempt: 3) == "20260304-050607-008-door-3.jpg")
    }

    @Test func namesSortByTime() {
        let early = CalendarTime(year: 2026, month: 9, day: 30, hour: 23, minute: 59, second: 59)
        let late = CalendarTime(year: 2026, month: 10, day: 1)
        #expect(name(early) < name(late))
    }

    @Test func thePresentIsOne() {
        let now = CalendarTime.now()
        #expect(now.year >= 2026)
        #expect((1...12).contains(now.month) && (1...31).contains(now.day))
        #expect((0..<24).contains(now.hour) && (0..<1000).contains(now.millisecond))
    }
}

import Media
import Presentation
import Testing

@Suite struct TimebaseTests {
    @Test(arguments: [0.25, 0.5, 1, 1.001, 2, 8])
    func bothDirectionsAgree(rate: Double) throws {
        let timebase = Timebase(media: .milliseconds(5000), at: .milliseconds(777), rate: rate)
        for offset in [-10_000, -1, 0, 1, 40, 3_600_000] as [Int64] {
            let media = MediaTime.milliseconds(5000 + offset)
            let time = try #require(timebase.time(of: media))
            let back = timebase.mediaTime(at: time)
            #expect((back - media).magnitude <= Nanoseconds(8))
        }
    }

    @Test func rateOneIsExactForYears() {
        let timebase = Timebase(at: MonotonicTime(nanoseconds: 3))
        let media = MediaTime(nanoseconds: 4_000_000_000_000_000_001)
        #expect(timebase.time(of: media)?.nanoseconds == 4_000_000_000_000_000_004)
    }

    @Test(arguments: [0, -1, .nan, .infinity] as [Double])
    func ratesThatCannotPlayArePaused(rate: Double) {
        let timebase = Timebase(media: .milliseconds(5), at: .milliseconds(0), rate: rate)
        #expect(timebase.rate == 0)
        #expect(timebase.time(of: .milliseconds(6)) == nil)
        #expect(timebase.mediaTime(at: .milliseconds(9999)) == .milliseconds(5))
    }

    @Test func pausingAndResumingLosesNoTime() {
        var timebase = Timebase(at: .milliseconds(0))
        timebase.setRate(0, at: .milliseconds(1000))
        timebase.setRate(1, at: .milliseconds(5000))
        #expect(timebase.mediaTime(at: .milliseconds(5500)) == .milliseconds(1500))
    }
}

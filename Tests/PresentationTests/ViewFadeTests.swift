import Media
import Testing

@testable import Presentation

/// Fades in virtual time.
@Suite struct ViewFadeTests {
    private static let interval = Nanoseconds(16_666_667)

    /// Shows streams at scanouts, and tells how much of what was before is seen at each.
    private struct Screen {
        var fade = ViewFade()
        private(set) var scanout = MonotonicTime(nanoseconds: 1_000_000_000)

        init(_ transition: ViewTransition = .fade) { fade.transition = transition }

        mutating func show(_ main: UInt32?) -> Veil? {
            scanout = scanout + ViewFadeTests.interval
            return fade.veil(over: main, at: scanout, interval: ViewFadeTests.interval)
        }

        mutating func drew(within cost: Nanoseconds) {
            fade.drew(within: cost, of: ViewFadeTests.interval, for: scanout)
        }

        mutating func pass(_ time: Nanoseconds) { scanout = scanout + time }
    }

    @Test func whatFollowsIsThereAtOnceAndAloneAfterAQuarterOfASecond() {
        var screen = Screen()
        #expect(screen.show(1) == nil)
        #expect(screen.show(1) == nil)
        let first = screen.scanout + Self.interval
        var opacities: [Int32] = []
        while let veil = screen.show(2) {
            #expect(veil.number == 1)
            opacities.append(veil.opacity)
        }
        #expect(opacities.count == 14)
        #expect(opacities.first == 238 && opacities.last == 17)
        #expect(opacities == opacities.sorted(by: >))
        #expect(screen.scanout + Self.interval - first >= ViewFade.length)
        #expect(screen.show(2) == nil)
    }

    @Test(
        arguments: [(1, 2, true), (1, 1, false), (nil, 1, false), (1, nil, false)]
            as [(before: UInt32?, after: UInt32?, fades: Bool)]
    )
    func anotherStreamFadesIn(before: UInt32?, after: UInt32?, fades: Bool) {
        for transition in ViewTransition.allCases {
            var screen = Screen(transition)
            _ = screen.show(before)
            let veil = screen.show(after)
            #expect((veil != nil) == (fades && transition == .fade))
        }
    }

    @Test func oneThatComesMeanwhileBeginsWithWhatIsOnTheScreen() {
        var screen = Screen()
        _ = screen.show(1)
        _ = screen.show(2)
        let late = screen.show(2)
        let next = screen.show(3)
        #expect(late?.number == 1 && next?.number == 2)
        #expect(next?.opacity == 238)
    }

    @Test func aCutEndsIt() {
        var screen = Screen()
        _ = screen.show(1)
        #expect(screen.show(2) != nil)
        screen.fade.transition = .cut
        #expect(screen.show(2) == nil)
        screen.fade.transition = .fade
        #expect(screen.show(2) == nil)
    }

    @Test func whatTakesTooLongTwiceIsCutAndTriedAgainAfterAMinute() {
        var screen = Screen()
        let (most, more) = (Self.interval * 3 / 4, Self.interval * 3 / 4 + Nanoseconds(1))
        _ = screen.show(1)
        screen.drew(within: Self.interval * 2)
        // The first drawing prepares the others, and one may be held up by chance.
        for cost in [Self.interval * 2, most, more, most] {
            #expect(screen.show(2) != nil)
            screen.drew(within: cost)
        }
        #expect(screen.show(2) != nil)
        screen.drew(within: more)
        #expect(screen.show(2) == nil)
        #expect(screen.show(3) == nil)
        screen.pass(ViewFade.rest)
        #expect(screen.show(4) != nil)
    }

    /// However long a scanout is late, or how seldom there is one.
    @Test func aLateScanoutEndsIt() {
        var screen = Screen()
        _ = screen.show(1)
        _ = screen.show(2)
        screen.pass(.milliseconds(400))
        #expect(screen.show(2) == nil)
        var slow = ViewFade()
        slow.transition = .fade
        for second: Int64 in 1...3 {
            let scanout = MonotonicTime(nanoseconds: second * 1_000_000_000)
            let stream = UInt32(second)
            #expect(slow.veil(over: stream, at: scanout, interval: .milliseconds(1000)) == nil)
        }
    }
}

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

        mutating func show(_ main: UInt32?, pip: UInt32? = nil) -> Veil? {
            scanout = scanout + ViewFadeTests.interval
            return fade.veil(
                over: ViewFade.Streams(main: main, pip: pip),
                at: scanout,
                interval: ViewFadeTests.interval
            )
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
        arguments: [
            ((1, nil), (1, 2), true), ((1, 2), (1, nil), true), ((1, 2), (1, 3), true),
            ((1, 2), (2, 1), true), ((1, 2), (1, 2), false), ((nil, nil), (1, nil), false),
            ((1, nil), (nil, nil), false), ((nil, 1), (nil, 2), false),
        ] as [(before: (UInt32?, UInt32?), after: (UInt32?, UInt32?), fades: Bool)]
    )
    func anotherStreamInAViewFadesIn(
        before: (UInt32?, UInt32?),
        after: (UInt32?, UInt32?),
        fades: Bool
    ) {
        for transition in ViewTransition.allCases {
            var screen = Screen(transition)
            _ = screen.show(before.0, pip: before.1)
            let veil = screen.show(after.0, pip: after.1)
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

    @Test func whatTakesTooLongIsCutAndTriedAgainAfterAMinute() {
        var screen = Screen()
        _ = screen.show(1)
        screen.drew(within: Self.interval * 2)
        #expect(screen.show(2) != nil)
        screen.drew(within: Self.interval * 3 / 4)
        #expect(screen.show(2) != nil)
        screen.drew(within: Self.interval * 3 / 4 + Nanoseconds(1))
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
            let streams = ViewFade.Streams(main: UInt32(second), pip: nil)
            let scanout = MonotonicTime(nanoseconds: second * 1_000_000_000)
            #expect(slow.veil(over: streams, at: scanout, interval: .milliseconds(1000)) == nil)
        }
    }
}

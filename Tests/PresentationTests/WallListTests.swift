import Foundation
import Media
import Presentation
import Testing

/// Playlists on walls: what has its turn when, and what screens show.
@Suite struct WallListTests {
    private typealias Item = VirtualPlaylist.Item

    private static let refresh = Nanoseconds(16_666_667)

    private static func video(_ frame: Double, _ pictures: Int64) -> Item {
        let length = (frame * Double(pictures) * 1000).rounded() / 1000
        return Item(frame: frame, pictures: pictures, length: .seconds(length))
    }

    private static func image(_ seconds: Double) -> Item {
        Item(frame: nil, pictures: 1, length: .seconds(seconds), isImage: true)
    }

    private static let items = [
        video(1 / 24, 241), image(7), video(1001 / 30_000, 450), video(1 / 25, 333),
        video(1 / 60, 500), image(5.5), video(1 / 25, 48),
    ]

    /// How many refreshes showed what they should, give or take half a refresh.
    private struct Outcome {
        var refreshes = 0
        var right = 0
        var otherItem = 0
        var share: Double { Double(right) / Double(max(1, refreshes)) }
        var shareOfOtherItems: Double { Double(otherItem) / Double(max(1, refreshes)) }

        mutating func add(_ other: Self) {
            refreshes += other.refreshes
            right += other.right
            otherItem += other.otherItem
        }

        mutating func note(_ shown: VirtualPlaylist.Shown?, on list: WallList, _ items: [Item]) {
            refreshes += 1
            guard let shown else { return }
            let half = refresh / 2
            var isItem = false
            for time in [shown.time, shown.time - half, shown.time + half] {
                let place = list.place(at: time)
                guard place.index == shown.item else { continue }
                isItem = true
                if items[place.index].picture(at: place.offset) == shown.picture {
                    right += 1
                    return
                }
            }
            if !isItem { otherItem += 1 }
        }
    }

    private static func screens(
        _ items: [Item],
        at time: Nanoseconds,
        drifts: [Double] = [-100, -21, 3, 60, 100]
    ) throws -> [VirtualPlaylist] {
        try drifts.enumerated().map { number, drift in
            try #require(
                VirtualPlaylist(
                    number,
                    items,
                    startingAt: time + .seconds(3.7 * Double(number)),
                    refresh: refresh,
                    drift: drift
                )
            )
        }
    }

    /// Runs a screen for some seconds.
    private static func run(_ screen: inout VirtualPlaylist, seconds: Double) -> Outcome {
        var outcome = Outcome()
        for _ in 0..<Int64(seconds * 60) {
            let shown = screen.flip()
            outcome.note(shown, on: screen.list, screen.items)
        }
        return outcome
    }

    @Test(
        arguments: [
            (-1, 2, 1), (0, 0, 0), (3999, 0, 3999), (4000, 1, 0), (6999, 1, 2999), (7000, 2, 0),
            (8999, 2, 1999), (9000, 0, 0), (90_004, 0, 4), (-9000, 0, 0), (-2001, 1, 2999),
        ] as [(Int64, Int, Int64)]
    )
    func aTimeIsInTheTurnOfAnItem(time: Int64, index: Int, offset: Int64) throws {
        let lengths: [Int64] = [4000, 3000, 2000]
        let list = try #require(WallList(lengths.map { .milliseconds($0) }))
        let place = list.place(at: .milliseconds(time))
        #expect(place.index == index)
        #expect(place.offset == .milliseconds(time == -1 ? 1999 : offset))
        #expect(list.rest(at: .milliseconds(time)) + place.offset == list.slot(index).length)
        #expect(list.period == .milliseconds(9000))
    }

    @Test func turnsAreFromASecondToADay() {
        #expect(WallList([]) == nil)
        #expect(WallList([.milliseconds(999)]) == nil)
        #expect(WallList([.milliseconds(86_400_001)]) == nil)
        #expect(WallList(Array(repeating: .milliseconds(1000), count: 10_001)) == nil)
        let longest = WallList(Array(repeating: WallList.longestTurn, count: 10_000))
        #expect(longest?.place(at: .seconds(7_258_000_000)).index == 4004)
    }

    /// Three parts of a day, each with screens that are started one after the other in the
    /// middle of it; with `PIPD_WALL_HOURS` all of so many hours.
    @Test func screensShowTheSameItemAndPicture() throws {
        var parts: [(hour: Double, minutes: Int)] = [(0, 2), (11.3, 1), (23.9, 1)]
        if let hours = WallTests.hours { parts = [(0, Int(hours) * 60)] }
        for part in parts {
            let drifts = WallTests.drifts
            var time = Nanoseconds.seconds(part.hour * 3600 + 5)
            var outcome = WallOutcome(refresh: Self.refresh, screens: drifts.count)
            var screens = try Self.screens(Self.items, at: time, drifts: drifts)
            time += .milliseconds(Int64(drifts.count) * 3700 + 4000)
            for index in screens.indices {
                while screens[index].flip(before: time) != nil {}
            }
            let seeks = screens.map(\.seeks)
            for _ in 0..<part.minutes {
                time += .milliseconds(60_000)
                for index in screens.indices {
                    while let flip = screens[index].flip(before: time) {
                        outcome.note(flip, on: index)
                    }
                }
                outcome.compare()
            }
            #expect(screens.map(\.seeks) == seeks, "what follows waits for its turn")
            #expect(outcome.pictures > part.minutes * 60 * 20)
            #expect(outcome.verdict == .met, "\(outcome)")
            if WallTests.hours != nil { print("a playlist: \(outcome)") }
        }
    }

    /// Wherever in the list.
    @Test func aScreenThatIsStartedIsSoonInStep() throws {
        var (outcome, latest) = (Outcome(), 0)
        for number in 0..<40 {
            let time = Nanoseconds.seconds(400 + 1.7 * Double(number))
            var screen = try #require(
                VirtualPlaylist(
                    number,
                    Self.items,
                    startingAt: time,
                    refresh: Self.refresh,
                    drift: 7
                )
            )
            let first = (0..<300).first { _ in
                let shown = screen.flip()
                return shown.map { screen.list.place(at: $0.time).index == $0.item } ?? false
            }
            latest = max(latest, first ?? 300)
            outcome.add(Self.run(&screen, seconds: 3))
        }
        // Two seconds of refreshes.
        #expect(latest <= 120)
        #expect(outcome.share >= 0.95, "\(outcome)")
    }

    @Test func aListOfOneFileBeginsAgain() throws {
        var outcome = Outcome()
        for var screen in try Self.screens([Self.video(1 / 25, 120)], at: .seconds(1000)) {
            _ = Self.run(&screen, seconds: 2)
            let (seeks, resyncs) = (screen.seeks, screen.resyncs)
            outcome.add(Self.run(&screen, seconds: 30))
            #expect(screen.seeks == seeks && screen.resyncs == resyncs, "\(screen.resyncs)")
        }
        #expect(outcome.share >= 0.95, "\(outcome)")
    }

    /// Also where it is joined in the middle, and where a file has no more pictures.
    @Test func whatStandsStillIsInStepForAllOfItsTurn() throws {
        var file = Self.video(1 / 25, 100)
        file.length = .seconds(9)
        for var screen in try Self.screens([Self.image(7), file], at: .seconds(702)) {
            _ = Self.run(&screen, seconds: 3)
            let resyncs = screen.resyncs
            let inStep = (0..<(60 * 45)).filter { _ in
                _ = screen.flip()
                return screen.isInStep
            }
            #expect(inStep.count >= 60 * 44, "\(inStep.count)")
            #expect(screen.resyncs[.late] == nil && screen.resyncs[.start] == resyncs[.start])
        }
    }

    /// It is counted once, whatever an image turns out to be.
    @Test(arguments: [false, true]) func anImageIsTakenForOnePictureUntilThatIsKnown(
        isAnimated: Bool
    ) throws {
        let list = try #require(WallList([.milliseconds(20_000), .milliseconds(5_000)]))
        var timeline = try #require(WallTimeline(start: .zero, in: list.slot(0), epoch: .zero))
        var pursuit = WallPursuit()
        var now = MonotonicTime.milliseconds(6_000)
        var turn = WallTurn(
            .shown,
            isFresh: true,
            isStill: nil,
            isDisplayed: false,
            isAtEnd: false
        )
        func look() -> WallPursuit.Verdict {
            now += Self.refresh
            _ = timeline.pass(
                to: now,
                offset: .zero,
                refreshInterval: Self.refresh,
                frameInterval: Self.refresh
            )
            let verdict = pursuit.look(
                at: now,
                on: timeline,
                as: turn,
                step: nil,
                refreshInterval: Self.refresh
            )
            if let target = verdict.target { _ = timeline.seek(to: target) }
            return verdict
        }
        let first = look()
        let wait = look()
        turn.isStill = !isAnimated
        let known = look()
        let last = look()
        #expect(first.resync == nil && first.isAtHand && wait.target == nil)
        #expect(known.resync == .start && !known.isAtHand)
        #expect((known.target != nil) == isAnimated && last.target == nil)
        #expect(pursuit.isFollowing == !isAnimated)
    }

    /// Wherever it was joined.
    @Test func anAnimatedImageIsInStepAsAFileIs() throws {
        var animated = Self.video(1 / 10, 60)
        (animated.length, animated.isImage) = (.seconds(8), true)
        var outcome = Outcome()
        for start in [700.2, 703.0, 706.4, 709.0] {
            for var screen in try Self.screens([animated, Self.image(4)], at: .seconds(start)) {
                _ = Self.run(&screen, seconds: 2)
                outcome.add(Self.run(&screen, seconds: 30))
                #expect(screen.resyncs[.late] == nil && (screen.resyncs[.start] ?? 0) <= 1)
            }
        }
        #expect(outcome.share >= 0.95, "\(outcome)")
    }

    /// What is shown says nothing of it for an hour.
    @Test func aClockThatIsSetBackIntoAnotherItemIsFollowedSoon() throws {
        let items = [Self.image(3600), Self.image(3600)]
        var screen = try #require(
            VirtualPlaylist(
                1,
                items,
                startingAt: .seconds(3600 + 580),
                refresh: Self.refresh,
                drift: 7
            )
        )
        _ = Self.run(&screen, seconds: 20)
        #expect(screen.flip()?.item == 1)
        screen.clockStep = screen.clockStep - .seconds(1800)
        _ = Self.run(&screen, seconds: 4)
        #expect(screen.flip()?.item == 0)
        #expect(screen.resyncs[.step] == 1)
    }

    /// The others go on; it comes back in the middle of its turn.
    @Test func whatIsMissingOnOneScreenLeavesTheRestInStep() throws {
        let list = try #require(WallList(Self.items.map(\.length)))
        var (others, own) = (Outcome(), Outcome())
        for var screen in try Self.screens(Self.items, at: .seconds(500)) {
            screen.missing = [2]
            for _ in 0..<(60 * 130) {
                guard let shown = screen.flip() else { continue }
                // Where the missing one has its turn what was before stays.
                if list.place(at: shown.time).index == 2 { continue }
                others.note(shown, on: list, Self.items)
            }
            screen.missing = []
            _ = Self.run(&screen, seconds: 70)
            for _ in 0..<(60 * 65) {
                own.note(screen.flip(), on: list, Self.items)
            }
        }
        #expect(others.share >= 0.9, "\(others)")
        #expect(own.share >= 0.95, "\(own)")
    }

    @Test(arguments: [0.7, 31, -31, 4000, -4000])
    func aClockThatIsSetIsFollowed(seconds: Double) throws {
        var outcome = Outcome()
        for var screen in try Self.screens(Self.items, at: .seconds(800)) {
            _ = Self.run(&screen, seconds: 20)
            screen.clockStep = screen.clockStep + .seconds(seconds)
            _ = Self.run(&screen, seconds: 4)
            for _ in 0..<(60 * 60) {
                var shown = screen.flip()
                if let time = shown?.time { shown?.time = time + .seconds(seconds) }
                outcome.note(shown, on: screen.list, Self.items)
            }
        }
        #expect(outcome.share >= 0.95, "\(outcome)")
    }

    @Test func aReloadThatAddsAnItemOrRemovesOneIsFollowed() throws {
        var (added, removed) = (Outcome(), Outcome())
        for var screen in try Self.screens(Self.items, at: .seconds(3000)) {
            _ = Self.run(&screen, seconds: 20)
            screen.reload(Self.items + [Self.image(6.25)])
            _ = Self.run(&screen, seconds: 4)
            added.add(Self.run(&screen, seconds: 75))
            screen.reload(Self.items.dropLast(2))
            _ = Self.run(&screen, seconds: 4)
            removed.add(Self.run(&screen, seconds: 60))
        }
        #expect(added.share >= 0.95, "\(added)")
        #expect(removed.share >= 0.95, "\(removed)")
    }
}

import Media
import Presentation
import TestSupport
import Testing

/// A file that loops, its decoder and its layer, on a wall; all in virtual time.
private struct Player {
    static let refresh = Nanoseconds.milliseconds(20)
    static let frame = Nanoseconds.milliseconds(40)
    /// Pictures of one round.
    static let count: Int64 = 185
    static let start = MediaTime.milliseconds(120)
    static let epoch = Nanoseconds.seconds(1_767_225_600)

    /// By how much the clock was set since the beginning.
    var clockError = Nanoseconds.zero
    /// Until when the decoder delivers nothing.
    var hangsUntil = MonotonicTime(nanoseconds: 0)
    /// What a seek takes.
    var seekTime = Nanoseconds.milliseconds(150)
    /// Decoded for each picture that is shown, at most.
    var speed = 3
    private(set) var resyncs: [WallResync] = []
    private(set) var now = MonotonicTime.milliseconds(5_000)
    private var layer = SampleBufferDisplayLayer(
        configuration: .init(pacing: .file, refreshInterval: refresh)
    )
    private var pursuit = WallPursuit()
    private var next: Int64 = 0
    private var number: UInt64 = 0

    init() throws {
        let duration = Self.frame * Self.count
        let round = try #require(WallTimeline.Round(start: Self.start, duration: duration))
        layer.wall = WallTimeline(round, epoch: Self.epoch)
    }

    var timeline: WallTimeline? { layer.wall }

    /// The picture that belongs on the screen.
    private var wanted: Int64 {
        let position = (Nanoseconds(now.nanoseconds) + clockError + Self.frame / 2).count
        return position / Self.frame.count % Self.count
    }

    /// By how many pictures the one on the screen is off, by the shorter way; nil: there is none.
    private var offset: Int64? {
        guard let shown = layer.displayedSample else { return nil }
        let difference = (shown.pts - Self.start).count / Self.frame.count - wanted
        let rest = ((difference % Self.count) + Self.count) % Self.count
        return min(rest, Self.count - rest)
    }

    /// Runs for some seconds.
    ///
    /// - Returns: How long nothing was shown, or another picture than should be.
    mutating func run(seconds: Int64) -> Nanoseconds {
        var wrong = Nanoseconds.zero
        for _ in 0..<(seconds * 50) {
            now += Self.refresh
            scanOut()
            if offset.map({ $0 > 1 }) ?? true { wrong += Self.refresh }
        }
        return wrong
    }

    private mutating func scanOut() {
        let step = layer.wall?.pass(
            to: now,
            offset: Self.epoch + clockError,
            refreshInterval: Self.refresh,
            frameInterval: Self.frame
        )
        guard let timeline = layer.wall else { return }
        let verdict = pursuit.look(at: now, on: timeline, step: step)
        if let cause = verdict.resync { resyncs.append(cause) }
        if let position = verdict.position {
            layer.flush { _, _ in }
            next = (position - .zero).count / Self.frame.count
            hangsUntil = max(hangsUntil, now + seekTime)
        }
        decode()
        _ = layer.dequeue(dueAt: now) { _, _ in }
    }

    private mutating func decode() {
        guard now >= hangsUntil else { return }
        for _ in 0..<speed where layer.isShortOfMediaData {
            let sample = SampleBuffer(
                picture: PictureID(rawValue: UInt16(number % 1000)),
                format: FormatDescription(
                    pixelFormat: .i420,
                    size: PixelSize(width: 16, height: 16)
                ),
                number: number,
                pts: Self.start + Self.frame * next,
                duration: Self.frame,
                attachments: next == 0 ? .discontinuity : [],
                decoded: now
            )
            number += 1
            next = (next + 1) % Self.count
            try? layer.enqueue(sample, now: now) { _, _ in }
        }
    }
}

/// How a stream gets in step with its wall, and stays there.
@Suite struct WallPursuitTests {
    @Test func itBeginsWhereTheWallIsAndLoops() throws {
        var player = try Player()
        #expect(player.run(seconds: 1) <= .milliseconds(600))
        #expect(player.run(seconds: 60) == .zero)
        #expect(player.resyncs == [.start])
        #expect(try #require(player.timeline?.error).magnitude <= Player.refresh / 2)
    }

    @Test(arguments: [3000, -3000, 400, -86_400_000] as [Int64])
    func aClockThatIsSetIsFollowedWithinASecond(milliseconds: Int64) throws {
        var player = try Player()
        _ = player.run(seconds: 10)
        player.clockError = .milliseconds(milliseconds)
        #expect(player.run(seconds: 2) <= .milliseconds(1000))
        #expect(player.run(seconds: 30) == .zero)
        #expect(player.resyncs == [.start, .step])
    }

    /// No seek is worth it: what is early waits, and what is late gives way.
    @Test(arguments: [30, -30, 120, -200] as [Int64])
    func aSmallStepIsCountedAndWaitedFor(milliseconds: Int64) throws {
        var player = try Player()
        _ = player.run(seconds: 10)
        player.clockError = .milliseconds(milliseconds)
        #expect(player.run(seconds: 2) <= .milliseconds(300))
        #expect(player.run(seconds: 30) == .zero)
        #expect(player.resyncs == [.start, .step])
    }

    @Test func aStepOfLessThanHalfAFrameIsNone() throws {
        var player = try Player()
        _ = player.run(seconds: 10)
        for _ in 0..<20 {
            player.clockError += .milliseconds(15)
            #expect(player.run(seconds: 2) <= .milliseconds(100))
        }
        #expect(player.resyncs == [.start])
    }

    /// The decoder catches up by itself.
    @Test func aShortHangIsNoReasonToSeek() throws {
        var player = try Player()
        _ = player.run(seconds: 10)
        player.hangsUntil = player.now + .milliseconds(400)
        #expect(player.run(seconds: 2) <= .milliseconds(800))
        #expect(player.run(seconds: 30) == .zero)
        #expect(player.resyncs == [.start])
    }

    @Test func behindALongOneItGoesAhead() throws {
        var player = try Player()
        _ = player.run(seconds: 12)
        player.hangsUntil = player.now + .milliseconds(1800)
        #expect(player.run(seconds: 4) <= .milliseconds(3000))
        #expect(player.run(seconds: 30) == .zero)
        #expect(player.resyncs.first == .start && player.resyncs.dropFirst().contains(.late))
    }

    /// Each seek tells how long the next may take.
    @Test func aSeekMayTakeItsTime() throws {
        var player = try Player()
        player.seekTime = .milliseconds(1600)
        player.speed = 1
        #expect(player.run(seconds: 8) <= .milliseconds(6000))
        #expect(player.run(seconds: 30) == .zero)
    }

    /// It would be done all the time otherwise, and in vain.
    @Test func aDecoderThatIsTooSlowIsNotSoughtForAllTheTime() throws {
        var player = try Player()
        _ = player.run(seconds: 10)
        player.seekTime = .milliseconds(12_000)
        player.hangsUntil = player.now + .milliseconds(1500)
        _ = player.run(seconds: 600)
        #expect(player.resyncs.count < 25)
    }
}

/// What belongs to which round.
@Suite struct WallTimelineTests {
    private static let epoch = Nanoseconds.zero

    @Test func whatIsTooShortHasNoRounds() {
        #expect(WallTimeline.Round(start: .zero, duration: .milliseconds(999)) == nil)
        #expect(WallTimeline.Round(start: .zero, duration: .zero) == nil)
        #expect(WallTimeline.Round(start: .zero, duration: Nanoseconds(.min)) == nil)
    }

    /// In milliseconds, of rounds of ten seconds.
    @Test(
        arguments: [
            (0, 0), (9_999, 9_999), (10_000, 0), (25_000, 5_000), (-1, 9_999), (-25_000, 5_000),
        ] as [(time: Int64, position: Int64)]
    )
    func thePositionIsTheRestOfTheTime(time: Int64, position: Int64) throws {
        let round = try #require(
            WallTimeline.Round(start: .milliseconds(77), duration: .milliseconds(10_000))
        )
        let timeline = WallTimeline(round, epoch: Self.epoch)
        #expect(timeline.position(at: .milliseconds(time)) == .milliseconds(position))
    }

    /// Nothing that a clock or a container says traps.
    @Test func theMostExtremeTimesAreTaken() throws {
        let extremes: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        for start in extremes {
            for duration in extremes {
                guard
                    let round = WallTimeline.Round(
                        start: MediaTime(nanoseconds: start),
                        duration: Nanoseconds(duration)
                    )
                else { continue }
                var timeline = WallTimeline(round, epoch: Self.epoch)
                var pursuit = WallPursuit()
                for time in extremes {
                    for offset in extremes {
                        let step = timeline.pass(
                            to: MonotonicTime(nanoseconds: time),
                            offset: Nanoseconds(offset),
                            refreshInterval: .milliseconds(16),
                            frameInterval: .milliseconds(40)
                        )
                        _ = pursuit.look(
                            at: MonotonicTime(nanoseconds: time),
                            on: timeline,
                            step: step
                        )
                    }
                }
            }
        }
    }
}

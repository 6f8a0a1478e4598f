import Media
import Presentation
import TestSupport
import Testing

/// A file that loops, its decoder and its layer, on a wall; all in virtual time.
private struct Player {
    static let refresh = Nanoseconds.milliseconds(20)
    static let frame = Nanoseconds.milliseconds(40)
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
    /// How far beyond where they are to lead seeks do, and how many.
    var stray = (distance: Nanoseconds.zero, seeks: 0)
    /// Whether it is hidden and shown again before each scanout.
    var isRestless = false
    /// How much later than wanted pictures come, until the file is sought.
    var lag: Nanoseconds?
    private(set) var resyncs: [WallResync] = []
    private(set) var seeks = 0
    private(set) var now = MonotonicTime.milliseconds(5_000)
    /// When each picture begins, in the file.
    private let times: [Nanoseconds]
    private let round: WallTimeline.Round
    private var layer = SampleBufferDisplayLayer(
        configuration: .init(pacing: .file, refreshInterval: refresh)
    )
    private var pursuit = WallPursuit()
    private var next = 0
    private var attachments: SampleBuffer.Attachments = .discontinuity
    private var number: UInt64 = 0

    /// - Parameters:
    ///   - times: Of its pictures, in milliseconds; nil: 25 a second.
    ///   - round: How long it is, in milliseconds.
    /// - Throws: Where it is too short.
    init(times: [Int64]? = nil, round: Int64 = 7_400) throws {
        self.times = times?.map { .milliseconds($0) } ?? (0..<(round / 40)).map { Self.frame * $0 }
        let duration = Nanoseconds.milliseconds(round)
        self.round = try #require(WallTimeline.Round(start: Self.start, duration: duration))
        layer.wall = WallTimeline(self.round, epoch: Self.epoch)
    }

    var timeline: WallTimeline? { layer.wall }

    /// The wall's time at the scanout.
    private var time: Nanoseconds { Nanoseconds(now.nanoseconds) + clockError }

    /// The picture that stands at a time of the wall; -1: the last one of the round before.
    private func picture(at time: Nanoseconds) -> Int {
        let position = Nanoseconds(
            (time.count % round.duration.count + round.duration.count) % round.duration.count
        )
        return (times.firstIndex { $0 > position } ?? times.count) - 1
    }

    /// Whether the picture on the screen is the wall's, or was or will be in a moment.
    private var isRight: Bool {
        guard let shown = layer.displayedSample else { return false }
        return [.zero - Self.frame, .zero, Self.frame].contains {
            let picture = picture(at: time + $0)
            return times[picture < 0 ? times.count - 1 : picture] == shown.pts - Self.start
        }
    }

    /// Runs for some seconds.
    ///
    /// - Returns: How long nothing was shown, or another picture than should be.
    mutating func run(seconds: Int64) -> Nanoseconds {
        var wrong = Nanoseconds.zero
        for _ in 0..<(seconds * 50) {
            now += Self.refresh
            scanOut()
            if !isRight { wrong += Self.refresh }
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
        if isRestless { pursuit.restart() }
        let verdict = pursuit.look(
            at: now,
            on: timeline,
            step: step,
            refreshInterval: Self.refresh
        )
        if let cause = verdict.resync { resyncs.append(cause) }
        if let target = verdict.target, let position = layer.wall?.seek(to: target) {
            seek(to: position)
        }
        decode()
        _ = layer.dequeue(dueAt: now) { _, _ in }
    }

    private mutating func seek(to position: MediaTime) {
        layer.flush { _, _ in }
        let distance = seeks < stray.seeks ? stray.distance : .zero
        next = max(0, picture(at: position - .zero + distance))
        attachments = [.discontinuity, .displayImmediately]
        hangsUntil = max(hangsUntil, now + seekTime)
        lag = nil
        seeks += 1
    }

    private mutating func decode() {
        guard now >= hangsUntil else { return }
        for _ in 0..<speed where layer.isShortOfMediaData {
            if let lag, times[next] != times[max(0, picture(at: time - lag))] { return }
            let sample = SampleBuffer(
                picture: PictureID(rawValue: UInt16(number % 1000)),
                format: FormatDescription(
                    pixelFormat: .i420,
                    size: PixelSize(width: 16, height: 16)
                ),
                number: number,
                pts: Self.start + times[next],
                duration: Self.frame,
                attachments: attachments,
                decoded: now
            )
            number += 1
            next = (next + 1) % times.count
            attachments = next == 0 ? [.discontinuity, .loop] : []
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

    /// Whatever pictures stand for: longer than seconds, than half of the round, than the file
    /// says.
    @Test(
        arguments: [
            (times: [0, 3_000], round: 10_000), (times: [0, 9_000], round: 10_000),
            (times: [1_000, 1_040, 9_900], round: 10_000), (times: [0, 20_000], round: 90_000),
            (times: [0, 40, 80, 120, 30_000, 30_040, 70_000], round: 80_000),
            (times: [700], round: 1_000), (times: [400, 440], round: 3_600_000),
        ] as [(times: [Int64], round: Int64)]
    )
    func picturesMayStandForLong(row: (times: [Int64], round: Int64)) throws {
        var player = try Player(times: row.times, round: row.round)
        #expect(player.run(seconds: 2) <= .milliseconds(900))
        #expect(player.run(seconds: 200) == .zero)
        #expect(player.resyncs == [.start])
        player.clockError = .milliseconds(row.round * 3 / 4)
        #expect(player.run(seconds: 2) <= .milliseconds(900))
        #expect(player.run(seconds: 200) == .zero)
        #expect(player.resyncs == [.start, .step])
    }

    /// A source that is lost is no reason to seek, and nothing to learn of how long seeks take.
    @Test(arguments: [false, true]) func anOutageIsFollowedByOneSeek(duringSeek: Bool) throws {
        var player = try Player()
        _ = player.run(seconds: 10)
        if duringSeek { player.clockError = .milliseconds(3_000) }
        player.hangsUntil = player.now + .milliseconds(40_000)
        _ = player.run(seconds: 40)
        let seeks = player.seeks
        #expect(seeks == (duringSeek ? 2 : 1))
        #expect(player.run(seconds: 3) <= .milliseconds(1_200))
        #expect(player.seeks == seeks + 1)
        #expect(player.run(seconds: 30) == .zero)
    }

    /// A source that is read as fast as it plays catches up with nothing.
    @Test(arguments: [60, 100, 240] as [Int64])
    func alsoALittleLatenessHasAnEnd(milliseconds: Int64) throws {
        var player = try Player()
        _ = player.run(seconds: 10)
        player.lag = .milliseconds(milliseconds)
        _ = player.run(seconds: 7)
        #expect(player.resyncs == [.start, .late])
        #expect(player.run(seconds: 30) == .zero)
    }

    /// What is far too early is not waited for, unless another seek leads there as well.
    @Test(arguments: [1, 2, 100])
    func aSeekThatLeadsAstrayIsDoneOnceMore(astray: Int) throws {
        var player = try Player(round: 60_000)
        player.stray = (.milliseconds(20_000), astray)
        let wrong = player.run(seconds: 23)
        #expect(astray == 1 ? wrong <= .milliseconds(1000) : wrong >= .milliseconds(19_000))
        #expect(player.run(seconds: 30) == .zero)
        #expect(player.seeks == 2)
        #expect(player.resyncs == [.start])
    }

    @Test func aStreamThatIsHiddenAndShownAllTheTimeIsSoughtOnceASecond() throws {
        var player = try Player()
        player.isRestless = true
        _ = player.run(seconds: 20)
        #expect((15...20).contains(player.seeks))
        player.isRestless = false
        #expect(player.run(seconds: 3) <= .milliseconds(1_500))
        #expect(player.run(seconds: 30) == .zero)
    }

    /// Each step is counted, and few of many are worth a seek.
    @Test func aClockThatIsSetAllTheTimeIsNotSoughtForAllTheTime() throws {
        var player = try Player()
        _ = player.run(seconds: 10)
        for round in 1...120 {
            player.clockError = .milliseconds(round % 2 == 0 ? 0 : 3_000)
            _ = player.run(seconds: 1)
        }
        #expect(player.resyncs.count == 121)
        #expect(player.seeks <= 9)
        #expect(player.run(seconds: 61) <= .milliseconds(61_000))
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

    @Test func aSeekLeavesNothingOfWhatWasShown() throws {
        var player = try Player()
        _ = player.run(seconds: 2)
        var timeline = try #require(player.timeline)
        #expect(timeline.error != nil && timeline.newest != nil && timeline.lateness != nil)
        _ = timeline.seek(to: .zero)
        #expect(timeline.error == nil && timeline.newest == nil && timeline.lateness == nil)
    }

    /// Nothing that a clock or a container says traps.
    @Test func theMostExtremeTimesAreTaken() throws {
        let extremes: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        var placed = 0
        for start in extremes {
            for duration in extremes {
                guard
                    let round = WallTimeline.Round(
                        start: MediaTime(nanoseconds: start),
                        duration: Nanoseconds(duration)
                    )
                else { continue }
                var layer = SampleBufferDisplayLayer(
                    configuration: .init(pacing: .file, refreshInterval: .milliseconds(16))
                )
                layer.wall = WallTimeline(round, epoch: Self.epoch)
                var pursuit = WallPursuit()
                for time in extremes {
                    for offset in extremes {
                        Self.scanOut(&layer, &pursuit, at: time, offset: offset)
                        for pts in extremes {
                            placed += try Self.enqueue(pts, &layer, at: time) ? 1 : 0
                        }
                    }
                }
            }
        }
        #expect(placed > 1000)
    }

    private static func scanOut(
        _ layer: inout SampleBufferDisplayLayer,
        _ pursuit: inout WallPursuit,
        at time: Int64,
        offset: Int64
    ) {
        let now = MonotonicTime(nanoseconds: time)
        let step = layer.wall?.pass(
            to: now,
            offset: Nanoseconds(offset),
            refreshInterval: .milliseconds(16),
            frameInterval: .milliseconds(40)
        )
        guard let timeline = layer.wall else { return }
        let verdict = pursuit.look(
            at: now,
            on: timeline,
            step: step,
            refreshInterval: .milliseconds(16)
        )
        if let target = verdict.target { _ = layer.wall?.seek(to: target) }
        _ = layer.dequeue(dueAt: now) { _, _ in }
    }

    /// - Returns: Whether the picture got a time.
    private static func enqueue(
        _ pts: Int64,
        _ layer: inout SampleBufferDisplayLayer,
        at time: Int64
    ) throws -> Bool {
        var isPlaced = true
        let sample = SampleBuffer(
            picture: .none,
            format: FormatDescription(pixelFormat: .i420, size: PixelSize(width: 16, height: 16)),
            number: 0,
            pts: MediaTime(nanoseconds: pts),
            attachments: pts > 0 ? [] : [.discontinuity, .loop],
            decoded: MonotonicTime(nanoseconds: time)
        )
        try layer.enqueue(sample, now: MonotonicTime(nanoseconds: time)) { _, reason in
            if reason == .superseded { isPlaced = false }
        }
        return isPlaced
    }
}

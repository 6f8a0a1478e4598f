import Media
import Presentation
import TestSupport
import Testing

/// One screen of a wall: a display with a crystal and a vblank phase of its own, a clock that is
/// off by up to 2 ms, and a file whose decoder is always ahead.
struct VirtualScreen {
    private static let epoch = Nanoseconds.seconds(1_767_225_600)
    private static let start = MediaTime.milliseconds(80)

    private let refresh: Nanoseconds
    private let frame: Nanoseconds
    /// Pictures of one round.
    private let count: Int64
    private let clock: VirtualClock
    private var layer: SampleBufferDisplayLayer
    private var pursuit = WallPursuit()
    private var random: SeededGenerator
    private var flips: Int64
    /// The picture that is decoded next, counted over all rounds.
    private var next: Int64 = 0
    private var attachments: SampleBuffer.Attachments = .discontinuity
    /// How often its file was sought.
    private(set) var seeks = 0

    /// - Parameters:
    ///   - number: Whose the phase, the clock and the noise are.
    ///   - drift: By how much its display is faster than its mode says, in millionths.
    ///   - refresh: Of the mode.
    ///   - frame: The time between two pictures of the file.
    ///   - count: How many the file has.
    /// - Throws: Where it is too short.
    init(_ number: Int, drift: Double, refresh: Nanoseconds, frame: Nanoseconds, count: Int64)
        throws
    {
        var random = SeededGenerator(seed: 77 + UInt64(number))
        (self.refresh, self.frame, self.count) = (refresh, frame, count)
        let boot = Nanoseconds.seconds(1000 * random.fraction())
        clock = VirtualClock(refresh: refresh, drift: drift, boot: boot, &random)
        layer = SampleBufferDisplayLayer(
            configuration: .init(pacing: .file, refreshInterval: refresh)
        )
        let round = try #require(WallTimeline.Round(start: Self.start, duration: frame * count))
        layer.wall = WallTimeline(round, epoch: Self.epoch)
        flips = Int64(random.fraction() * 1e6)
        self.random = random
    }

    /// Goes to half a second before a true time, by which it is in step.
    mutating func skip(to time: Nanoseconds) {
        flips = clock.flip(at: time - .milliseconds(500))
        pursuit = WallPursuit()
        while clock.time(of: flips) < time { _ = flip(before: time) }
    }

    /// The next flip.
    ///
    /// - Returns: Nil where that is not before a true time.
    mutating func flip(before end: Nanoseconds) -> WallOutcome.Flip? {
        let time = clock.time(of: flips)
        guard time < end else { return nil }
        flips += 1
        let scanout = clock.prediction(of: time, &random)
        keepStep(at: scanout, offset: clock.boot + Self.epoch + clock.error(at: time))
        while layer.isShortOfMediaData { decode(at: scanout) }
        _ = layer.dequeue(dueAt: scanout) { _, _ in }
        let picture = Int64(layer.displayedSample?.number ?? 0)
        return WallOutcome.Flip(time: time, picture: picture, due: frame * picture, frame: frame)
    }

    private mutating func keepStep(at scanout: MonotonicTime, offset: Nanoseconds) {
        let step = layer.wall?.pass(
            to: scanout,
            offset: offset,
            refreshInterval: refresh,
            frameInterval: max(frame, refresh)
        )
        guard let timeline = layer.wall else { return }
        let verdict = pursuit.look(
            at: scanout,
            on: timeline,
            step: step,
            refreshInterval: refresh
        )
        guard let target = verdict.target, layer.wall?.seek(to: target) != nil else { return }
        layer.flush { _, _ in }
        next = target.count / frame.count
        attachments = [.discontinuity, .displayImmediately]
        seeks += 1
    }

    private mutating func decode(at now: MonotonicTime) {
        let sample = SampleBuffer(
            picture: .none,
            format: FormatDescription(pixelFormat: .i420, size: PixelSize(width: 16, height: 16)),
            number: UInt64(next),
            pts: Self.start + frame * (next % count),
            duration: frame,
            attachments: attachments,
            decoded: now
        )
        next += 1
        attachments = next % count == 0 ? [.discontinuity, .loop] : []
        try? layer.enqueue(sample, now: now) { _, _ in }
    }
}

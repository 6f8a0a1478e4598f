import Media
import Presentation
import TestSupport
import Testing

/// One screen of a wall: a display with a crystal and a vblank phase of its own, a clock that is
/// off by up to 2 ms, and a file whose decoder is always ahead.
struct VirtualScreen {
    private static let epoch = Nanoseconds.seconds(1_767_225_600)
    private static let start = MediaTime.milliseconds(80)

    /// The true length of its refresh interval, in seconds.
    private let interval: Double
    private let refresh: Nanoseconds
    private let frame: Nanoseconds
    /// Pictures of one round.
    private let count: Int64
    /// Of the monotonic clock's zero, in true time.
    private let boot: Nanoseconds
    private let clock: (offset: Double, swing: Double, period: Double)
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
        interval = refresh.seconds / (1 + drift / 1e6)
        boot = .seconds(1000 * random.fraction())
        // Together never beyond 2 ms, and seldom near that.
        clock = (
            0.0012 * (random.fraction() + random.fraction() - 1), 0.0008 * random.fraction(),
            1000 + 3000 * random.fraction()
        )
        layer = SampleBufferDisplayLayer(
            configuration: .init(pacing: .file, refreshInterval: refresh)
        )
        let round = try #require(WallTimeline.Round(start: Self.start, duration: frame * count))
        layer.wall = WallTimeline(round, epoch: Self.epoch)
        flips = Int64(random.fraction() * 1e6)
        self.random = random
    }

    /// How far the clock is off at a time.
    private func clockError(at time: Double) -> Nanoseconds {
        let phase = time.truncatingRemainder(dividingBy: clock.period) / clock.period * 4
        // A triangle, from -1 to 1.
        let swing = phase < 2 ? phase - 1 : 3 - phase
        return .seconds(clock.offset + clock.swing * swing)
    }

    /// The true time of the flip that is a number of flips behind the first.
    private func time(of flip: Int64) -> Nanoseconds {
        .seconds(Double(flip) * interval) + boot
    }

    /// Goes to half a second before a true time, by which it is in step.
    mutating func skip(to time: Nanoseconds) {
        flips = Int64(((time - boot).seconds / interval - 0.5 / interval).rounded(.up))
        pursuit = WallPursuit()
        while self.time(of: flips) < time { _ = flip(before: time) }
    }

    /// What one flip shows.
    struct Shown {
        /// The true one.
        var time: Nanoseconds
        /// Counted over all rounds.
        var picture: Int64
    }

    /// The next flip.
    ///
    /// - Returns: Nil where that is not before a true time.
    mutating func flip(before end: Nanoseconds) -> Shown? {
        let time = time(of: flips)
        guard time < end else { return nil }
        flips += 1
        // The prediction of a flip is off by up to 100 microseconds.
        let noise = Nanoseconds(Int64((random.fraction() - 0.5) * 200_000))
        let scanout = MonotonicTime(nanoseconds: (time - boot + noise).count)
        keepStep(at: scanout, offset: boot + Self.epoch + clockError(at: time.seconds))
        while layer.isShortOfMediaData { decode(at: scanout) }
        _ = layer.dequeue(dueAt: scanout) { _, _ in }
        return Shown(time: time, picture: Int64(layer.displayedSample?.number ?? 0))
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

public import Media

/// Decides when a camera that has just started is worth a photo.
///
/// A camera begins with a guess and then adjusts exposure and gain, in steps of
/// several pictures. So the mean luma has to keep still over some pictures and
/// some time; a camera that never does is taken as it is when the time is up.
///
///     luma            ┌─ tolerance ─┐
///       │      ▂▄▆▇   ████████████████
///       │   ▁▂▄████▇▇▇████████████████
///       start         ├ steadyTime ─┤ settled         limit
///
/// Thread: reentrant; time is a value.
public struct ExposureSettling: Sendable {
    public static let usualTime = Nanoseconds.milliseconds(1500)
    static let longestTime = Nanoseconds.milliseconds(5000)
    /// So many pictures are looked at before the first verdict: the first ones
    /// of many cameras are black, one like the other.
    static let leastPictures = 4
    /// A run of so many pictures keeps still, for at least so long: of a fast camera
    /// more of them are needed, since several pass between two of its steps.
    static let steadyPictures = 3
    static let steadyTime = Nanoseconds.milliseconds(150)
    /// How far the luma of a run may spread, of 255.
    static let tolerance = 2.0

    enum Verdict: Hashable, Sendable {
        /// Look at the next one.
        case wait
        case settled
        /// It has not settled, and may take no longer.
        case timeIsUp
    }

    /// The latest pictures that are alike.
    private struct Run {
        let since: MonotonicTime
        var lowest: Double
        var highest: Double
        var count = 1
    }

    private let limit: MonotonicTime
    private var pictures = 0
    private var run: Run?

    /// - Parameters:
    ///   - start: When the camera was started.
    ///   - time: How long it may take; clamped to 0 to 5 s.
    init(startedAt start: MonotonicTime, time: Nanoseconds) {
        limit = start + min(max(time, .zero), Self.longestTime)
    }

    /// A whole picture came.
    ///
    /// - Parameters:
    ///   - luma: Its mean, 0 to 255; nil where it cannot be told.
    ///   - now: When.
    /// - Returns: What to do with this picture.
    mutating func picture(meanLuma luma: Double?, at now: MonotonicTime) -> Verdict {
        pictures += 1
        follow(luma, at: now)
        if let run, pictures >= Self.leastPictures, run.count >= Self.steadyPictures,
            now - run.since >= Self.steadyTime
        {
            return .settled
        }
        return now >= limit ? .timeIsUp : .wait
    }

    private mutating func follow(_ luma: Double?, at now: MonotonicTime) {
        guard let luma else {
            run = nil
            return
        }
        if var run {
            run.lowest = min(run.lowest, luma)
            run.highest = max(run.highest, luma)
            run.count += 1
            if run.highest - run.lowest <= Self.tolerance {
                self.run = run
                return
            }
        }
        run = Run(since: now, lowest: luma, highest: luma)
    }
}

public import Media

/// Notices that nearly nothing of what comes becomes pictures, for so long that only
/// opening the source again may help: a live stream whose codec is another one now.
///
/// What such packets are taken for becomes a picture now and then.
public struct UselessInput: Sendable {
    /// So many failures to a picture are nearly nothing.
    public static let failuresToAPicture = 8

    private var since: MonotonicTime?
    private var last: MonotonicTime?
    private var failures = 0
    private var pictures = 0

    /// Failures further apart are no run.
    private static let longestPause = Nanoseconds.milliseconds(1_000)

    public init() {}

    /// A packet became no picture.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - limit: How long that may go on.
    /// - Returns: Whether it has gone on for so long.
    public mutating func failed(at now: MonotonicTime, limit: Nanoseconds) -> Bool {
        // What failed long ago is another matter.
        if let last, now - last > Self.longestPause { self = Self() }
        last = now
        failures += 1
        let since = since ?? now
        self.since = since
        return now - since >= limit
    }

    /// A picture came.
    public mutating func succeeded() {
        guard since != nil else { return }
        pictures += 1
        if pictures * Self.failuresToAPicture > failures { self = Self() }
    }
}

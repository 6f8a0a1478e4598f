public import Media

/// A mapping from media time to monotonic time: a line through an anchor.
///
///     media time
///        │          ╱ rate 1
///        │        ╱
///        │ ─────•  rate 0: paused here
///        └──────┴──────────► monotonic time
///             anchor
public struct Timebase: Hashable, Sendable {
    /// Media seconds per second of monotonic time; zero is paused.
    public private(set) var rate: Double
    private var anchorMedia: MediaTime
    private var anchorTime: MonotonicTime

    /// At `time` it is `media`. Negative rates and NaN are taken for zero:
    /// pictures are decoded forwards only.
    public init(media: MediaTime = .zero, at time: MonotonicTime, rate: Double = 1) {
        anchorMedia = media
        anchorTime = time
        self.rate = Self.accepted(rate)
    }

    /// The media time at a moment, before the anchor as well as behind it.
    public func mediaTime(at time: MonotonicTime) -> MediaTime {
        anchorMedia + Self.scaled(time - anchorTime, by: rate)
    }

    /// The moment of a media time; nil while paused.
    public func time(of media: MediaTime) -> MonotonicTime? {
        guard rate > 0 else { return nil }
        return anchorTime + Self.scaled(media - anchorMedia, by: 1 / rate)
    }

    /// Goes on from the media time of `time` at another rate.
    public mutating func setRate(_ rate: Double, at time: MonotonicTime) {
        anchorMedia = mediaTime(at: time)
        anchorTime = time
        self.rate = Self.accepted(rate)
    }

    private static func accepted(_ rate: Double) -> Double {
        rate.isFinite ? max(0, rate) : 0
    }

    /// Exact at rate 1, where nanoseconds must not pass through a `Double`.
    private static func scaled(_ length: Nanoseconds, by factor: Double) -> Nanoseconds {
        factor == 1 ? length : .seconds(length.seconds * factor)
    }
}

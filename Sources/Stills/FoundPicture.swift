public import Decoding
public import Media

/// A picture that was asked for by its time, and how well it answers.
public struct FoundPicture: Sendable {
    public let picture: StillPicture
    public private(set) var tier: PictureTier
    /// In the stream's own time; the picture's is `picture.pts`.
    public let requested: MediaTime
    /// When the picture's packet came; nil for files and patterns.
    public let arrived: MonotonicTime?
    /// What the times of a file count from, in the container's own time.
    public internal(set) var start = MediaTime.zero
    /// Of the file, where it was searched by that.
    public internal(set) var duration: Nanoseconds?

    /// - Parameters:
    ///   - picture: What was found.
    ///   - tier: How near it is.
    ///   - requested: The time that was asked for.
    ///   - arrived: For live streams.
    init(
        _ picture: StillPicture,
        tier: PictureTier,
        requested: MediaTime,
        arrived: MonotonicTime? = nil
    ) {
        self.picture = picture
        self.tier = tier
        self.requested = requested
        self.arrived = arrived
    }

    /// The same, known to have come so much too early that it is not the one of its moment.
    func tooOld(by excess: Nanoseconds, tolerance: Nanoseconds) -> Self {
        var copy = self
        copy.tier = max(tier, excess <= tolerance ? .relaxed : .nearest)
        return copy
    }
}

/// How near a picture is to the time that was asked for. Less is nearer.
public enum PictureTier: String, Hashable, Sendable, CaseIterable, Comparable {
    /// The picture that is shown at that time.
    case exact
    /// That one cannot be had; this one is within the tolerance.
    case relaxed
    /// The nearest one that can be had, beyond the tolerance.
    case nearest

    private var distance: Int {
        switch self {
        case .exact: 0
        case .relaxed: 1
        case .nearest: 2
        }
    }

    public static func < (one: Self, other: Self) -> Bool { one.distance < other.distance }
}

/// When a picture is on the screen: from its own time up to that of the next.
struct ShownInterval: Hashable, Sendable {
    var start: MediaTime
    /// Not part of it. Where nothing follows, the start and the picture's duration.
    var end: MediaTime

    func contains(_ time: MediaTime) -> Bool { start <= time && time < end }

    /// How far a time lies outside; zero within, and at the very end.
    func distance(to time: MediaTime) -> Nanoseconds {
        if time < start { return start - time }
        return time < end ? .zero : time - end
    }
}

extension PictureTier {
    /// - Parameters:
    ///   - interval: When the picture that was found is shown.
    ///   - time: What was asked for.
    ///   - isCertain: Whether that is sure, and the picture whole.
    ///   - tolerance: What counts as near; less than zero is zero.
    init(_ interval: ShownInterval, at time: MediaTime, isCertain: Bool, tolerance: Nanoseconds) {
        if isCertain, interval.contains(time) {
            self = .exact
        } else {
            self = interval.distance(to: time) <= max(tolerance, .zero) ? .relaxed : .nearest
        }
    }
}

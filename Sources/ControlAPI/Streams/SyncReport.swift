/// How the streams that have the time of a wall keep in step with it.
public struct SyncReport: Hashable, Sendable, Codable {
    public var clock: ClockReport
    public var streams: [SyncedStreamReport]

    public init(clock: ClockReport, streams: [SyncedStreamReport]) {
        self.clock = clock
        self.streams = streams
    }
}

/// How the machine keeps the time.
public struct ClockReport: Hashable, Sendable, Codable {
    /// The time of day minus that since the machine's start: changed where the clock is set.
    public var offsetSeconds: Double
    /// Whether the kernel was told that the clock is in step with another one; nil where it
    /// does not say.
    public var synchronized: Bool?
    /// How far the clock may be off at most, likewise.
    public var largestErrorMilliseconds: Double?
    /// Why the kernel does not say.
    public var reason: String?

    public init(offsetSeconds: Double) {
        self.offsetSeconds = offsetSeconds
    }

    private enum CodingKeys: String, CodingKey {
        case synchronized, reason
        case offsetSeconds = "offset_seconds"
        case largestErrorMilliseconds = "largest_error_milliseconds"
    }
}

/// How one stream keeps in step.
public struct SyncedStreamReport: Hashable, Sendable, Codable {
    public var id: String
    public var group: String
    /// As RFC 3339 has it, in UTC.
    public var epoch: String
    /// Whether its last picture was shown within one refresh of its time, and more come so.
    public var inStep: Bool
    /// By how much later than its time the last picture was shown; negative: earlier. Nil
    /// before the first one.
    public var errorMilliseconds: Double?
    /// The item on the screen, or on its way there; nil for what is no playlist.
    public var item: String?
    /// Of one round of it; nil where that is not known, or too short.
    public var durationSeconds: Double?
    /// How often it was put in step again, by cause.
    public var resyncs: [String: Int]
    /// Why it is not in step; nil where it is.
    public var reason: String?

    public init(id: String, group: String, epoch: String, inStep: Bool, resyncs: [String: Int]) {
        self.id = id
        self.group = group
        self.epoch = epoch
        self.inStep = inStep
        self.resyncs = resyncs
    }

    private enum CodingKeys: String, CodingKey {
        case id, group, epoch, resyncs, item, reason
        case inStep = "in_step"
        case errorMilliseconds = "error_milliseconds"
        case durationSeconds = "duration_seconds"
    }
}

/// That a file was damaged, and that another took its place.
public struct Recovery: Hashable, Sendable {
    /// The damaged file's path.
    public var path: String
    /// Where it lies now, with its log beside it; for whoever wants to save something of it.
    public var setAside: String
    /// What was wrong, in SQLite's words.
    public var reason: String
    /// Microseconds since 1970-01-01 00:00 UTC.
    public var at: Int64
}

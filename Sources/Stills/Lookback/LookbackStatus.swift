public import Media

/// How far back a stream's pictures can be had, at one moment.
public struct LookbackStatus: Hashable, Sendable {
    /// Whether a look-back is configured; else the newest group of pictures is all there is.
    public var isConfigured = false
    /// From the oldest packet kept to the newest, by their arrival.
    public var kept = Nanoseconds.zero
    /// What the packets kept take.
    public var bytes = 0
    /// Groups of pictures that were given up before their time for want of memory.
    public var evicted = 0

    /// Of a stream that keeps nothing.
    package static let nothing = Self()
}

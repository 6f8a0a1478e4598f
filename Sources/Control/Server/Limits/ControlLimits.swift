/// What one client, and all of them, can make the server hold.
public struct ControlLimits: Hashable, Sendable {
    /// Connections of one listener; further ones are answered with 503.
    public var connections = 64
    /// A request's line and header fields, in bytes; longer ones end in 431.
    public var headerBytes = 16 * 1024
    /// A request's body, in bytes; longer ones end in 413.
    public var bodyBytes = 128 * 1024
    /// Seconds for a request's header to arrive, and for which a connection
    /// may be idle.
    public var idleSeconds = 15.0
    /// Seconds for a request's body to arrive after its header.
    public var bodySeconds = 5.0
    /// Seconds for which a client may leave an answer unread.
    public var writeSeconds = 10.0
    /// Seconds after which an event stream without events sends a comment.
    public var heartbeatSeconds = 15.0
    /// Seconds for which running requests may go on after a shutdown began; longer where the
    /// control thread gets too little of the processor to answer them.
    public var shutdownSeconds = 0.5

    /// The limits of the daemon.
    public init() {}
}

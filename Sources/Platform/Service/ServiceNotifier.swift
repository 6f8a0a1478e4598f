internal import Glibc
public import Media

/// Tells the service manager how the service is: systemd's `sd_notify(3)` protocol.
///
/// A datagram of `NAME=value` lines to the socket in `$NOTIFY_SOCKET`. Nothing
/// waits: a manager that does not read loses messages, the service loses nothing.
///
/// Each message returns true when it was sent, false when the manager's queue
/// is full, and throws `SystemCallError` when nobody listens at the socket.
///
/// Thread: safe.
public struct ServiceNotifier: Sendable {
    private let address: UnixAddress

    /// Returns nil when no manager asks for notifications, or in a way other
    /// than by a path or an abstract name (`@name`) of at most 107 bytes.
    public init?(environment: [String: String] = ProcessEnvironment.current()) {
        guard let name = environment["NOTIFY_SOCKET"], let address = UnixAddress(name) else {
            return nil
        }
        self.address = address
    }

    /// The service does its work. Needed once with `Type=notify`, and after each
    /// `reloading`. `status` is a line for people, shown by `systemctl status`.
    @discardableResult
    public func ready(status: String) throws(SystemCallError) -> Bool {
        try send("READY=1\nSTATUS=\(Self.line(status))")
    }

    /// Changes the line for people.
    @discardableResult
    public func status(_ status: String) throws(SystemCallError) -> Bool {
        try send("STATUS=\(Self.line(status))")
    }

    /// The configuration is being read again; `ready` ends it. By the time, which
    /// is now, the manager tells this reload from earlier ones.
    @discardableResult
    public func reloading(at time: MonotonicTime) throws(SystemCallError) -> Bool {
        try send("RELOADING=1\nMONOTONIC_USEC=\(time.nanoseconds / 1000)")
    }

    /// The service has begun to end.
    @discardableResult
    public func stopping() throws(SystemCallError) -> Bool {
        try send("STOPPING=1")
    }

    /// The service is alive; due at least once in each watchdog interval.
    @discardableResult
    public func watchdog() throws(SystemCallError) -> Bool {
        try send("WATCHDOG=1")
    }

    /// How often to send `watchdog`: every half of what the manager waits for one before it
    /// restarts the service, but no more often than every 50 ms. Nil when it does not watch
    /// this process.
    public static func watchdogPeriod(
        environment: [String: String] = ProcessEnvironment.current()
    ) -> Nanoseconds? {
        guard let text = environment["WATCHDOG_USEC"], let microseconds = Int64(text),
            microseconds > 0, microseconds <= Int64.max / 1000
        else { return nil }
        // Meant for another process when the manager's child started us in turn.
        if let text = environment["WATCHDOG_PID"], Int32(text) != getpid() { return nil }
        return max(Nanoseconds(microseconds * 1000) / 2, .milliseconds(50))
    }

    /// A line break would begin another assignment.
    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }

    private func send(_ message: String) throws(SystemCallError) -> Bool {
        let flags = SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let socket = OwnedDescriptor(
            taking: try systemCall("socket") { Glibc.socket(AF_UNIX, CInt(flags), 0) }
        )
        do throws(SystemCallError) {
            try systemCall("sendto") {
                address.withSocketAddress { address, length in
                    let sent = sendto(
                        socket.rawValue,
                        message,
                        message.utf8.count,
                        CInt(MSG_NOSIGNAL),
                        address,
                        length
                    )
                    return CInt(truncatingIfNeeded: sent)
                }
            }
            return true
        } catch {
            if error.errno == .wouldBlock { return false }
            throw error
        }
    }
}

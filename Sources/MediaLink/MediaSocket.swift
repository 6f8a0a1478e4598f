internal import Glibc
public import Media
public import Platform

/// One end of the connection of the two processes.
///
/// Thread: `receive` is for one thread, `send` for one at a time.
public final class MediaSocket: Sendable {
    /// The other side has closed its end, or is gone.
    public struct Closed: Error {}

    private let descriptor: OwnedDescriptor

    public init(taking descriptor: consuming OwnedDescriptor) {
        self.descriptor = descriptor
    }

    /// Makes a connection, and starts what is to be at its other end.
    ///
    /// - Parameter start: Is given the other end, which is closed when it returns.
    /// - Returns: This process's end, and what was started.
    /// - Throws: `socketpair`, when the process has too many descriptors; what `start` throws.
    public static func connect<Peer>(
        _ start: (CInt) throws(SystemCallError) -> Peer
    ) throws(SystemCallError) -> (own: MediaSocket, peer: Peer) {
        var ends: [CInt] = [-1, -1]
        try systemCall("socketpair") {
            socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        }
        let own = MediaSocket(taking: OwnedDescriptor(taking: ends[0]))
        let other = OwnedDescriptor(taking: ends[1])
        return (own, try start(other.rawValue))
    }

    /// For a poll set, for as long as this object lives.
    public var rawValue: CInt { descriptor.rawValue }

    /// Tells the other side that nothing more comes; what it sends is still taken.
    public func endSending() { _ = shutdown(rawValue, CInt(SHUT_WR)) }

    /// Tells the other side that nothing more comes, and takes nothing more.
    public func end() { _ = shutdown(rawValue, CInt(SHUT_RDWR)) }

    /// Takes what has arrived; waits where nothing has.
    ///
    /// - Throws: `Closed`.
    public func receive(into splitter: inout MessageSplitter) throws(Closed) {
        let bytes = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
            while true {
                let count = recv(descriptor.rawValue, buffer.baseAddress, buffer.count, 0)
                if count < 0, errno == EINTR { continue }
                return Array(buffer.prefix(max(0, count)))
            }
        }
        guard !bytes.isEmpty else { throw Closed() }
        splitter.append(bytes)
    }

    /// Sends all of a message.
    ///
    /// - Parameters:
    ///   - message: As `MessageFrame` encodes it.
    ///   - deadline: Until when the other side has to have taken it.
    /// - Throws: `Closed`, also where the other side takes nothing: what it has of the
    ///   message is of no use.
    public func send(_ message: [UInt8], until deadline: MonotonicTime) throws(Closed) {
        var rest = message[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Glibc.send(
                    descriptor.rawValue,
                    $0.baseAddress,
                    $0.count,
                    CInt(MSG_NOSIGNAL | MSG_DONTWAIT)
                )
            }
            if sent > 0 {
                rest = rest.dropFirst(sent)
            } else if errno == EAGAIN {
                try waitForRoom(until: deadline)
            } else if errno != EINTR {
                throw Closed()
            }
        }
    }

    private func waitForRoom(until deadline: MonotonicTime) throws(Closed) {
        let left = (deadline - MonotonicClock.now()).count / 1_000_000
        guard left > 0 else { throw Closed() }
        var entry = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
        _ = poll(&entry, 1, CInt(min(left, 60_000)))
    }
}

internal import CLinux
internal import Glibc
internal import Synchronization

/// Standard error, written to without waiting for who reads it.
///
/// A pipe that nobody empties, or a terminal that is held, would else stop every thread
/// that has something to say. The first line that finds no room waits 100 ms for
/// it; what finds none is lost and counted, and those after it do not wait.
///
/// Thread: safe.
public enum StandardError {
    private static let lost = Atomic<Int>(0)

    /// What a pipe takes whole or not at all (`PIPE_BUF`).
    private static let partBytes = 4096

    /// Writes a line with one call, so that those of several threads do not mix; one of
    /// more than 4096 bytes may take several.
    ///
    /// - Parameters:
    ///   - line: With its line break.
    ///   - notice: The line that tells of those that were lost before, by their number.
    /// - Returns: Whether the line was written.
    @discardableResult
    public static func write(_ line: String, telling notice: (Int) -> String) -> Bool {
        let before = lost.exchange(0, ordering: .relaxed)
        let bytes = Array(((before > 0 ? notice(before) : "") + line).utf8)
        let isWritten = write(bytes, patience: before > 0 ? 0 : 100)
        if !isWritten { lost.add(before + 1, ordering: .relaxed) }
        return isWritten
    }

    /// Writes what is old in a moment: it is dropped where there is no room, and not counted.
    public static func writeNow(_ text: String) {
        _ = write(Array(text.utf8), patience: 0)
    }

    private static func write(_ bytes: [UInt8], patience milliseconds: CInt) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(partBytes)
            guard isWritable(within: milliseconds) else { return false }
            let count = part.withUnsafeBytes { put($0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func isWritable(within milliseconds: CInt) -> Bool {
        var entry = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, milliseconds) > 0 && Int32(entry.revents) & POLLOUT != 0
    }

    /// A socket, such as the journal's, never waits; anything else has room for the part.
    private static func put(_ part: UnsafeRawBufferPointer) -> Int {
        let flags = CInt(MSG_DONTWAIT | MSG_NOSIGNAL)
        let count = send(STDERR_FILENO, part.baseAddress, part.count, flags)
        guard count < 0, errno == ENOTSOCK else { return count }
        return Glibc.write(STDERR_FILENO, part.baseAddress, part.count)
    }
}

internal import Glibc

/// The system's journal, spoken to in its native protocol.
///
/// Nothing waits: what the journal has no room for is handed back.
///
/// Thread: safe.
public final class Journal: Sendable {
    private let address: UnixAddress
    private let socket: OwnedDescriptor

    /// Where the journal listens.
    public static let standardPath = "/run/systemd/journal/socket"

    /// Returns nil when nothing could be sent to `path`, of 107 bytes at most: no such socket.
    public init?(path: String = standardPath) {
        let flags = SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        guard let address = UnixAddress(path), access(path, W_OK) == 0,
            let socket = try? systemCall("socket", { Glibc.socket(AF_UNIX, CInt(flags), 0) })
        else { return nil }
        self.address = address
        self.socket = OwnedDescriptor(taking: socket)
    }

    /// Whether what is written to standard error goes to the journal: `$JOURNAL_STREAM`
    /// names its device and file, and it is still that one (`systemd.exec(5)`).
    ///
    /// - Parameters:
    ///   - environment: The process's.
    ///   - descriptor: What to ask about; nil: standard error.
    /// - Returns: False, too, when it is closed.
    public static func hasStandardError(
        environment: [String: String] = ProcessEnvironment.current(),
        descriptor: CInt? = nil
    ) -> Bool {
        var attributes = stat()
        guard let stream = environment["JOURNAL_STREAM"],
            fstat(descriptor ?? STDERR_FILENO, &attributes) == 0
        else { return false }
        return stream == "\(attributes.st_dev):\(attributes.st_ino)"
    }

    /// Sends an entry.
    ///
    /// - Returns: Whether the journal has it. Not, when it is too large for a datagram, when the
    ///   journal does not keep up, or while it restarts.
    public func send(_ entry: borrowing JournalEntry) -> Bool {
        entry.bytes.withUnsafeBytes { bytes in
            address.withSocketAddress { address, length in
                var sent = -1
                repeat {
                    sent = sendto(
                        socket.rawValue,
                        bytes.baseAddress,
                        bytes.count,
                        CInt(MSG_NOSIGNAL),
                        address,
                        length
                    )
                } while sent == -1 && errno == EINTR
                return sent == bytes.count
            }
        }
    }
}

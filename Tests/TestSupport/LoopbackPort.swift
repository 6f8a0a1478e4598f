internal import Glibc
internal import Platform
internal import Synchronization

/// Ports of the loopback interface.
public enum LoopbackPort {
    /// Another process that tests begins elsewhere.
    private static let last = Mutex(UInt16(10_000 + getpid() % 1_000 * 20))

    /// A port that nobody has, be it of TCP or of UDP, and that is given to nobody else: below
    /// those that the kernel chooses from, which senders and clients get (ip(7)).
    public static func unused() throws -> UInt16 {
        while true {
            let port = last.withLock { last in
                last = last < 32_000 ? last + 2 : 10_000
                return last
            }
            if try [SOCK_STREAM, SOCK_DGRAM].allSatisfy({ try isFree(port, $0) }) { return port }
        }
    }

    private static func isFree(_ port: UInt16, _ kind: __socket_type) throws -> Bool {
        let probe = OwnedDescriptor(
            taking: try systemCall("socket") { socket(AF_INET, CInt(kind.rawValue), 0) }
        )
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(probe.rawValue, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}

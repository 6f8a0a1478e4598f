internal import Glibc

/// The address of a Unix socket: a path, or an abstract name that no file system knows.
struct UnixAddress: Sendable {
    private let value: sockaddr_un
    private let length: socklen_t

    /// Returns nil unless `name` is an absolute path or `@` and an abstract
    /// name, and fits: 107 bytes.
    init?(_ name: String) {
        var bytes = Array(name.utf8)
        var value = sockaddr_un()
        let room = MemoryLayout.size(ofValue: value.sun_path)
        guard let first = bytes.first, bytes.count > 1, bytes.count < room else { return nil }
        switch first {
        case UInt8(ascii: "/"): bytes.append(0)
        case UInt8(ascii: "@"): bytes[0] = 0
        default: return nil
        }
        value.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &value.sun_path) { $0.copyBytes(from: bytes) }
        self.value = value
        // An abstract name ends with the address, not with a zero.
        length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    }

    /// Lends the address for one call.
    func withSocketAddress<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: value) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}

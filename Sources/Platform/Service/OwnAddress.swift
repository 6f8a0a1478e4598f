internal import Glibc

/// The address at which the machines of its network reach this one.
public enum OwnAddress {
    /// That of the interface that leads elsewhere, of IPv4 where it has one: `192.0.2.7`. The
    /// first that is not of the machine alone where none does; nil without a network.
    ///
    /// Nothing is sent for that. Takes some microseconds, and is another when the network is.
    public static var current: String? {
        towards("192.0.2.1", AF_INET) ?? towards("2001:db8::1", AF_INET6) ?? first()
    }

    /// Where a datagram to an address would come from.
    private static func towards(_ host: String, _ family: CInt) -> String? {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        hints.ai_family = family
        hints.ai_socktype = CInt(SOCK_DGRAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "9", &hints, &list) == 0, let info = list else { return nil }
        defer { freeaddrinfo(list) }
        let descriptor = socket(family, hints.ai_socktype | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard connect(descriptor, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0 else {
            return nil
        }
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &storage) { bytes -> String? in
            guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                getsockname(descriptor, address, &size) == 0
            else { return nil }
            return text(address, size)
        }
    }

    private static func first() -> String? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        for entry in sequence(first: list, next: { $0?.pointee.ifa_next }) {
            guard let entry = entry?.pointee, let address = entry.ifa_addr,
                CInt(address.pointee.sa_family) == AF_INET,
                entry.ifa_flags & CUnsignedInt(IFF_LOOPBACK) == 0,
                entry.ifa_flags & CUnsignedInt(IFF_UP) != 0
            else { continue }
            return text(address, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
        return nil
    }

    private static func text(
        _ address: UnsafePointer<sockaddr>,
        _ size: socklen_t
    ) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let code = getnameinfo(
            address,
            size,
            &buffer,
            socklen_t(buffer.count),
            nil,
            0,
            NI_NUMERICHOST
        )
        guard code == 0 else { return nil }
        return String(
            decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
    }
}

internal import Glibc
internal import Media
internal import Platform
internal import Testing

/// The sockets API in Swift's terms.
enum Sockets {
    static func stream(_ family: CInt) throws -> OwnedDescriptor {
        OwnedDescriptor(
            taking: try systemCall("socket") {
                socket(family, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            }
        )
    }

    static func datagram() throws -> OwnedDescriptor {
        OwnedDescriptor(
            taking: try systemCall("socket") {
                socket(
                    AF_UNIX,
                    CInt(
                        SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
                    ),
                    0
                )
            }
        )
    }

    /// Calls `bind` or `connect` with a path.
    static func at(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
    ) -> CInt {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// A port of the loopback interface.
    ///
    /// - Returns: The port that was chosen.
    static func bindToLoopback(_ descriptor: CInt) throws -> UInt16 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                try systemCall("bind") { bind(descriptor, address, size) }
                try systemCall("getsockname") { getsockname(descriptor, address, &size) }
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Connects to a port of the loopback interface; false where nobody listens.
    static func connectToLoopback(_ descriptor: CInt, _ port: UInt16) -> Bool {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    /// Whether the descriptor can be read, or its other end is gone, by then.
    static func isReadable(_ descriptor: CInt, until deadline: MonotonicTime) -> Bool {
        var polling = PollSet(capacity: 1)
        polling.add(descriptor, tag: .init(rawValue: 0))
        return !polling.wait(until: deadline).isEmpty
    }
}

/// A connection to a daemon's socket.
final class Connection {
    private let descriptor: OwnedDescriptor

    init(_ path: String) throws {
        descriptor = try Sockets.stream(AF_UNIX)
        let raw = descriptor.rawValue
        try systemCall("connect") { Sockets.at(path) { connect(raw, $0, $1) } }
    }

    /// Sends what the other end takes without waiting.
    ///
    /// - Returns: How many bytes; nil when the connection is broken.
    func send(_ bytes: [UInt8]) -> Int? {
        let count = Glibc.send(
            descriptor.rawValue,
            bytes,
            bytes.count,
            CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)
        )
        if count >= 0 { return count }
        return errno == EAGAIN ? 0 : nil
    }

    func finishSending() { _ = shutdown(descriptor.rawValue, CInt(SHUT_WR)) }

    /// The next bytes.
    ///
    /// - Returns: Nothing at the end, and nil after the deadline.
    func receive(until deadline: MonotonicTime) -> [UInt8]? {
        guard Sockets.isReadable(descriptor.rawValue, until: deadline) else { return nil }
        var part = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor.rawValue, &part, part.count, 0)
        return Array(part.prefix(max(0, count)))
    }

    /// Reads on until what was read is all that is wanted.
    ///
    /// - Returns: Whether it was before the end, and before `patience` was over.
    func read(into text: inout String, until isComplete: (String) -> Bool) -> Bool {
        let deadline = MonotonicTime.patience
        while !isComplete(text) {
            guard let part = receive(until: deadline), !part.isEmpty else { return false }
            text += String(decoding: part, as: UTF8.self)
        }
        return true
    }

    /// Reads on until a text is there.
    ///
    /// - Returns: Whether it came, as above.
    func read(into text: inout String, until wanted: String) -> Bool {
        read(into: &text) { $0.contains(wanted) }
    }

    /// Subscribes to events.
    ///
    /// - Returns: What came until that was so.
    func subscribe() throws -> String {
        _ = send(Array("GET /v1/events HTTP/1.1\r\nHost: pipd\r\n\r\n".utf8))
        var text = ""
        let isSubscribed = read(into: &text, until: ": subscribed\n\n")
        try #require(isSubscribed, "\(text)")
        return text
    }

    /// Everything up to the end, or up to the deadline.
    func receiveAll(until deadline: MonotonicTime) -> [UInt8] {
        var bytes: [UInt8] = []
        while let part = receive(until: deadline), !part.isEmpty { bytes += part }
        return bytes
    }
}

/// The receiving end of a service manager's socket.
final class ServiceManager {
    let path: String
    private let socket: OwnedDescriptor

    init(in folder: Scratch, named name: String? = nil) throws {
        path = folder.path(name ?? "notify-\(folder.nextNumber())")
        socket = try Sockets.datagram()
        let raw = socket.rawValue
        try systemCall("bind") { [path] in Sockets.at(path) { bind(raw, $0, $1) } }
    }

    var descriptor: CInt { socket.rawValue }

    /// The next message, if one is there.
    func receive() -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(socket.rawValue, &bytes, bytes.count, 0)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// The next message.
    ///
    /// - Returns: nil after the deadline.
    func receive(until deadline: MonotonicTime) -> String? {
        Sockets.isReadable(socket.rawValue, until: deadline) ? receive() : nil
    }

    /// The first message for which `isWanted` holds, from now on.
    func first(
        until deadline: MonotonicTime = .patience,
        where isWanted: (String) -> Bool
    ) -> String? {
        while let message = receive(until: deadline) {
            if isWanted(message) { return message }
        }
        return nil
    }
}

internal import Glibc
internal import Testing

/// Calls `body` with the address of a Unix socket.
private func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt)
    -> CInt
{
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}

/// Calls `body` with the address of a TCP port of the loopback.
private func withAddress(port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
}

/// A client that sends what no library would.
struct RawClient: ~Copyable {
    private let descriptor: CInt

    /// Connects. Reads give up after two minutes, so that a broken server cannot hang
    /// the tests.
    init(_ path: String) throws {
        try self.init(AF_UNIX) { descriptor in withAddress(path) { connect(descriptor, $0, $1) } }
    }

    /// As for a path, to a port of the loopback.
    init(port: Int) throws {
        try self.init(AF_INET) { descriptor in
            withAddress(port: port) { connect(descriptor, $0, $1) }
        }
    }

    private init(_ family: CInt, _ connect: (CInt) -> CInt) throws {
        descriptor = socket(family, CInt(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        var timeout = timeval(tv_sec: 120, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
        try #require(connect(descriptor) == 0)
    }

    deinit {
        _ = Glibc.close(descriptor)
    }

    /// Sends what it can, and returns how many bytes that were.
    @discardableResult
    func send(_ text: String) -> Int {
        var text = text
        return text.withUTF8 { bytes in
            max(0, Glibc.send(descriptor, bytes.baseAddress, bytes.count, CInt(MSG_NOSIGNAL)))
        }
    }

    /// Waits, reading nothing, until the server has closed the connection.
    ///
    /// - Returns: Whether it has, within two minutes.
    func waitForEnd() -> Bool {
        var entry = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&entry, 1, 120_000) == 1 && entry.revents & Int16(POLLHUP) != 0
    }

    /// Says that nothing more will be sent.
    func finishSending() {
        _ = shutdown(descriptor, CInt(SHUT_WR))
    }

    /// Reads until the text ends in `end`, or the connection ends.
    func read(until end: String) -> String {
        var bytes: [UInt8] = []
        let end = Array(end.utf8)
        var chunk = [UInt8](repeating: 0, count: 16384)
        while true {
            // Looked at first, so that what follows the end stays unread.
            let count = recv(descriptor, &chunk, chunk.count, CInt(MSG_PEEK))
            guard count > 0 else { break }
            let before = bytes.count
            bytes += chunk[..<count]
            let match = bytes[max(0, before - end.count)...].ranges(of: end)
                .first { $0.upperBound > before }
            if let match { bytes.removeSubrange(match.upperBound...) }
            _ = recv(descriptor, &chunk, bytes.count - before, CInt(MSG_WAITALL))
            if match != nil { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads so many bytes, or fewer if the connection ends.
    func read(count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let received = recv(descriptor, &bytes, count, CInt(MSG_WAITALL))
        return Array(bytes.prefix(max(received, 0)))
    }

    /// Reads until the connection ends. A reset ends it too.
    func readToEnd() -> String { String(decoding: readBytesToEnd(), as: UTF8.self) }

    /// As `readToEnd`.
    func readBytesToEnd() -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EAGAIN {
                Issue.record("The server did not end the connection")
            }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// The status of the next answer, whose body is read too; nil at the end.
    func status() -> Int? {
        let head = read(until: "\r\n\r\n")
        let length = head.split(separator: "\r\n").first {
            $0.lowercased().hasPrefix("content-length")
        }
        if let count = length?.split(separator: " ").last.flatMap({ Int($0) }) {
            var body = [UInt8](repeating: 0, count: max(count, 1))
            _ = recv(descriptor, &body, count, CInt(MSG_WAITALL))
        }
        return head.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
}

/// A socket that somebody listens on.
struct RawListener {
    private let descriptor: CInt

    init(_ path: String) throws {
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        let bound = withAddress(path) { bind(descriptor, $0, $1) }
        try #require(bound == 0)
        try #require(listen(descriptor, 1) == 0)
    }

    /// Another descriptor of the same socket, for who closes it.
    func passedOn() -> CInt { dup(descriptor) }

    func close() {
        _ = Glibc.close(descriptor)
    }
}

/// A TCP port of the loopback that is taken.
struct RawPort {
    let port: Int
    private let descriptor: CInt

    init() throws {
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 1) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        try #require(result)
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    func close() {
        _ = Glibc.close(descriptor)
    }
}

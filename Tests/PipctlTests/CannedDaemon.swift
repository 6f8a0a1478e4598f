internal import Foundation
internal import Glibc
internal import Platform
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import pipctl

/// Gives requests on a socket or a port their answers, whatever these are.
final class CannedDaemon {
    let folder: String
    var path: String { folder + "/pipd.sock" }
    /// Of its port; empty where it has a socket.
    let url: String
    /// Asks at its socket, whatever the environment says.
    var options: GlobalOptions {
        var options = GlobalOptions()
        (options.socket, options.url, options.tokenFile) = (path, nil, nil)
        return options
    }
    /// The requests, as far as they were read.
    var requests: [String] { shared.requests.withLock { $0 } }
    /// The last one; empty before there is any.
    var request: String { requests.last ?? "" }

    private let descriptor: CInt
    private let shared = Shared()
    private let thread: WorkerThread

    private final class Shared: Sendable {
        let requests = Mutex<[String]>([])
    }

    /// The same answer to all requests.
    ///
    /// - Parameters:
    ///   - status: Such as `200 OK`.
    ///   - body: The content.
    ///   - type: Its media type.
    ///   - fields: Further lines of the header, without their ends.
    /// - Throws: What made a socket impossible.
    convenience init(
        status: String,
        body: String,
        type: String = "application/json",
        fields: [String] = []
    ) throws {
        try self.init(answers: [Self.answer(status, body, type: type, fields)])
    }

    /// - Parameter answers: One to each request, in that order, and the last to all others.
    /// - Throws: What made a socket impossible.
    convenience init(answers: [String]) throws {
        let rest = Mutex(answers[...])
        try self.init { connection in
            let answer = rest.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
            _ = Self.send(answer ?? "", to: connection)
        }
    }

    /// An answer, with what the first initializer takes.
    static func answer(
        _ status: String,
        _ body: String,
        type: String = "application/json",
        _ fields: [String] = []
    ) -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n"
            + fields.map { "\($0)\r\n" }.joined()
            + "Content-Type: \(type)\r\nConnection: close\r\n\r\n\(body)"
    }

    /// - Parameters:
    ///   - port: Whether it has a port of the loopback interface, in place of a socket.
    ///   - answer: Answers on a connection, which is closed then.
    /// - Throws: What made a socket impossible.
    init(port: Bool = false, answer: @escaping @Sendable (CInt) -> Void) throws {
        folder = "/tmp/pipctl-test-\(UUID().uuidString.prefix(13))"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false
        )
        let descriptor = socket(port ? AF_INET : AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        self.descriptor = descriptor
        if port {
            let port = try LoopbackPort.unused()
            url = "http://127.0.0.1:\(port)"
            try Self.bind(descriptor, toPort: port)
        } else {
            url = ""
            try Self.bind(descriptor, to: folder + "/pipd.sock")
        }
        try #require(listen(descriptor, 8) == 0)
        thread = try Self.serving(descriptor, answer, shared)
    }

    private static func bind(_ descriptor: CInt, to path: String) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        try bind(descriptor, address)
    }

    private static func bind(_ descriptor: CInt, toPort port: UInt16) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        try bind(descriptor, address)
    }

    private static func bind<Address: BitwiseCopyable>(
        _ descriptor: CInt,
        _ address: Address
    ) throws {
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
        try #require(result == 0)
    }

    deinit {
        // Ends `accept`, now or the next time, and with it the thread, which must not find
        // another's descriptor under this number.
        _ = shutdown(descriptor, CInt(SHUT_RDWR))
        thread.join()
        _ = close(descriptor)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// A file with a token, for as long as the server lives.
    func tokenFile() throws -> String {
        let path = folder + "/token"
        try Data(String(repeating: "A", count: 43).utf8).write(to: URL(filePath: path))
        try #require(chmod(path, 0o600) == 0)
        return path
    }

    /// Sends text.
    ///
    /// - Returns: Whether anybody takes it.
    static func send(_ text: String, to connection: CInt) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func serving(
        _ descriptor: CInt,
        _ answer: @escaping @Sendable (CInt) -> Void,
        _ shared: Shared
    ) throws -> WorkerThread {
        try WorkerThread(name: "canned-daemon") { serve(descriptor, answer, shared) }
    }

    private static func serve(
        _ descriptor: CInt,
        _ answer: (CInt) -> Void,
        _ shared: Shared
    ) {
        while true {
            let connection = accept(descriptor, nil, nil)
            guard connection >= 0 else { return }
            let request = read(connection)
            shared.requests.withLock { $0.append(request) }
            answer(connection)
            _ = close(connection)
        }
    }

    /// Reads a head, and as much of a body as it announces.
    private static func read(_ connection: CInt) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(connection, &buffer, buffer.count)
            guard count > 0 else { break }
            bytes += buffer[..<count]
            let text = String(decoding: bytes, as: UTF8.self)
            let parts = text.split(
                separator: "\r\n\r\n",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            guard parts.count == 2 else { continue }
            let length = parts[0].lowercased().split(separator: "\r\n")
                .first { $0.hasPrefix("content-length:") }
                .flatMap { Int($0.drop { $0 != " " }.dropFirst()) }
            if parts[1].utf8.count >= length ?? 0 { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

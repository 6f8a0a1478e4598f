internal import Foundation
internal import Glibc
internal import Platform
internal import Synchronization
internal import Testing

/// Gives every request on a socket the same answer, whatever that is.
final class CannedDaemon {
    let folder: String
    var path: String { folder + "/pipd.sock" }
    /// The last request, as far as it was read.
    var request: String { shared.last.withLock { $0 } }

    private let descriptor: CInt
    private let shared = Shared()
    private let thread: WorkerThread

    private final class Shared: Sendable {
        let last = Mutex("")
    }

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
        let answer =
            "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n"
            + fields.map { "\($0)\r\n" }.joined()
            + "Content-Type: \(type)\r\nConnection: close\r\n\r\n\(body)"
        try self.init { _ = Self.send(answer, to: $0) }
    }

    /// - Parameter answer: Answers on a connection, which is closed then.
    /// - Throws: What made a socket impossible.
    init(answer: @escaping @Sendable (CInt) -> Void) throws {
        folder = "/tmp/pipctl-test-\(UUID().uuidString.prefix(13))"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false
        )
        let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        try #require(descriptor >= 0)
        self.descriptor = descriptor
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = folder + "/pipd.sock"
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0 && listen(descriptor, 8) == 0)
        thread = try Self.serving(descriptor, answer, shared)
    }

    deinit {
        // Ends `accept`, now or the next time, and with it the thread, which must not find
        // another's descriptor under this number.
        _ = shutdown(descriptor, CInt(SHUT_RDWR))
        thread.join()
        _ = close(descriptor)
        try? FileManager.default.removeItem(atPath: folder)
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
            shared.last.withLock { $0 = request }
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

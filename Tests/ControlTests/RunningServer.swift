internal import Foundation
internal import Logging
internal import Media
internal import Platform
internal import Synchronization
internal import Testing

@testable internal import Control

/// What a test has while a server runs.
struct RunningServer: Sendable {
    let path: String
    let events: EventHub
    /// The TCP port, where there is a token for it.
    var port: Int?

    /// Asks on one connection after the other.
    ///
    /// - Returns: Whether the answer was 200 before 60 s had passed.
    func serves(_ request: String) throws -> Bool {
        let deadline = MonotonicClock.now() + .milliseconds(60_000)
        while MonotonicClock.now() < deadline {
            let client = try RawClient(path)
            client.send(request)
            if client.status() == 200 { return true }
        }
        return false
    }
}

/// Keeps the TCP port that a server says it listens on.
private struct PortLog: LogHandler {
    private final class Port: Sendable {
        let number = Mutex<Int?>(nil)
    }

    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info
    private let kept = Port()

    var port: Int? { kept.number.withLock { $0 } }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        guard let address = event.metadata?["address"] else { return }
        kept.number.withLock { $0 = "\(address)".split(separator: ":").last.flatMap { Int($0) } }
    }
}

/// Runs a server for the length of `body`.
func withServer(
    _ limits: ControlLimits = ControlLimits(),
    backend: FakeBackend = FakeBackend(),
    unread: UnreadAnswers = UnreadAnswers(),
    token: String? = nil,
    _ body: (RunningServer) async throws -> Void
) async throws {
    let folder = Folder()
    var running = RunningServer(path: folder.path + "/pipd.sock", events: EventHub())
    let log = PortLog()
    var server = ControlServer(
        configuration: .init(
            socketPath: running.path,
            listener: token.map { .init(host: "127.0.0.1", port: 0, token: $0) },
            limits: limits
        ),
        backend: backend,
        events: running.events,
        logger: Logger(label: "test") { _ in log }
    )
    server.unread = unread
    let (listening, signal) = AsyncStream.makeStream(of: Void.self)
    let task = Task { [server] in try await server.run(on: .start()) { signal.finish() } }
    for await _ in listening {}
    running.port = log.port
    do {
        try await body(running)
    } catch {
        task.cancel()
        throw error
    }
    task.cancel()
    try await task.value
    #expect(!FileManager.default.fileExists(atPath: running.path))
}

/// A request that subscribes to events.
let subscription = "GET /v1/events HTTP/1.1\r\nHost: pipd\r\n\r\n"

/// Subscribes to events, and returns what was read until that was so.
@discardableResult
func subscribe(_ client: borrowing RawClient) -> String {
    client.send(subscription)
    return client.read(until: ": subscribed\n\n")
}

/// Several clients that are connected at the same time.
final class Clients {
    private var connections: [Box] = []

    private final class Box {
        let client: RawClient

        init(_ path: String) throws {
            client = try RawClient(path)
        }
    }

    init(count: Int, path: String) throws {
        connections = try (0..<count).map { _ in try Box(path) }
    }

    /// Subscribes them all to events.
    func subscribe() {
        for connection in connections { ControlTests.subscribe(connection.client) }
    }

    /// Sends the same on every connection.
    func send(_ text: String) {
        for connection in connections { connection.client.send(text) }
    }

    /// What each of them, or of the first few, is sent until its connection ends.
    func readToEnd(first count: Int = .max) -> [String] {
        connections.prefix(count).map { $0.client.readToEnd() }
    }

    /// Sends a request on every connection, and counts the statuses of the
    /// answers; 0 counts connections that ended without one.
    func statuses(_ request: String) -> [Int: Int] {
        for connection in connections { connection.client.send(request) }
        var counts: [Int: Int] = [:]
        for connection in connections { counts[connection.client.status() ?? 0, default: 0] += 1 }
        return counts
    }
}

internal import ControlAPI
internal import Foundation
internal import Logging
internal import Media
internal import Platform
internal import Testing

@testable internal import Control

/// What a test has while a server runs.
struct RunningServer: Sendable {
    let path: String
    let events: EventHub
    let gate: AccessGate
    let log: KeptLog
    /// The TCP port, and the socket for proxies, where tokens are needed.
    var port: Int?
    var proxyPath: String?
    /// What lets in there, by its role.
    var secrets: [TokenRole: String] = [:]

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

/// Runs a server for the length of `body`.
func withServer(
    _ limits: ControlLimits = ControlLimits(),
    backend: FakeBackend = FakeBackend(),
    unread: UnreadAnswers = UnreadAnswers(),
    web: Bool = false,
    clock: @escaping @Sendable () -> MonotonicTime = { MonotonicClock.now() },
    _ body: (RunningServer) async throws -> Void
) async throws {
    let folder = Folder()
    let log = KeptLog()
    let logger = Logger(label: "test") { _ in log }
    let named = ["lobby.example", "proxy.example:8443"].compactMap { HostAuthority($0) }
    let gate = AccessGate(keptIn: folder.path, hosts: named, logger: logger, clock: clock)
    var running = RunningServer(
        path: folder.path + "/pipd.sock",
        events: EventHub(),
        gate: gate,
        log: log
    )
    var access = ControlServer.Web()
    if web {
        let path = folder.path + "/web.sock"
        access.listener = .init(host: "127.0.0.1", port: 0)
        access.socket = try .prepare(path)
        running.proxyPath = path
        for role in TokenRole.allCases {
            running.secrets[role] = try gate.makeToken(role, name: nil).secret
        }
    }
    var server = ControlServer(
        configuration: .init(
            socketPath: running.path,
            web: access,
            limits: limits
        ),
        backends: ControlBackends(backend),
        events: running.events,
        gate: gate,
        logger: logger
    )
    server.unread = unread
    let (listening, signal) = AsyncStream.makeStream(of: Void.self)
    let task = Task { [server] in try await server.run(on: .start()) { signal.finish() } }
    for await _ in listening {}
    running.port = log.text.firstMatch(of: /listening on 127\.0\.0\.1:([0-9]+)/)
        .flatMap { Int($0.output.1) }
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

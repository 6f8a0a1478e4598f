internal import Foundation
internal import Logging
internal import Media
internal import Testing

@testable internal import Control

/// The API on a socket that somebody else bound, as the service manager does.
@Suite(.serialized, .timeLimit(.minutes(30))) struct InheritedServerTests {
    private static let request = "GET /v1/view HTTP/1.1\r\nHost: pipd\r\n\r\n"

    /// A server on a socket that listens before it starts.
    private final class Served {
        let folder = Folder()
        let path: String
        let listener: RawListener
        private let limits: ControlLimits
        private var task: Task<Void, any Error>?

        init(_ limits: ControlLimits = ControlLimits()) throws {
            path = folder.path + "/pipd.sock"
            listener = try RawListener(path)
            self.limits = limits
        }

        deinit { listener.close() }

        func start() async {
            let server = ControlServer(
                configuration: .init(
                    socketPath: path,
                    inheritedSocket: listener.passedOn(),
                    limits: limits
                ),
                backends: ControlBackends(FakeBackend()),
                events: EventHub(),
                gate: .ofTest,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            let (listening, signal) = AsyncStream.makeStream(of: Void.self)
            task = Task { try await server.run(on: .start()) { signal.finish() } }
            for await _ in listening {}
        }

        func stop() async throws {
            task?.cancel()
            try await task?.value
        }
    }

    /// Connects and asks before the server is started.
    private func expectAnswerToWhoWaited(for served: Served) async throws {
        let client = try RawClient(served.path)
        client.send(Self.request)
        await served.start()
        let answer = client.status()
        #expect(answer == 200)
    }

    @Test func whoConnectedBeforeTheServerRanIsAnswered() async throws {
        let served = try Served()
        try await expectAnswerToWhoWaited(for: served)
        try await served.stop()
    }

    @Test func requestsShareAConnectionAndAreDated() async throws {
        let served = try Served()
        await served.start()
        let client = try RawClient(served.path)
        client.send(Self.request)
        let answer = client.status()
        #expect(answer == 200)
        client.send("GET /nowhere HTTP/1.1\r\nHost: pipd\r\n\r\n")
        let head = client.read(until: "\r\n\r\n")
        #expect(head.hasPrefix("HTTP/1.1 404 "))
        #expect(head.contains(" GMT\r\n"))
        try await served.stop()
    }

    /// The file is the manager's: it listens on, and starts the service again
    /// for the next client.
    @Test func theSocketOutlivesTheServer() async throws {
        let served = try Served()
        await served.start()
        try await served.stop()
        let left = try FileManager.default.contentsOfDirectory(atPath: served.folder.path)
        #expect(left == ["pipd.sock"])
        try await expectAnswerToWhoWaited(for: served)
        try await served.stop()
    }

    @Test func garbageIsAnsweredAndTheConnectionEnds() async throws {
        let served = try Served()
        await served.start()
        let client = try RawClient(served.path)
        client.send("hello\r\n\r\n")
        let answer = client.readToEnd()
        #expect(answer.hasPrefix("HTTP/1.1 400 "))
        try await served.stop()
    }

    @Test func whoIsOneTooManyIsTold() async throws {
        var limits = ControlLimits()
        limits.connections = 1
        let served = try Served(limits)
        await served.start()
        let first = try RawClient(served.path)
        subscribe(first)
        let second = try RawClient(served.path)
        second.send(Self.request)
        let refusal = second.readToEnd()
        #expect(refusal.hasPrefix("HTTP/1.1 503 "))
        try await served.stop()
    }

    /// Idle ones and subscribers are told at once; one that never ends its request is cut off.
    @Test func openConnectionsDoNotHoldTheEnd() async throws {
        let served = try Served()
        await served.start()
        let idle = try RawClient(served.path)
        idle.send(Self.request)
        let answer = idle.status()
        #expect(answer == 200)
        let subscriber = try RawClient(served.path)
        subscriber.send("GET /v1/events HTTP/1.1\r\nHost: pipd\r\n\r\n")
        _ = subscriber.read(until: ": subscribed\n\n")
        let unfinished = try RawClient(served.path)
        unfinished.send(Self.request)
        let accepted = unfinished.status()
        #expect(accepted == 200)
        unfinished.send("GET /v1/view HTTP/1.1\r\n")
        try await served.stop()
        let haveEnded = [idle.waitForEnd(), subscriber.waitForEnd(), unfinished.waitForEnd()]
        #expect(haveEnded == [true, true, true])
    }

    @Test func aDateIsWrittenAsTheSpecificationSays() {
        #expect(HTTPDate.text(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
    }
}

internal import ControlAPI
internal import Dispatch
internal import Foundation
internal import Logging
internal import Media
internal import NIOCore
internal import Platform
internal import Synchronization
internal import Testing

@testable internal import Control

/// Real sockets, and clients that misbehave on them.
@Suite(.serialized, .timeLimit(.minutes(30))) struct ControlServerTests {
    private static let request = "GET /v1/view HTTP/1.1\r\nHost: pipd\r\n\r\n"

    @Test func theSocketIsForUserAndGroup() async throws {
        try await withServer { server in
            let attributes = try FileManager.default.attributesOfItem(atPath: server.path)
            #expect(attributes[.posixPermissions] as? Int == 0o660)
            #expect(attributes[.type] as? FileAttributeType == .typeSocket)
            // Nothing else is left in the folder.
            let folder = String(server.path.dropLast("/pipd.sock".count))
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.sorted() == ["pipd.sock", "pipd.sock.kept", "pipd.sock.lock"])
        }
    }

    @Test func aStaleSocketIsReplacedAndALiveOneIsNot() async throws {
        let folder = Folder()
        let path = folder.path + "/pipd.sock"
        try RawListener(path).close()
        let server = ControlServer(
            configuration: .init(socketPath: path),
            backends: ControlBackends(FakeBackend()),
            events: EventHub(),
            gate: .ofTest,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let (listening, signal) = AsyncStream.makeStream(of: Void.self)
        let task = Task { try await server.run(on: .start()) { signal.finish() } }
        for await _ in listening {}
        await #expect(throws: ControlSocketError.self) { try await server.run() }
        let client = try RawClient(path)
        client.send(Self.request)
        #expect(client.status() == 200)
        task.cancel()
        try await task.value
    }

    @Test func aServerThatIsStoppedAtOnceEndsQuietly() async throws {
        for _ in 0..<20 {
            let folder = Folder()
            let server = ControlServer(
                configuration: .init(socketPath: folder.path + "/pipd.sock"),
                backends: ControlBackends(FakeBackend()),
                events: EventHub(),
                gate: .ofTest,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            let task = Task { try await server.run() }
            task.cancel()
            try await task.value
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        }
    }

    /// The page is no reason for the screen to be dark: a port that is taken, or an address that the
    /// machine does not have yet, is told of, and tried again.
    @Test func aTCPAddressThatIsTakenIsNamedAndWaitedFor() async throws {
        let folder = Folder()
        let taken = try RawPort()
        let (lines, line) = AsyncStream.makeStream(of: Void.self)
        var log = KeptLog()
        log.onLine = { line.yield() }
        let handler = log
        var web = ControlServer.Web()
        web.listener = .init(host: "127.0.0.1", port: taken.port)
        let server = ControlServer(
            configuration: .init(
                socketPath: folder.path + "/pipd.sock",
                web: web
            ),
            backends: ControlBackends(FakeBackend()),
            events: EventHub(),
            gate: .ofTest,
            logger: Logger(label: "test") { _ in handler }
        )
        let (listening, isListening) = AsyncStream.makeStream(of: Void.self)
        let thread = try ControlThread.start()
        let task = Task { try await server.run(on: thread) { isListening.yield() } }
        for await _ in listening { break }
        let client = try RawClient(folder.path + "/pipd.sock")
        client.send(Self.request)
        #expect(client.status() == 200)
        #expect(log.text.contains("127.0.0.1:\(taken.port)"))
        #expect(log.text.contains("Address already in use"))
        taken.close()
        let listens = "listening on 127.0.0.1:\(taken.port)"
        for await _ in lines where log.text.contains(listens) { break }
        task.cancel()
        try await task.value
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func requestsShareAConnection() async throws {
        try await withServer { server in
            let client = try RawClient(server.path)
            client.send(Self.request + Self.request)
            #expect(client.status() == 200)
            #expect(client.status() == 200)
            client.send("GET /nowhere HTTP/1.1\r\nHost: pipd\r\n\r\n")
            #expect(client.status() == 404)
        }
    }

    @Test(
        arguments: [
            ("hello\r\n\r\n", "400"),
            ("\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", "400"),
            ("GET / HTTP/9.9\r\n\r\n", "400"),
            ("PUT /v1/streams/x HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", "400"),
            ("PUT /v1/streams/x HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n", "413"),
        ])
    func garbageIsAnsweredAndTheConnectionEnds(bytes: String, status: String) async throws {
        try await withServer { server in
            let client = try RawClient(server.path)
            client.send(bytes)
            let answer = client.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
            #expect(answer.contains("Content-Type: application/problem+json"))
            #expect(answer.contains("Connection: close"))
        }
    }

    @Test(arguments: ["X-Filler: ", "GET /"])
    func anEndlessHeaderIsCutOff(field: String) async throws {
        try await withServer { server in
            let client = try RawClient(server.path)
            if field != "GET /" { client.send("GET / HTTP/1.1\r\n") }
            client.send(field)
            let filler = String(repeating: "a", count: 65536)
            var sent = 0
            while sent < 1 << 30 {
                let count = client.send(filler)
                if count == 0 { break }
                sent += count
            }
            // What the kernel takes in before the server has closed.
            #expect(sent < 4 << 20)
            #expect(client.readToEnd().hasPrefix("HTTP/1.1 431 "))
        }
    }

    @Test func manyHeaderFieldsAreCutOff() async throws {
        try await withServer { server in
            let client = try RawClient(server.path)
            client.send("GET / HTTP/1.1\r\n" + String(repeating: "a: b\r\n", count: 200))
            #expect(client.readToEnd().hasPrefix("HTTP/1.1 431 "))
        }
    }

    @Test func anEndlessBodyIsCutOff() async throws {
        try await withServer { server in
            let client = try RawClient(server.path)
            client.send(
                "PUT /v1/streams/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
            )
            let chunk = "4000\r\n" + String(repeating: "a", count: 0x4000) + "\r\n"
            var sent = 0
            while sent < 1 << 30 {
                let count = client.send(chunk)
                if count == 0 { break }
                sent += count
            }
            #expect(sent < 4 << 20)
            #expect(client.readToEnd().hasPrefix("HTTP/1.1 413 "))
        }
    }

    @Test func aSlowHeaderEndsTheConnection() async throws {
        var limits = ControlLimits()
        limits.idleSeconds = 0.2
        try await withServer(limits) { server in
            let silent = try RawClient(server.path)
            let slow = try RawClient(server.path)
            slow.send("GET /v1/view HTTP/1.1\r\nHos")
            #expect(silent.readToEnd() == "")
            #expect(slow.readToEnd() == "")
        }
    }

    @Test func aSlowBodyEndsWith408() async throws {
        var limits = ControlLimits()
        limits.bodySeconds = 0.2
        try await withServer(limits) { server in
            let client = try RawClient(server.path)
            client.send("PUT /v1/streams/x HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{")
            #expect(client.readToEnd().hasPrefix("HTTP/1.1 408 "))
        }
    }

    @Test func aClientThatHasFinishedSendingIsAnswered() async throws {
        try await withServer { server in
            let client = try RawClient(server.path)
            client.send(Self.request)
            client.finishSending()
            #expect(client.readToEnd().hasPrefix("HTTP/1.1 200 "))
            let mute = try RawClient(server.path)
            mute.finishSending()
            #expect(mute.readToEnd() == "")
        }
    }

    @Test func connectionsBeyondTheLimitAreToldSo() async throws {
        try await withServer { server in
            let clients = try Clients(count: 200, path: server.path)
            let statuses = clients.statuses(Self.request)
            // How many come in time, and how many of the others are told, is a matter of timing.
            #expect(statuses[200, default: 0] >= ControlLimits().connections)
            #expect(Set(statuses.keys).isSubset(of: [200, 503, 0]))
            #expect(statuses.values.reduce(0, +) == 200)
        }
    }

    @Test func connectionsAreServedAgainWhenOthersEnd() async throws {
        try await withServer { server in
            _ = try Clients(count: 64, path: server.path).statuses(Self.request)
            // The server notices the ends one by one.
            #expect(try server.serves(Self.request))
        }
    }

    @Test func aSlowSubscriberLosesItsStreamAndNoOtherMissesAnything() async throws {
        var limits = ControlLimits()
        // It is closed for what it misses, however long that takes here.
        (limits.writeSeconds, limits.heartbeatSeconds) = (600, 600)
        try await withServer(limits) { server in
            let slow = try RawClient(server.path)
            let quick = try RawClient(server.path)
            let heads = [subscribe(slow), subscribe(quick)]
            #expect(heads.allSatisfy { $0.contains("Content-Type: text/event-stream") })
            let filler = JSONValue.string(String(repeating: "x", count: 8192))
            for id in 1...300 {
                server.events.publish(ControlEvent(.viewChanged, ["filler": filler]))
                _ = quick.read(until: "id: \(id)\n")
                #expect(quick.read(until: "\n\n").hasSuffix("\n\n"))
            }
            #expect(server.events.subscriberCount == 1)
            let rest = slow.readToEnd()
            #expect(rest.contains("id: 1\n"))
            #expect(!rest.contains("id: 300\n"))
            #expect(rest.contains("event: overflow\ndata: {"))
        }
    }

    @Test func subscribersBeyondTheLimitAreRefused() async throws {
        try await withServer { server in
            let clients = try Clients(count: 33, path: server.path)
            let statuses = clients.statuses(subscription)
            #expect(statuses[200] == 32)
            #expect(statuses[503] == 1)
        }
    }

    @Test func aSubscriberThatLeavesIsForgotten() async throws {
        var limits = ControlLimits()
        limits.heartbeatSeconds = 0.05
        try await withServer(limits) { server in
            do {
                let client = try RawClient(server.path)
                _ = subscribe(client)
                #expect(client.read(until: ": still here\n\n").hasSuffix(": still here\n\n"))
                #expect(server.events.subscriberCount == 1)
            }
            // Each round trip gives the server a turn to notice.
            let probe = try RawClient(server.path)
            for _ in 0..<10_000 where server.events.subscriberCount > 0 {
                probe.send(Self.request)
                #expect(probe.status() == 200)
            }
            #expect(server.events.subscriberCount == 0)
        }
    }

    @Test func aClientThatReadsNothingIsLetGo() async throws {
        var limits = ControlLimits()
        limits.writeSeconds = 0.2
        try await withServer(limits) { server in
            let client = try RawClient(server.path)
            // More answers than kernel and server hold.
            let ask = "GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n"
            client.send(String(repeating: ask, count: 200))
            let probe = try RawClient(server.path)
            probe.send(Self.request)
            #expect(probe.status() == 200)
            let ended = client.waitForEnd()
            #expect(ended)
        }
    }

    @Test func shuttingDownWaitsForNoClient() async throws {
        let clock = ContinuousClock()
        var stopping = clock.now
        try await withServer { server in
            let idle = try RawClient(server.path)
            let half = try RawClient(server.path)
            half.send("PUT /v1/streams/x HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{")
            let subscriber = try RawClient(server.path)
            _ = subscribe(subscriber)
            let stuck = try RawClient(server.path)
            _ = subscribe(stuck)
            let filler = JSONValue.string(String(repeating: "x", count: 8192))
            for _ in 0..<60 { server.events.publish(ControlEvent(.snapshot, ["x": filler])) }
            idle.send("")
            stopping = clock.now
        }
        // It would wait for ever; a busy machine takes its time.
        #expect(clock.now - stopping < .seconds(20))
    }

    /// A thread that stands back is woken late: its timers are due before what it has to say.
    @Test func anAnswerThatIsKnownGoesOutHoweverLateTheThreadIs() async throws {
        var limits = ControlLimits()
        limits.shutdownSeconds = 0.05
        let folder = Folder()
        let path = folder.path + "/pipd.sock"
        let (backend, isWanted) = (FakeBackend(), DispatchSemaphore(value: 0))
        let (waiting, answer) = AsyncStream.makeStream(of: Void.self)
        backend.state.withLock {
            $0.waiting = waiting
            $0.whenWaiting = { if $0 { isWanted.signal() } }
        }
        let server = ControlServer(
            configuration: .init(socketPath: path, limits: limits),
            backends: ControlBackends(backend),
            events: EventHub(),
            gate: .ofTest,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let thread = try ControlThread.start()
        let (listening, signal) = AsyncStream.makeStream(of: Void.self)
        let task = Task { try await server.run(on: thread) { signal.finish() } }
        for await _ in listening {}
        let client = try RawClient(path)
        client.send("POST /v1/streams/door/photo HTTP/1.1\r\nHost: pipd\r\n\r\n")
        Self.wait(for: isWanted)

        let (isHeld, isFree) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        thread.loop.execute {
            isHeld.signal()
            isFree.wait()
        }
        Self.wait(for: isHeld)
        task.cancel()
        let isDue = MonotonicClock.now() + .milliseconds(60)
        while MonotonicClock.now() < isDue {}
        answer.finish()
        isFree.signal()
        #expect(client.status() == 200)
        try await task.value
    }

    /// Not within a task's own code, which may not wait so.
    private static func wait(for event: DispatchSemaphore) { event.wait() }
}

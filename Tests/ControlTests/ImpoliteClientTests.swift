internal import ControlAPI
internal import Synchronization
internal import Testing

@testable internal import Control

/// Clients that keep connections without using them, and requests that break rules of HTTP
/// which the parser does not know.
@Suite(.serialized, .timeLimit(.minutes(30))) struct ImpoliteClientTests {
    private static let request = "GET /v1/view HTTP/1.1\r\nHost: pipd\r\n\r\n"

    private func withServer(
        connections: Int,
        _ body: sending (RunningServer) async throws -> Void
    ) async throws {
        var limits = ControlLimits()
        limits.connections = connections
        try await ControlTests.withServer(limits, body)
    }

    @Test func slowConnectionsDoNotKeepOthersOut() async throws {
        try await withServer(connections: 8) { server in
            let slow = try Clients(count: 100, path: server.path)
            slow.send("GET /v1/view HTTP/1.1\r\nHos")
            for _ in 0..<10 {
                let client = try RawClient(server.path)
                client.send(Self.request)
                #expect(client.status() == 200)
            }
            let told = slow.readToEnd(first: 92)
            #expect(told.allSatisfy { $0.hasPrefix("HTTP/1.1 503 ") && $0.contains("longest") })
        }
    }

    @Test func whoIsBetweenTwoRequestsMakesRoomInSilence() async throws {
        try await withServer(connections: 2) { server in
            let first = try RawClient(server.path)
            first.send(Self.request)
            #expect(first.status() == 200)
            let busy = try RawClient(server.path)
            subscribe(busy)
            let third = try RawClient(server.path)
            third.send(Self.request)
            #expect(third.status() == 200)
            #expect(first.readToEnd() == "")
            server.events.publish(ControlEvent(.snapshot))
            #expect(busy.read(until: "\n\n").contains("event: snapshot"))
        }
    }

    @Test func whoIsOneTooManyIsToldWhileAllOthersAreServed() async throws {
        try await withServer(connections: 2) { server in
            let busy = try Clients(count: 2, path: server.path)
            busy.subscribe()
            let third = try RawClient(server.path)
            third.send(Self.request)
            #expect(third.readToEnd().hasPrefix("HTTP/1.1 503 "))
        }
    }

    @Test func whoDoesNotReadMakesRoom() async throws {
        var limits = ControlLimits()
        limits.connections = 1
        // It counts as one that does not read after a tenth of that, and is closed long after.
        limits.writeSeconds = 30
        limits.idleSeconds = 60
        try await ControlTests.withServer(limits) { server in
            let deaf = try RawClient(server.path)
            let ask = "GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n"
            deaf.send(String(repeating: ask, count: 200))
            #expect(try server.serves(Self.request))
        }
    }

    @Test(
        arguments: [
            ("GET /v1/view HTTP/1.1\r\n\r\n", "400", "`Host`"),
            ("GET /v1/view HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "400", "one `Host`"),
            ("GET /v1/view HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", "400", "one `Host`"),
            ("GET /v1/view HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n", "200", "main"),
            ("GET /v1/view HTTP/1.0\r\nConnection: close\r\n\r\n", "200", "main"),
        ])
    func aRequestNamesItsHostOnce(bytes: String, status: String, says words: String) async throws {
        try await withServer(connections: 4) { server in
            let client = try RawClient(server.path)
            client.send(bytes)
            client.finishSending()
            let answer = client.readToEnd()
            #expect(answer.prefix { $0 != "\r\n" }.split(separator: " ")[1] == status)
            #expect(answer.contains(words))
        }
    }

    /// What follows a refused request is not taken for another one.
    @Test func nothingIsDoneAfterARequestWithoutHost() async throws {
        let backend = FakeBackend()
        try await ControlTests.withServer(backend: backend) { server in
            let client = try RawClient(server.path)
            client.send("DELETE /v1/streams/door HTTP/1.1\r\n\r\n")
            client.send("DELETE /v1/streams/lobby HTTP/1.1\r\nHost: a\r\n\r\n")
            let answer = client.readToEnd()
            #expect(answer.hasPrefix("HTTP/1.1 400 "))
            #expect(answer.ranges(of: "HTTP/1.1 4").count == 1)
        }
        #expect(backend.state.withLock { $0.streams.count } == 2)
    }
}

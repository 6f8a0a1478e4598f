internal import ControlAPI
internal import HTTPTypes
internal import Synchronization
internal import Testing

@testable internal import Control

/// Events that clients ask for: their own, and pictures of streams.
@Suite(.timeLimit(.minutes(30))) struct CustomEventTests {
    private func post(_ target: String, _ body: String, type: String? = nil) -> String {
        "POST \(target) HTTP/1.1\r\nHost: pipd\r\nConnection: close\r\n"
            + (type.map { "Content-Type: \($0)\r\n" } ?? "")
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// What all subscribers are sent after a request, and its answer.
    private func exchange(
        _ request: String,
        of backend: FakeBackend = FakeBackend()
    ) async throws -> (answer: String, events: [String]) {
        var result = (answer: "", events: [String]())
        try await withServer(backend: backend) { server in
            let clients = try Clients(count: 2, path: server.path)
            clients.subscribe()
            let asking = try RawClient(server.path)
            asking.send(request)
            result.answer = asking.readToEnd()
            server.events.close()
            result.events = clients.readToEnd()
        }
        return result
    }

    @Test func anEventOfAClientReachesAllSubscribers() async throws {
        let body = #"{"type":"custom.toast","data":{"text":"a\nb","id":7}}"#
        let (answer, events) = try await exchange(post("/v1/events", body))
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        #expect(answer.hasSuffix(#"{"event_id":1,"subscribers":2}"# + "\n"))
        for text in events {
            #expect(text.contains("id: 1\nevent: custom.toast\ndata: {\"id\":1,\"time\":"))
            #expect(text.contains(#","data":{"id":7,"text":"a\nb"}}"# + "\n\n"))
        }
    }

    @Test(arguments: [(99_800, 200), (99_950, 413), (127_000, 413), (200_000, 413)])
    func anEventHasAHundredThousandBytesAtMost(length: Int, status: Int) async throws {
        let text = String(repeating: "x", count: length)
        let body = #"{"type":"custom.a","data":"\#(text)"}"#
        let (answer, events) = try await exchange(post("/v1/events", body))
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        for event in events {
            #expect(event.contains("event: custom.a") == (status == 200))
            #expect(event.utf8.count < 100_000 + 500)
        }
    }

    @Test(arguments: [("screenshot", #"{"at":-2,"fit":"cover","target":"30x30"}"#), ("photo", "")])
    func aPictureOfAStreamSaysItsSource(kind: String, body: String) async throws {
        let backend = FakeBackend()
        let request = post("/v1/streams/door/\(kind)?event=true", body)
        let (answer, events) = try await exchange(request, of: backend)
        #expect(answer.contains(#""event_id":1,"#) && answer.contains(#""subscribers":2,"#))
        for text in events {
            let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("data: ") })
            let data = try JSONValue(parsing: Array(line.utf8.dropFirst(6)))
            #expect(data["source"] == .string(kind) && data["stream"] == "door")
            #expect(try await Description.current.errors(in: data, by: "SnapshotEvent") == [])
        }
        let state = backend.state.withLock { $0 }
        let image = try #require(state.screenshots.first?.image ?? state.photos.first?.image)
        #expect(image.maximumBytes == SnapshotEvent.maximumImageBytes && image.output == .binary)
        if kind == "screenshot" {
            #expect(state.screenshots.first?.at == -2 && image.fit == .cover)
            #expect((image.maximumWidth, image.maximumHeight) == (30, 30))
        }
    }

    /// As `curl -d` sends it.
    @Test func overTheUnixSocketAFormsTypeIsJSON() async throws {
        let form = "application/x-www-form-urlencoded"
        let body = #"{"type":"custom.a"}"#
        let (answer, _) = try await exchange(post("/v1/events", body, type: form))
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        let (other, _) = try await exchange(post("/v1/events", body, type: "text/plain"))
        #expect(other.hasPrefix("HTTP/1.1 415 "))
        let exchange = Exchange(.post, "/v1/events", body, as: form, gives: 415)
        let remote = try await ControlTests.answer(exchange, as: .operator)
        #expect(remote.status.code == 415)
    }
}

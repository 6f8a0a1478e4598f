internal import ControlAPI
internal import Synchronization
internal import Testing

@testable internal import Control

/// Images on real sockets, and clients that do not want them any more.
@Suite(.serialized, .timeLimit(.minutes(30))) struct ImageDeliveryTests {
    private static let photo =
        "POST /v1/streams/door/photo HTTP/1.1\r\nHost: pipd\r\nContent-Length: 0\r\n\r\n"

    /// A backend whose photos wait, what it tells, and what ends the wait.
    private func waitingBackend() -> (
        backend: FakeBackend, told: AsyncStream<Bool>, end: AsyncStream<Void>.Continuation
    ) {
        let backend = FakeBackend()
        let (waiting, end) = AsyncStream.makeStream(of: Void.self)
        let (told, teller) = AsyncStream.makeStream(of: Bool.self)
        backend.state.withLock { state in
            state.waiting = waiting
            state.whenWaiting = { teller.yield($0) }
        }
        return (backend, told, end)
    }

    @Test func theRequestOfAClientThatLeavesIsCancelled() async throws {
        let (backend, told, end) = waitingBackend()
        try await withServer(backend: backend) { server in
            var news = told.makeAsyncIterator()
            do {
                let client = try RawClient(server.path)
                client.send(Self.photo)
                #expect(await news.next() == true)
            }
            // Nothing else ends the wait: `end` is still held.
            #expect(await news.next() == false)
            withExtendedLifetime(end) {}
            let other = try RawClient(server.path)
            other.send("GET /v1/view HTTP/1.1\r\nHost: pipd\r\n\r\n")
            #expect(other.status() == 200)
        }
    }

    @Test func aClientThatHasOnlyFinishedSendingIsStillAnswered() async throws {
        let (backend, told, end) = waitingBackend()
        try await withServer(backend: backend) { server in
            var news = told.makeAsyncIterator()
            let client = try RawClient(server.path)
            client.send(Self.photo)
            client.finishSending()
            #expect(await news.next() == true)
            end.finish()
            #expect(await news.next() == false)
            #expect(client.readToEnd().hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
    }

    @Test func aShutdownDoesNotWaitForAnImage() async throws {
        let (backend, told, end) = waitingBackend()
        let clock = ContinuousClock()
        var stopping = clock.now
        try await withServer(backend: backend) { server in
            var news = told.makeAsyncIterator()
            let client = try RawClient(server.path)
            client.send(Self.photo)
            #expect(await news.next() == true)
            stopping = clock.now
        }
        withExtendedLifetime(end) {}
        // It would wait for ever; a busy machine takes its time.
        #expect(clock.now - stopping < .seconds(20))
    }

    @Test func aLargeImageArrivesWhole() async throws {
        let backend = FakeBackend()
        let image = [UInt8](repeating: 0x5A, count: (5 << 20) + 7)
        backend.state.withLock { $0.image = image }
        try await withServer(backend: backend) { server in
            let client = try RawClient(server.path)
            // On one connection, so that the end of the first shows in the second.
            client.send(Self.photo + Self.photo)
            for _ in 0..<2 {
                let head = client.read(until: "\r\n\r\n")
                #expect(head.contains("\r\nContent-Length: \(image.count)\r\n"))
                #expect(client.read(count: image.count) == image)
            }
        }
    }
}

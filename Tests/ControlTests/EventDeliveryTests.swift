internal import ControlAPI
internal import Testing

@testable internal import Control

/// Large events on real sockets.
@Suite(.serialized, .timeLimit(.minutes(30))) struct EventDeliveryTests {
    @Test func subscribersThatDoNotReadLoseNobodyElsesEvents() async throws {
        var limits = ControlLimits()
        // They are closed for what they miss, however long it takes here, and told of that alone.
        (limits.writeSeconds, limits.heartbeatSeconds) = (600, 600)
        try await withServer(limits) { server in
            let reader = try RawClient(server.path)
            subscribe(reader)
            let others = try Clients(count: 6, path: server.path)
            others.subscribe()
            #expect(server.events.subscriberCount == 7)
            let filler = JSONValue.string(String(repeating: "x", count: 99_000))
            for id in 1...100 {
                server.events.publish(ControlEvent(.viewChanged, ["filler": filler]))
                // One missing would have its successor's ID instead.
                let text = reader.read(until: "\n\n")
                #expect(text.contains("\r\nid: \(id)\nevent: view-changed\ndata: {"))
                #expect(text.utf8.count > 99_000)
            }
            #expect(server.events.subscriberCount == 1)
            for text in others.readToEnd() {
                let parts = text.split(separator: "event: ")
                let last = try #require(parts.last)
                #expect(last.hasPrefix("overflow\ndata: {"))
                // What the queue holds, and what the connection has taken out of it.
                let capacity = EventHub.queueByteCapacity / 99_000
                #expect((capacity...capacity + 10).contains(parts.count - 2))
            }
        }
    }

    @Test func aSubscriberThatNeverReadsIsClosed() async throws {
        var limits = ControlLimits()
        limits.writeSeconds = 0.2
        try await withServer(limits) { server in
            let idle = try RawClient(server.path)
            subscribe(idle)
            let filler = JSONValue.string(String(repeating: "x", count: 99_000))
            while server.events.subscriberCount > 0 {
                server.events.publish(ControlEvent(.viewChanged, ["filler": filler]))
            }
            let ended = idle.waitForEnd()
            #expect(ended)
        }
    }
}

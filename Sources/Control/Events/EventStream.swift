internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Media
internal import NIOCore

/// Answers `/v1/events`: server-sent events until either side ends them.
struct EventStream: Sendable {
    let hub: EventHub

    /// - Throws: 503 when there are too many subscribers.
    func answer(_ request: Request) throws(ControlError) -> Response {
        guard let subscription = hub.subscribe() else {
            throw .unavailable(
                "There are \(EventHub.maximumSubscribers) subscribers, which is the most; "
                    + "close one, or try again."
            )
        }
        let hub = hub
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: .init { writer in
                defer { hub.unsubscribe(subscription) }
                do {
                    try await request.body.consumeWithCancellationOnInboundClose { _ in
                        try await Self.send(subscription, to: &writer)
                    }
                } catch is CancellationError {
                    // The client closed its end.
                }
                try await writer.finish(nil)
            }
        )
    }

    private static func send(
        _ subscription: EventSubscription,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        // Something to read at once shows that the subscription stands.
        try await writer.write(ByteBuffer(string: ": subscribed\n\n"))
        for await message in subscription.messages {
            switch message {
            case .heartbeat: try await writer.write(ByteBuffer(string: ": still here\n\n"))
            case .event(let event):
                try await writer.write(event.text)
                subscription.backlog.remove(event.text.readableBytes)
            }
        }
        guard subscription.backlog.hasOverflowed else { return }
        try await writer.write(
            ByteBuffer(string: "event: overflow\ndata: \(overflowText)\n\n")
        )
    }

    private static let overflowText =
        #"{"detail":"Events were read too slowly; some are missing. Subscribe again."}"#
}

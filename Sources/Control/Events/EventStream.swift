internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Media
internal import NIOCore

/// Answers `/v1/events`: server-sent events until either side ends them.
struct EventStream: Sendable {
    let hub: EventHub

    /// - Throws: 503 when there are too many subscribers.
    func answer(_ call: RouteCall) throws(ControlError) -> Response {
        guard let subscription = hub.subscribe(leaving: Self.places(leftBy: call.context)) else {
            throw .unavailable(
                "There are \(hub.subscriberCount) subscribers, and no more are let in with this "
                    + "role, from here; close one, or try again."
            )
        }
        let (hub, request, isAdmitted) = (hub, call.request, call.context.isStillAdmitted)
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: .init { writer in
                defer { hub.unsubscribe(subscription) }
                do {
                    try await request.body.consumeWithCancellationOnInboundClose { _ in
                        try await Self.send(subscription, while: isAdmitted, to: &writer)
                    }
                } catch is CancellationError {
                    // The client closed its end.
                }
                try await writer.finish(nil)
            }
        )
    }

    /// What clients from elsewhere leave to those of the control socket, and viewers to others.
    private static func places(leftBy context: ControlContext) -> Int {
        guard context.door != .control else { return 0 }
        return context.caller.role < .operator ? 12 : 8
    }

    private static func send(
        _ subscription: EventSubscription,
        while isAdmitted: () -> Bool,
        to writer: inout any ResponseBodyWriter
    ) async throws {
        // Something to read at once shows that the subscription stands.
        try await writer.write(ByteBuffer(string: ": subscribed\n\n"))
        for await message in subscription.messages {
            guard isAdmitted() else { return }
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

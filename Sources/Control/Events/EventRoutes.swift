internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Media

/// What happens, for whoever wants to know.
struct EventRoutes: RouteArea {
    let events: EventHub

    var routes: [Route] { [follow, publish] }

    private var follow: Route {
        let description =
            "Server-sent events until either side ends them; `data` is an `Event`, for `snapshot` a `SnapshotEvent`, for what clients send their own under `data`. A client that leaves more than \(EventHub.queueCapacity) events or \(EventHub.queueByteCapacity) bytes unread is sent `overflow` as the last one."
        return Route(
            method: .get,
            path: "/v1/events",
            name: "followEvents",
            summary: "Follow what happens",
            role: .viewer,
            answers: [200: RouteText.content(description, ["text/event-stream": .text])],
            isEndless: true
        ) { call in try EventStream(hub: events).answer(call) }
    }

    private var publish: Route {
        Route(
            method: .post,
            path: "/v1/events",
            name: "publishEvent",
            summary: "Send an event of one's own to all subscribers",
            role: .operator,
            body: .json("CustomEvent"),
            answers: [200: RouteText.json("It was sent.", "EventReport")],
            refusals: [413: "The event is too large."]
        ) { call in
            let event = try CustomEvent(json: try await call.json())
            await call.note("Sends \(event.type) to all subscribers")
            let publication = events.publish(event)
            return try Response(
                json: EventReport(
                    eventID: publication.eventID,
                    subscribers: publication.subscribers
                )
            )
        }
    }

    var schemas: [String: Schema] {
        [
            "CustomEvent": .object(
                ["type": .text(like: CustomEvent.typePattern)],
                optional: ["data": [:]]
            ),
            // Other members depend on the event.
            "Event": [
                "type": "object",
                "properties": ["id": Schema.count.json, "time": Schema.amount.json],
                "required": ["id", "time"],
            ],
            "EventReport": .object(["event_id": .count, "subscribers": .count]),
        ]
    }
}

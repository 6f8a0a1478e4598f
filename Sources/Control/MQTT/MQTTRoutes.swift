internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird

/// How it stands with the broker.
struct MQTTRoutes: RouteArea {
    let backend: any MQTTBackend

    var routes: [Route] {
        [
            Route(
                method: .get,
                path: "/v1/mqtt",
                name: "getMQTT",
                summary: "How it stands with the MQTT broker",
                role: .viewer,
                answers: [200: RouteText.json("The connection, and what went over it.", "MQTT")]
            ) { _ in try Response(json: await backend.mqtt()) }
        ]
    }

    var schemas: [String: Schema] {
        [
            "MQTT": .object(
                [
                    "state": .choice(MQTTReport.State.self), "groups": .list(of: .text),
                    "reconnects": .count, "sent": .count, "received": .count,
                    "ignored": .dictionary(of: .count), "lost": .count,
                    "refused": .list(of: .text),
                ],
                optional: [
                    "broker": .text, "topic": .text, "reason": .text,
                    "next_attempt_seconds": .amount, "connected_seconds": .amount,
                ]
            )
        ]
    }
}

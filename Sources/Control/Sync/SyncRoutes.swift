internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird

/// How streams keep in step with their walls.
struct SyncRoutes: RouteArea {
    let backend: any SyncBackend

    var routes: [Route] {
        [
            Route(
                method: .get,
                path: "/v1/sync",
                name: "getSync",
                summary: "How streams keep in step with their walls",
                role: .viewer,
                answers: [200: RouteText.json("The clock and those streams.", "Sync")]
            ) { _ in try Response(json: await backend.sync()) }
        ]
    }

    var schemas: [String: Schema] {
        [
            "Sync": .object([
                "clock": .named("Clock"), "streams": .list(of: .named("SyncedStream")),
            ]),
            "Clock": .object(
                ["offset_seconds": .number],
                optional: [
                    "synchronized": .boolean, "largest_error_milliseconds": .amount,
                    "reason": .text,
                ]
            ),
            "SyncedStream": .object(
                [
                    "id": .streamID, "group": .streamID, "epoch": .text(like: UTCText.pattern),
                    "in_step": .boolean, "resyncs": .dictionary(of: .count),
                ],
                optional: [
                    "error_milliseconds": .number, "duration_seconds": .amount, "item": .text,
                    "reason": .text,
                ]
            ),
        ]
    }
}

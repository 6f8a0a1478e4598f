internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Media

/// Whether the daemon works, and what it measures.
struct HealthRoutes: RouteArea {
    let backend: any HealthBackend

    var routes: [Route] { [health, metrics, status, stats] }

    private var health: Route {
        Route(
            method: .get,
            path: "/healthz",
            name: "getHealth",
            summary: "Whether frames, or the held frame, reach the output, and what they show",
            role: .viewer,
            answers: [200: RouteText.json("Frames reach the output.", "Health")],
            refusals: [503: "No frame reaches the output; `detail` says why."]
        ) { _ in
            let report = await backend.health()
            guard report.healthy else {
                throw ControlError.unavailable(
                    MessageText(message: report.cause ?? "No frame reaches the output.")
                )
            }
            return try Response(json: report)
        }
    }

    private var metrics: Route {
        Route(
            method: .get,
            path: "/metrics",
            name: "getMetrics",
            summary: "Metrics, as OpenMetrics or Prometheus text by `Accept`",
            role: .viewer,
            answers: [
                200: RouteText.content(
                    "Every metric.",
                    ["text/plain": .text, "application/openmetrics-text": .text]
                )
            ]
        ) { call in
            let format = MetricFormat(accepting: call.request.headers[values: .accept])
            let text = MetricText.render(await backend.metrics(), as: format)
            return Response(
                status: .ok,
                headers: [.contentType: format.mediaType, .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: text))
            )
        }
    }

    private var status: Route {
        Route(
            method: .get,
            path: "/v1/status",
            name: "getStatus",
            summary: "What the daemon is, shows and uses",
            role: .viewer,
            answers: [200: RouteText.json("What the daemon is, shows and uses.", "Status")]
        ) { _ in try Response(json: await backend.status()) }
    }

    private var stats: Route {
        Route(
            method: .get,
            path: "/v1/stats",
            name: "getStats",
            summary: "Counts and histograms since the start, for who draws them over time",
            role: .viewer,
            answers: [200: RouteText.json("What was measured since the start.", "Stats")],
            refusals: [503: "The kernel does not tell of the process; try again."]
        ) { _ in try Response(json: await backend.stats()) }
    }

    var schemas: [String: Schema] { Self.schemas.merging(StatsSchemas.all) { first, _ in first } }

    private static var schemas: [String: Schema] {
        [
            "Health": .object(
                ["healthy": .boolean, "views": .list(of: .named("ViewHealth"))],
                optional: ["cause": .text, "notice": .text]
            ),
            "ViewHealth": .object(
                [
                    "view": .choice(ViewName.self),
                    "shows": .choice(["picture", "placeholder", "nothing"]),
                ],
                optional: ["stream": .streamID, "last_frame_age_seconds": .amount]
            ),
            "Status": .object([
                "version": .text, "uptime_seconds": .amount, "output": .named("Output"),
                "view": .named("View"), "streams": .list(of: .named("Stream")),
                "memory": .named("Memory"), "config_generation": .count,
            ]),
            "Output": .object(
                [
                    "kind": .text, "mode": .text, "compositor": .text, "renderer": .text,
                    "rotation": .count,
                ],
                optional: [
                    "connector": .text, "driver": .text, "reason": .text, "imports": .text,
                    "waiting": .text,
                ]
            ),
            "Memory": .object(["resident_bytes": .count, "pool_bytes": .count]),
        ]
    }
}

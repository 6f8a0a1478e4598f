internal import ControlAPI
internal import Media

/// What `/v1/stats` answers.
enum StatsSchemas {
    static let all: [String: Schema] = [
        "Stats": .object([
            "time": .amount, "uptime_seconds": .amount, "cpu_seconds": .amount,
            "memory": .named("Memory"), "output": .named("OutputStats"),
            "views": .list(of: .named("ViewStats")), "streams": .list(of: .named("StreamStats")),
        ]),
        "OutputStats": .object([
            "flips": .count, "late_flips": .count, "interval": .named("Histogram"),
            "compose": .named("Histogram"),
        ]),
        "ViewStats": .object([
            "view": .choice(ViewName.self), "presented": .count, "freezes": .count,
            "interval": .named("Histogram"),
        ]),
        "StreamStats": .object([
            "id": .streamID, "state": .text, "received": .count, "presented": .count,
            "dropped": .dictionary(of: .count), "reconnects": .count,
            "latency": .named("Histogram"),
        ]),
        "Histogram": .object([
            "bounds_ms": .list(of: .amount), "counts": .list(of: .count), "sum_ms": .amount,
        ]),
    ]
}

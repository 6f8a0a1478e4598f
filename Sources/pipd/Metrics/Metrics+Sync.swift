internal import Control
internal import FrameTransport
internal import Ingest
internal import Media
internal import Pipeline
internal import Presentation

extension Metrics {
    /// How streams keep in step with their walls; without samples where none has one.
    static func sync(_ streams: [StreamSnapshot]) -> [MetricFamily] {
        let walls = streams.compactMap { stream in stream.wall.map { (stream.id.name, $0) } }
        return [
            MetricFamily(
                "pipd_sync_error_seconds",
                .histogram,
                help: "By how much flips were off the time that a wall has for their pictures.",
                samples: walls.map { name, wall in
                    MetricSample([.init("stream", name)], histogram(wall.errors))
                }
            ),
            MetricFamily(
                "pipd_sync_resyncs_total",
                .counter,
                help: "Times that a stream was put in step with its wall again, by cause.",
                samples: walls.flatMap { name, wall in
                    WallResync.allCases.map { cause in
                        MetricSample(
                            [.init("stream", name), .init("cause", cause.rawValue)],
                            Double(wall.resyncs[cause] ?? 0)
                        )
                    }
                }
            ),
        ]
    }
}

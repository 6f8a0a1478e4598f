internal import Control
internal import FrameTransport

extension Metrics {
    static func previews(_ counts: PreviewCounts, clients: Int) -> [MetricFamily] {
        let results = [
            ("encoded", counts.made), ("sent", counts.sent), ("skipped", counts.skipped),
        ]
        return [
            MetricFamily(
                "pipd_preview_clients",
                .gauge,
                help: "Clients that look at the view.",
                value: Double(clients)
            ),
            MetricFamily(
                "pipd_preview_frames_total",
                .counter,
                help: "Pictures of the view: made, sent, and left out for who takes fewer.",
                samples: results.map {
                    MetricSample([.init("result", $0.0)], Double($0.1.count))
                }
            ),
            MetricFamily(
                "pipd_preview_encode_seconds",
                .histogram,
                help:
                    "From the wish for pictures of the view, of all widths at once, to their last byte.",
                samples: [MetricSample([], histogram(counts.seconds.snapshot()))]
            ),
        ]
    }
}

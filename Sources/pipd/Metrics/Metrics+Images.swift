internal import Control

extension Metrics {
    static func images(_ counts: ImageCounts) -> [MetricFamily] {
        let outcomes = ImageCounts.Kind.allCases.flatMap { kind in
            ImageCounts.Outcome.allCases.map { outcome in
                MetricSample(
                    [.init("kind", kind.rawValue), .init("result", outcome.rawValue)],
                    Double(counts.count(kind, outcome))
                )
            }
        }
        return [
            MetricFamily(
                "pipd_images_total",
                .counter,
                help: "Images that were asked for: made, refused, or failed for now.",
                samples: outcomes
            ),
            MetricFamily(
                "pipd_image_seconds",
                .histogram,
                help: "From the request to the last byte of the image.",
                samples: ImageCounts.Kind.allCases.map { kind in
                    MetricSample(
                        [.init("kind", kind.rawValue)],
                        histogram(counts.duration(kind))
                    )
                }
            ),
        ]
    }
}

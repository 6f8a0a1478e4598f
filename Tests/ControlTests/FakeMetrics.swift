internal import Control

/// Every family that the daemon exposes, with values of each kind.
enum FakeMetrics {
    static let all: [MetricFamily] = [
        MetricFamily(
            "pipd_build_info",
            .info,
            help: "The version of the daemon.",
            samples: [MetricSample([.init("version", "1.2.3")], 1)]
        ),
        MetricFamily(
            "pipd_frame_interval_seconds",
            .histogram,
            help: "Time between two frames shown.",
            samples: ["main", "pip", "output"].map { MetricSample([.init("layer", $0)], interval) }
        ),
        perStream("pipd_frames_received_total", .counter, help: "Frames that arrived."),
        perStream("pipd_frames_presented_total", .counter, help: "Frames that were shown."),
        MetricFamily(
            "pipd_frames_dropped_total",
            .counter,
            help: "Frames never shown, by reason.",
            samples: ["rate", "late"].map { reason in
                MetricSample([.init("stream", "door"), .init("reason", reason)], 3)
            }
        ),
        perStream("pipd_frames_in_flight", .gauge, help: "Frames received, not yet shown."),
        MetricFamily(
            "pipd_frame_latency_seconds",
            .histogram,
            help: "Time from decoded to presented.",
            samples: [MetricSample([.init("stream", "door")], interval)]
        ),
        MetricFamily(
            "pipd_compose_seconds",
            .histogram,
            help: "Time to compose a frame.",
            samples: [MetricSample([.init("compositor", "cpu")], interval)]
        ),
        MetricFamily(
            "pipd_layer_rebuilds_total",
            .counter,
            help: "Layers rebuilt, by cause.",
            samples: [
                MetricSample([.init("layer", "main"), .init("cause", "invalid_size")], 1)
            ]
        ),
        MetricFamily(
            "pipd_layer_status",
            .gauge,
            help: "1 for the status of a layer.",
            samples: [MetricSample([.init("layer", "main"), .init("status", "rendering")], 1)]
        ),
        MetricFamily(
            "pipd_stream_state",
            .gauge,
            help: "1 for the state of a stream.",
            samples: [MetricSample([.init("stream", "door"), .init("state", "playing")], 1)]
        ),
        perStream("pipd_stream_reconnects_total", .counter, help: "Times a source was reopened."),
        MetricFamily(
            "pipd_flips_late_total",
            .counter,
            help: "Refreshes that a frame missed.",
            value: 2
        ),
        MetricFamily(
            "pipd_freezes_total",
            .counter,
            help: "Freezes (W3C webrtc-stats).",
            samples: [MetricSample([.init("layer", "main")], 0)]
        ),
        MetricFamily(
            "pipd_conversions_total",
            .counter,
            help: "Pictures converted, by pixel format.",
            samples: [
                MetricSample(
                    [.init("stream", "door"), .init("from", "yuv410p"), .init("to", "I420")],
                    7
                )
            ]
        ),
        perStream("pipd_pool_bytes", .gauge, help: "Memory of decoded pictures."),
        MetricFamily(
            "process_resident_memory_bytes",
            .gauge,
            help: "Resident memory.",
            value: 6.7e7
        ),
        MetricFamily(
            "process_cpu_seconds_total",
            .counter,
            help: "CPU time, user and system.",
            value: 1.25
        ),
        MetricFamily("process_open_fds", .gauge, help: "Open descriptors.", value: 17),
        MetricFamily("process_threads", .gauge, help: "Threads.", value: 7),
        MetricFamily(
            "process_start_time_seconds",
            .gauge,
            help: "Start of the process since 1970.",
            value: 1.79e9
        ),
    ]

    private static let interval = HistogramValue(
        bounds: [0.005, 0.033_333_3, 1, 10],
        counts: [0, 28, 2, 0, 1],
        sum: 13.37
    )

    private static func perStream(
        _ name: String,
        _ kind: MetricFamily.Kind,
        help: String
    ) -> MetricFamily {
        MetricFamily(
            name,
            kind,
            help: help,
            samples: [
                MetricSample([.init("stream", "door")], 300),
                MetricSample([.init("stream", "a\"b\\c\nd")], 12),
            ]
        )
    }
}

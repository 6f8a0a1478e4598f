internal import Control
internal import ControlAPI
internal import FrameTransport
internal import Media
internal import Pipeline
internal import Platform
internal import Presentation

/// Every metric of the daemon, made from one snapshot.
enum Metrics {
    static func families(
        _ snapshot: PipelineSnapshot,
        playlists: [PlaylistSnapshot] = [],
        feeds: FeedCounts = FeedCounts(),
        library: LibraryNotices.Known = .init(),
        isHealthy: Bool,
        images counts: ImageCounts,
        previews: (counts: PreviewCounts, clients: Int)? = nil,
        access: [AccessFailure: Int] = [:],
        broker: BrokerStanding? = nil,
        configuration generation: Int = 0,
        process: ProcessStatistics?
    ) -> [MetricFamily] {
        let build = MetricFamily(
            "pipd_build_info",
            .info,
            help: "The version that runs.",
            samples: [MetricSample([.init("version", Version.current)], 1)]
        )
        let configuration = MetricFamily(
            "pipd_config_generation",
            .gauge,
            help:
                "The number of the configuration that was applied and is in force; 0 for the file.",
            value: Double(generation)
        )
        return [build, configuration] + health(snapshot, isHealthy: isHealthy)
            + output(snapshot) + views([snapshot.main, snapshot.pip])
            + streams(snapshot.streams) + self.playlists(playlists) + self.feeds(feeds)
            + self.library(library) + images(counts)
            + (previews.map(self.previews) ?? [])
            + [failures(access)] + (broker.map(self.broker) ?? [])
            + (process.map(processFamilies) ?? [])
    }

    private static func output(_ snapshot: PipelineSnapshot) -> [MetricFamily] {
        let output = snapshot.output
        let intervals = [
            (name: "main", histogram: snapshot.main.interval),
            (name: "pip", histogram: snapshot.pip.interval),
            (name: "output", histogram: output.interval),
        ]
        return [
            MetricFamily(
                "pipd_frame_interval_seconds",
                .histogram,
                help: "Time between two new pictures of a view, or two flips of the output.",
                samples: intervals.map {
                    MetricSample([.init("layer", $0.name)], histogram($0.histogram))
                }
            ),
            MetricFamily(
                "pipd_compose_seconds",
                .histogram,
                help: "Time to draw a changed scene.",
                samples: [
                    MetricSample(
                        [.init("compositor", output.state.compositor)],
                        histogram(output.compose)
                    )
                ]
            ),
            MetricFamily(
                "pipd_flips_late_total",
                .counter,
                help: "Scanouts that passed without the presentation thread.",
                value: Double(output.lateFlips)
            ),
            MetricFamily(
                "pipd_display_events_total",
                .counter,
                help: "What the display went through; zero without one.",
                samples: displayEvents(output.state.counts).map {
                    MetricSample([.init("event", $0.event)], Double($0.count))
                }
            ),
        ]
    }

    private static func displayEvents(
        _ counts: DisplayCounts
    ) -> [(event: String, count: Int)] {
        [
            ("mode_set", counts.modeSets),
            ("flip_timeout", counts.flipTimeouts),
            ("commit_refused", counts.commitsRefused),
            ("master_lost", counts.mastersLost),
            ("hotplug", counts.hotplugs),
        ]
    }

    private static func views(_ views: [ViewSnapshot]) -> [MetricFamily] {
        let rebuilds = views.flatMap { view in
            LayerError.allCases.map { cause in
                MetricSample(
                    [.init("layer", view.name.rawValue), .init("cause", cause.cause)],
                    Double(view.rebuilds[cause] ?? 0)
                )
            }
        }
        let statuses = views.flatMap { view in
            LayerStatus.allCases.map { status in
                MetricSample(
                    [.init("layer", view.name.rawValue), .init("status", status.rawValue)],
                    view.status == status ? 1 : 0
                )
            }
        }
        let freezes = views.map {
            MetricSample([.init("layer", $0.name.rawValue)], Double($0.freezes))
        }
        return [
            MetricFamily(
                "pipd_layer_rebuilds_total",
                .counter,
                help: "Layers set up anew after a change of format, or a failure.",
                samples: rebuilds
            ),
            MetricFamily(
                "pipd_layer_resizes_total",
                .counter,
                help: "Changes of size in the middle of a stream, which a layer just follows.",
                samples: views.map {
                    MetricSample([.init("layer", $0.name.rawValue)], Double($0.resizes))
                }
            ),
            MetricFamily(
                "pipd_layer_status",
                .gauge,
                help: "1 for the status that the layer is in.",
                samples: statuses
            ),
            MetricFamily(
                "pipd_freezes_total",
                .counter,
                help: "Pauses longer than three mean intervals and 150 ms over the mean.",
                samples: freezes
            ),
        ]
    }

    private static func processFamilies(_ process: ProcessStatistics) -> [MetricFamily] {
        [
            MetricFamily(
                "process_resident_memory_bytes",
                .gauge,
                help: "Resident memory.",
                value: Double(process.residentBytes)
            ),
            MetricFamily(
                "process_cpu_seconds_total",
                .counter,
                help: "User and system time.",
                value: process.cpuSeconds
            ),
            MetricFamily(
                "process_open_fds",
                .gauge,
                help: "Open descriptors.",
                value: Double(process.openDescriptors)
            ),
            MetricFamily(
                "process_threads",
                .gauge,
                help: "Threads.",
                value: Double(process.threads)
            ),
            MetricFamily(
                "process_start_time_seconds",
                .gauge,
                help: "Start, in seconds since 1970.",
                value: process.startTimeUnixSeconds
            ),
        ]
    }

    static func histogram(_ snapshot: Histogram.Snapshot) -> HistogramValue {
        HistogramValue(
            bounds: snapshot.bounds.map(\.seconds),
            counts: snapshot.counts,
            sum: snapshot.sum.seconds
        )
    }
}

internal import Control
internal import ControlAPI
internal import Ingest
internal import Media
internal import Pipeline
internal import Presentation

extension Metrics {
    static func feeds(_ counts: FeedCounts) -> [MetricFamily] {
        [
            MetricFamily(
                "pipd_feed_refreshes_total",
                .counter,
                help: "Looks at a feed by what came of them.",
                samples: counts.all.flatMap { feed, outcomes in
                    FeedCounts.Outcome.allCases.map { outcome in
                        MetricSample(
                            [.init("feed", feed), .init("outcome", outcome.rawValue)],
                            Double(outcomes[outcome] ?? 0)
                        )
                    }
                }
            )
        ]
    }

    static func playlists(_ playlists: [PlaylistSnapshot]) -> [MetricFamily] {
        [
            MetricFamily(
                "pipd_playlist_switch_seconds",
                .histogram,
                help: "How long after it was to be an item's first picture was on the screen.",
                samples: playlists.flatMap { playlist in
                    PlaylistSnapshot.Cause.allCases.compactMap { cause in
                        playlist.switches[cause].map {
                            MetricSample(
                                [name(playlist), .init("cause", cause.rawValue)],
                                histogram($0)
                            )
                        }
                    }
                }
            ),
            MetricFamily(
                "pipd_playlist_failures_total",
                .counter,
                help: "Items of a playlist that could not be shown, or not any more.",
                samples: playlists.flatMap { playlist in
                    playlist.failures.sorted { $0.key.rawValue < $1.key.rawValue }.map {
                        reason,
                        count in
                        MetricSample(
                            [name(playlist), .init("reason", reason.rawValue)],
                            Double(count)
                        )
                    }
                }
            ),
            MetricFamily(
                "pipd_preload_items",
                .gauge,
                help: "A playlist's items by how they stand.",
                samples: playlists.flatMap { playlist in
                    PlaylistPlan.State.allCases.map { state in
                        MetricSample(
                            [name(playlist), .init("state", state.rawValue)],
                            Double(playlist.items.count { $0.state == state })
                        )
                    }
                }
            ),
            family("pipd_preload_bytes", .gauge, "Memory of what is open ahead.", playlists) {
                $0.preloadedBytes
            },
            family(
                "pipd_preload_hits_total",
                .counter,
                "Items that were ready when they were wanted.",
                playlists
            ) { $0.hits },
            family(
                "pipd_preload_misses_total",
                .counter,
                "Items that were not ready when they were wanted.",
                playlists
            ) { $0.misses },
        ]
    }

    private static func family(
        _ metric: String,
        _ kind: MetricFamily.Kind,
        _ help: String,
        _ playlists: [PlaylistSnapshot],
        _ value: (PlaylistSnapshot) -> Int
    ) -> MetricFamily {
        MetricFamily(
            metric,
            kind,
            help: help,
            samples: playlists.map { MetricSample([name($0)], Double(value($0))) }
        )
    }

    private static func name(_ playlist: PlaylistSnapshot) -> MetricSample.Label {
        .init("playlist", playlist.id.name)
    }
}

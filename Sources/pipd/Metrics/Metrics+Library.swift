internal import Control
internal import ControlAPI
internal import MediaLink

extension Metrics {
    static func library(_ known: LibraryNotices.Known) -> [MetricFamily] {
        let scans = known.scans.values
        let watched = scans.reduce(0) { $0 + $1.watched }
        let folders = scans.reduce(0) { $0 + $1.folders }
        return [
            MetricFamily(
                "pipd_library_assets",
                .gauge,
                help:
                    "Pictures and videos of the library by how far they got, when it was last seen.",
                samples: known.counts.map {
                    MetricSample(
                        [.init("kind", $0.kind.rawValue), .init("state", $0.state.rawValue)],
                        Double($0.count)
                    )
                }
            ),
            MetricFamily(
                "pipd_library_watches",
                .gauge,
                help: "Folders of the library by how it is found out what changes in them.",
                samples: scans.isEmpty
                    ? []
                    : [("watched", watched), ("polled", folders - watched)].map { mode, count in
                        MetricSample([.init("mode", mode)], Double(count))
                    }
            ),
            MetricFamily(
                "pipd_library_query_seconds",
                .histogram,
                help: "Time from a question about the library to its answer.",
                samples: [MetricSample([], histogram(known.queryTimes))]
            ),
            MetricFamily(
                "pipd_thumbnails_total",
                .counter,
                help: "Thumbnails that were asked for, by what became of them.",
                samples: ThumbnailReport.Result.allCases.map {
                    MetricSample([.init("result", $0.rawValue)], Double(known.thumbnails[$0] ?? 0))
                }
            ),
            MetricFamily(
                "pipd_thumbnail_seconds",
                .histogram,
                help: "Time to make a thumbnail.",
                samples: [MetricSample([], histogram(known.thumbnailTimes))]
            ),
            MetricFamily(
                "pipd_cache_bytes",
                .gauge,
                help: "What a cache takes on the disk, when it was last used.",
                samples: known.cacheBytes.map {
                    [MetricSample([.init("cache", "thumbnails")], Double($0))]
                } ?? []
            ),
            MetricFamily(
                "pipd_cache_evictions_total",
                .counter,
                help: "Files that have left a cache for its budget.",
                value: Double(known.evictions)
            ),
            MetricFamily(
                "pipd_exports_total",
                .counter,
                help: "Exports of the library that are over, by how that came.",
                samples: ExportReport.State.allCases.filter(\.isOver).map {
                    MetricSample([.init("result", $0.rawValue)], Double(known.exports[$0] ?? 0))
                }
            ),
        ]
    }
}

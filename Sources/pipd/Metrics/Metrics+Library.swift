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

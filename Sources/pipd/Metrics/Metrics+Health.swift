internal import Control
internal import Ingest
internal import Media
internal import Pipeline
internal import Presentation

extension Metrics {
    /// What alerts are made of; see examples/alerts.yml.
    static func health(_ snapshot: PipelineSnapshot, isHealthy: Bool) -> [MetricFamily] {
        [
            MetricFamily(
                "pipd_healthy",
                .gauge,
                help: "1 while pictures, or the held one, reach the output, as /healthz says.",
                value: isHealthy ? 1 : 0
            ),
            MetricFamily(
                "pipd_view_stream",
                .gauge,
                help: "1 for the stream that is in the view.",
                samples: shown(snapshot.view.shown)
            ),
            MetricFamily(
                "pipd_stream_last_frame_age_seconds",
                .gauge,
                help: "Since the stream's last new picture; before the first, since it is there."
                    + " None for a picture that stays on purpose.",
                samples: snapshot.streams.filter { !$0.holdsPicture }.map {
                    MetricSample([.init("stream", $0.id.name)], $0.lastPictureAge.seconds)
                }
            ),
        ] + frameLog(snapshot)
    }

    private static func shown(_ view: ViewState) -> [MetricSample] {
        let streams = [(ViewName.main, view.main), (.pip, view.isPIPEnabled ? view.pip : nil)]
        return streams.compactMap { name, stream in
            guard let stream else { return nil }
            return MetricSample([.init("view", name.rawValue), .init("stream", stream.name)], 1)
        }
    }

    private static func frameLog(_ snapshot: PipelineSnapshot) -> [MetricFamily] {
        guard let lost = snapshot.lostLogLines else { return [] }
        return [
            MetricFamily(
                "pipd_frame_log_lines_lost_total",
                .counter,
                help: "Lines of the frame log for which there was no room, or no time.",
                value: Double(lost)
            )
        ]
    }
}

internal import ControlAPI
internal import FrameTransport
internal import Media
internal import Pipeline
internal import Platform
internal import Presentation

extension Reports {
    /// What was measured since the start.
    ///
    /// - Parameters:
    ///   - snapshot: The pipeline's numbers.
    ///   - process: The process's.
    ///   - uptime: Since the start.
    ///   - time: Seconds since 1970-01-01 00:00 UTC.
    /// - Returns: What clients are told of it.
    static func stats(
        _ snapshot: PipelineSnapshot,
        process: ProcessStatistics,
        uptime: Nanoseconds,
        at time: Double
    ) -> StatsReport {
        let output = snapshot.output
        return StatsReport(
            time: time,
            uptimeSeconds: uptime.seconds,
            cpuSeconds: process.cpuSeconds,
            memory: memory(snapshot, process),
            output: OutputStats(
                flips: output.flips,
                lateFlips: output.lateFlips,
                interval: histogram(output.interval),
                compose: histogram(output.compose)
            ),
            views: [snapshot.main, snapshot.pip].map { view in
                ViewStats(
                    view: view.name.rawValue,
                    presented: view.presented,
                    freezes: view.freezes,
                    interval: histogram(view.interval)
                )
            },
            streams: snapshot.streams.map(stats)
        )
    }

    static func memory(
        _ snapshot: PipelineSnapshot,
        _ process: ProcessStatistics?
    ) -> MemoryReport {
        MemoryReport(
            residentBytes: process?.residentBytes ?? 0,
            poolBytes: snapshot.streams.reduce(0) { $0 + $1.poolBytes }
        )
    }

    private static func stats(_ stream: StreamSnapshot) -> StreamStats {
        let report = self.stream(stream)
        return StreamStats(
            id: report.id,
            state: report.state,
            received: report.received,
            presented: report.presented,
            dropped: report.dropped,
            reconnects: report.reconnects,
            latency: histogram(stream.latency)
        )
    }

    private static func histogram(_ histogram: Histogram.Snapshot) -> HistogramReport {
        HistogramReport(
            boundsMilliseconds: histogram.bounds.map(\.milliseconds),
            counts: histogram.counts,
            sumMilliseconds: histogram.sum.milliseconds
        )
    }
}

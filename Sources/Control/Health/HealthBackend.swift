public import ControlAPI

/// How the daemon does.
public protocol HealthBackend: Sendable {
    /// Whether frames, or the frame held on purpose, reach the output, and what they show.
    func health() async -> HealthReport

    /// Every metric, in the order in which the exposition lists them.
    func metrics() async -> [MetricFamily]

    func status() async -> StatusReport

    /// Counts and histograms since the start.
    ///
    /// - Throws: `.unavailable` where the kernel does not tell of the process.
    func stats() async throws(ControlError) -> StatsReport
}

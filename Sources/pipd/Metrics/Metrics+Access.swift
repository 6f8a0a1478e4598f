internal import Control

extension Metrics {
    /// Who was not let in where tokens are needed.
    static func failures(_ counts: [AccessFailure: Int]) -> MetricFamily {
        MetricFamily(
            "pipd_http_auth_failures_total",
            .counter,
            help: "Requests that were refused for who sent them, or from where.",
            samples: AccessFailure.allCases.map {
                MetricSample([.init("reason", $0.rawValue)], Double(counts[$0] ?? 0))
            }
        )
    }
}

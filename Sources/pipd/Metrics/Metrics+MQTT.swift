internal import Control

extension Metrics {
    /// How it stands with the broker.
    static func broker(_ standing: BrokerStanding) -> [MetricFamily] {
        [
            MetricFamily(
                "pipd_mqtt_connected",
                .gauge,
                help: "1 while there is a connection to the broker.",
                value: standing.isConnected ? 1 : 0
            ),
            MetricFamily(
                "pipd_mqtt_reconnects_total",
                .counter,
                help: "Connections to the broker after the first.",
                value: Double(standing.reconnects)
            ),
            MetricFamily(
                "pipd_mqtt_messages_total",
                .counter,
                help: "Messages from and to the broker.",
                samples: [("in", standing.received), ("out", standing.sent)].map {
                    MetricSample([.init("direction", $0.0)], Double($0.1))
                }
            ),
            MetricFamily(
                "pipd_mqtt_refused_topics",
                .gauge,
                help: "Topics that the broker does not let pipd hear.",
                value: Double(standing.refused.count)
            ),
            MetricFamily(
                "pipd_mqtt_lost_total",
                .counter,
                help: "Messages that were not sent: the broker was away, or too slow.",
                value: Double(standing.lost)
            ),
            MetricFamily(
                "pipd_mqtt_ignored_total",
                .counter,
                help: "Messages from the broker that were not obeyed.",
                samples: CommandInbox.Reason.allCases.map {
                    let count = standing.ignored[$0] ?? 0
                    return MetricSample([.init("reason", $0.rawValue)], Double(count))
                }
            ),
        ]
    }
}

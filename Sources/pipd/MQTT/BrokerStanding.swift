internal import ControlAPI
internal import Media

/// How it stands with the broker, for who asks.
struct BrokerStanding: Sendable {
    enum Phase: Hashable, Sendable {
        case off
        case connecting
        /// The topics that the broker does not let pipd hear are refused.
        case connected(since: MonotonicTime, refused: [String])
        case waiting(until: MonotonicTime, reason: MessageText)
    }

    var phase = Phase.off
    var connects = 0
    var sent = 0
    var received = 0
    var ignored: [CommandInbox.Reason: Int] = [:]
    var lost = 0

    var isConnected: Bool { if case .connected = phase { true } else { false } }

    /// The topics that the broker does not let pipd hear.
    var refused: [String] {
        if case .connected(_, let refused) = phase { refused } else { [] }
    }

    var reconnects: Int { max(0, connects - 1) }

    /// - Parameters:
    ///   - settings: The broker; nil without one.
    ///   - now: The time.
    /// - Returns: What clients are told.
    func report(_ settings: MQTTSettings?, at now: MonotonicTime) -> MQTTReport {
        var report = MQTTReport(state: .off)
        switch phase {
        case .off: break
        case .connecting: report.state = .connecting
        case .connected(let since, _):
            report.state = .connected
            report.connectedSeconds = max(0, (now - since).seconds)
        case .waiting(let time, let reason):
            report.state = .waiting
            report.nextAttemptSeconds = max(0, (time - now).seconds)
            report.reason = reason.description
        }
        if let settings {
            report.broker = settings.broker
            report.topic = BrokerTopics(settings).own
            report.groups = settings.groups
        }
        report.reconnects = reconnects
        report.sent = sent
        report.received = received
        for reason in CommandInbox.Reason.allCases {
            report.ignored[reason.rawValue] = ignored[reason] ?? 0
        }
        report.lost = lost
        report.refused = refused
        return report
    }
}

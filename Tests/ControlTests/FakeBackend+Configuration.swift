internal import Control
internal import ControlAPI
internal import Media
internal import Synchronization

extension FakeBackend {
    private static func report(isOnTrial: Bool) -> ConfigurationReport {
        ConfigurationReport(
            generation: 7,
            source: .applied,
            sha256: String(repeating: "a", count: 64),
            trial: isOnTrial
                ? ConfigurationTrialReport(secondsLeft: 42.5, healthy: false, reason: "It is dark.")
                : nil,
            last: ConfigurationOutcome(
                generation: 6,
                result: .rolledBack,
                reason: "nobody confirmed it in time",
                time: 1_700_000_000
            )
        )
    }

    func configuration() async -> ConfigurationReport { Self.report(isOnTrial: true) }

    func applyConfiguration(
        _ draft: ConfigurationDraft
    ) async throws(ControlError) -> ConfigurationReport {
        switch draft.text {
        case "bad": throw .unprocessable("\(draft.name):1: it is bad.")
        case "web": throw .conflict("web changes with a restart only.")
        case "full": throw .insufficientStorage("What is applied cannot be kept.")
        default: break
        }
        state.withLock { $0.drafts.append(draft) }
        return Self.report(isOnTrial: true)
    }

    func confirmConfiguration(
        _ generation: Int?
    ) async throws(ControlError) -> ConfigurationReport { try choose(generation) }

    func rollBackConfiguration(
        _ generation: Int?
    ) async throws(ControlError) -> ConfigurationReport { try choose(generation) }

    private func choose(_ generation: Int?) throws(ControlError) -> ConfigurationReport {
        guard generation != 6 else { throw .conflict("Generation 6 is not on trial.") }
        state.withLock { $0.choices.append(generation) }
        return Self.report(isOnTrial: false)
    }
}

internal import Control
internal import ControlAPI
internal import Platform

extension Backend {
    func configuration() async -> ConfigurationReport { desk.report(at: MonotonicClock.now()) }

    func applyConfiguration(
        _ draft: ConfigurationDraft
    ) async throws(ControlError) -> ConfigurationReport {
        try await desk.ask(.apply(draft))
        return await configuration()
    }

    func confirmConfiguration(
        _ generation: Int?
    ) async throws(ControlError) -> ConfigurationReport {
        try await desk.ask(.confirm(generation: generation))
        return await configuration()
    }

    func rollBackConfiguration(
        _ generation: Int?
    ) async throws(ControlError) -> ConfigurationReport {
        try await desk.ask(.rollBack(generation: generation))
        return await configuration()
    }
}

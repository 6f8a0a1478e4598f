public import ControlAPI

/// The daemon's configuration, which clients may have tried.
public protocol ConfigurationBackend: Sendable {
    /// What is in force, whether it is on trial, and what came of the last trial.
    func configuration() async -> ConfigurationReport

    /// Puts a configuration in force as a whole, on trial.
    ///
    /// - Parameter draft: Its text is not looked at yet.
    /// - Returns: What is in force then.
    /// - Throws: `.unprocessable` for a text that is not accepted, `.conflict` for one that takes a
    ///   restart, and while another is on trial; `.forbidden` for one that sends a password another
    ///   way, and did not come by the control socket; `.insufficientStorage` and `.unavailable`
    ///   where nothing can be kept. Nothing has changed then.
    func applyConfiguration(
        _ draft: ConfigurationDraft
    ) async throws(ControlError) -> ConfigurationReport

    /// Keeps the one on trial.
    ///
    /// - Parameter generation: The one that is meant; nil for whichever is.
    /// - Returns: What is in force then.
    /// - Throws: `.conflict` where it is not on trial, or cannot be confirmed now;
    ///   `.insufficientStorage` and `.unavailable` where it cannot be kept. It stays on trial.
    func confirmConfiguration(
        _ generation: Int?
    ) async throws(ControlError) -> ConfigurationReport

    /// Puts in force again what was before the one on trial.
    ///
    /// - Parameter generation: The one that is meant; nil for whichever is.
    /// - Returns: What is in force then.
    /// - Throws: `.conflict` where it is not on trial; `.unavailable` where it is not back yet, which
    ///   is tried again.
    func rollBackConfiguration(
        _ generation: Int?
    ) async throws(ControlError) -> ConfigurationReport
}

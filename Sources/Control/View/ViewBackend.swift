public import ControlAPI

/// Which stream is shown where.
public protocol ViewBackend: Sendable {
    func view() async -> ViewReport

    /// Changes the view and returns it as it is from the next frame on.
    ///
    /// - Throws: `.unprocessable` for a stream that does not exist; the view is
    ///   then unchanged.
    func patchView(_ patch: ViewPatch) async throws(ControlError) -> ViewReport

    /// Shows a stream in the main view for a time.
    ///
    /// - Throws: `.unprocessable` for a stream that does not exist; the view is
    ///   then unchanged.
    func show(_ request: ShowRequest) async throws(ControlError) -> ViewReport

    /// Ends what is shown for a time; without it, nothing changes.
    func endShow(isAll: Bool) async throws(ControlError) -> ViewReport
}

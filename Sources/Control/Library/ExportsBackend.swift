public import ControlAPI

/// Copies and parts of what the library has, in directories of the machine. A process of its own
/// makes them.
///
/// Every call throws `.unavailable`, with the reason, while that process is away.
public protocol ExportsBackend: Sendable {
    /// Looks whether pictures and videos can be exported, and does it when their turn comes.
    ///
    /// - Returns: The export, before that.
    /// - Throws: `.notFound` for one that there is not; `.forbidden` where nothing may be written
    ///   there; `.conflict`, `.unsupportedMediaType`, `.unprocessable`, `.insufficientStorage`.
    func export(_ definition: ExportDefinition) async throws(ControlError) -> ExportReport

    /// The exports that are known, the latest first.
    func exports() async throws(ControlError) -> ExportList

    /// - Throws: `.notFound`.
    func export(_ id: String) async throws(ControlError) -> ExportReport

    /// Gives an export up, or forgets one that is over; its files stay.
    ///
    /// - Throws: `.notFound`.
    func endExport(_ id: String) async throws(ControlError)
}

public import ControlAPI

/// What lies over the picture, and messages to those in front of it.
public protocol OverlaysBackend: Sendable {
    /// Every overlay, in the order of their IDs.
    func overlays() async -> [OverlayReport]

    /// Sets an overlay, or puts another one in its place.
    ///
    /// - Parameters:
    ///   - id: A valid ID (`StreamLimits.isID`).
    ///   - fields: Values that are accepted, with one content.
    /// - Returns: The overlay, and whether it is new.
    /// - Throws: `.conflict` when there are as many as there may be.
    func putOverlay(
        _ id: String,
        _ fields: FieldValues<OverlayFields>
    ) async throws(ControlError) -> (overlay: OverlayReport, isNew: Bool)

    /// - Throws: `.notFound`, naming those that there are.
    func deleteOverlay(_ id: String) async throws(ControlError)

    /// What is shown of the messages, and waits.
    func messages() async -> MessageList

    /// Shows a message once those before it had their time.
    ///
    /// - Throws: `.conflict` when as many wait as may.
    func say(_ message: FieldValues<MessageFields>) async throws(ControlError) -> MessageList

    /// Shows none of the messages any more.
    func clearMessages() async -> MessageList
}

public import ControlAPI

/// What the HTTP API is a view of. The control plane knows nothing else of the
/// daemon, and only exchanges values with it.
///
/// Methods are called on the control thread, at low priority, several at a time.
/// They suspend where they have to wait; one that blocks holds up every other
/// client, but never the presentation.
///
/// Thread: safe.
public protocol ControlBackend: Sendable {
    /// Whether frames, or the frame held on purpose, reach the output.
    func health() async -> HealthReport

    /// Every metric, in the order in which the exposition lists them.
    func metrics() async -> [MetricFamily]

    func status() async -> StatusReport

    /// Every stream, in the order of their IDs.
    func streams() async -> [StreamReport]

    /// One stream; nil if there is none with that ID.
    func stream(_ id: String) async -> StreamReport?

    func view() async -> ViewReport

    /// Changes the view and returns it as it is from the next frame on.
    ///
    /// - Throws: `.unprocessable` for a stream that does not exist; the view is
    ///   then unchanged.
    func patchView(_ patch: ViewPatch) async throws(ControlError) -> ViewReport

    /// Defines a stream, or replaces the one of that ID.
    ///
    /// - Parameters:
    ///   - id: A valid ID (`StreamLimits.isID`).
    ///   - definition: Values inside their ranges (`StreamLimits`).
    /// - Returns: The stream as it is now, and whether it is new.
    /// - Throws: `.unprocessable` for an address that this build cannot open;
    ///   `.conflict` when there are as many streams as there may be.
    func putStream(
        _ id: String,
        _ definition: StreamDefinition
    ) async throws(ControlError) -> StreamChange

    /// Removes a stream; views that showed it then show none.
    ///
    /// - Throws: `.notFound`.
    func deleteStream(_ id: String) async throws(ControlError)

    /// The composed picture as it is on the output now.
    ///
    /// - Throws: `.unavailable` when there is none.
    func snapshot() async throws(ControlError) -> EncodedImage
}

/// What became of a stream that was put.
public struct StreamChange: Hashable, Sendable {
    public var stream: StreamReport
    /// False when it replaced one of the same ID.
    public var created: Bool

    public init(stream: StreamReport, created: Bool) {
        self.stream = stream
        self.created = created
    }
}

/// A picture in a file format.
public struct EncodedImage: Hashable, Sendable {
    public var bytes: [UInt8]
    /// Such as `image/png`.
    public var mediaType: String

    public init(bytes: [UInt8], mediaType: String = "image/png") {
        self.bytes = bytes
        self.mediaType = mediaType
    }
}

public import ControlAPI
internal import Media

/// What the HTTP API is a view of. The control plane knows nothing else of the
/// daemon, and only exchanges values with it.
///
/// Methods are called on the control thread, at low priority, several at a time.
/// They suspend where they have to wait; one that blocks holds up every other
/// client, but never the presentation.
///
/// The task of a request is cancelled when its client closes the connection; over
/// TCP that shows only once an answer is written. A shutdown closes all connections,
/// and waits for what then still runs: what takes long checks whether it is
/// cancelled, and may then throw anything.
///
/// Thread: safe.
public protocol ControlBackend: Sendable {
    /// Whether frames, or the frame held on purpose, reach the output, and what they show.
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

    /// Every camera of the machine, in the order of their numbers.
    ///
    /// - Throws: `.unavailable` when the system has no thread to ask them on.
    func cameras() async throws(ControlError) -> [CameraReport]

    /// What a camera can deliver.
    ///
    /// - Throws: `.notFound`, naming the cameras that there are; `.conflict` for
    ///   one that may not be opened.
    func cameraFormats(_ device: String) async throws(ControlError) -> CameraFormatsReport

    /// What can be set on a camera.
    ///
    /// - Throws: As `cameraFormats`.
    func cameraControls(_ device: String) async throws(ControlError) -> CameraControlsReport

    /// Sets controls of a camera by their names: all of them or, where one is
    /// not accepted, none.
    ///
    /// - Parameters:
    ///   - device: The camera, such as `video0`.
    ///   - values: Booleans, whole numbers, and the labels of menus.
    /// - Returns: All controls as they are then.
    /// - Throws: As `cameraFormats`; `.unprocessable` naming the control and what
    ///   it accepts; `.conflict` for one that is locked while the camera streams.
    func setCameraControls(
        _ device: String,
        _ values: [String: JSONValue]
    ) async throws(ControlError) -> CameraControlsReport

    /// A picture of a stream.
    ///
    /// A file that is asked for is written here, and the report says where.
    ///
    /// - Returns: Without bytes where a file was written.
    /// - Throws: `.notFound` for an unknown stream; `.conflict` for a time that the
    ///   stream cannot be asked for, and for a file that exists; `.forbidden` for
    ///   a file that may not be written; `.insufficientStorage`; `.unavailable`
    ///   for a stream that is not ready in time, and when too much is going on,
    ///   with what would work.
    func screenshot(
        _ id: String,
        _ request: ScreenshotRequest
    ) async throws(ControlError) -> ImageAnswer

    /// The composed picture as it is on the output now.
    ///
    /// - Returns: As `screenshot`.
    /// - Throws: `.unavailable` when there is none in time; for files as `screenshot`.
    func snapshot(_ request: SnapshotRequest) async throws(ControlError) -> ImageAnswer

    /// The composed picture as JPEG of at most `SnapshotEvent.maximumImageBytes`.
    /// Who asks publishes it.
    ///
    /// - Throws: `.unavailable` when there is none.
    func eventImage(_ request: SnapshotEventRequest) async throws(ControlError) -> EventImage

    /// A still photo of a stream that is a camera.
    ///
    /// - Returns: As `screenshot`; the report has its `photo`.
    /// - Throws: As `screenshot`; `.conflict` for a stream that is no camera, and
    ///   while another photo is being taken for too long.
    func photo(_ id: String, _ request: PhotoRequest) async throws(ControlError) -> ImageAnswer
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

/// An image that was made for a client.
public struct ImageAnswer: Hashable, Sendable {
    public var report: ImageReport
    /// The file's bytes; empty where the report says to which path they were written.
    public var bytes: [UInt8]

    public init(report: ImageReport, bytes: [UInt8]) {
        self.report = report
        self.bytes = bytes
    }
}

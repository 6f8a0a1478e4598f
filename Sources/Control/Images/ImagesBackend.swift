public import ControlAPI

/// What makes images.
public protocol ImagesBackend: Sendable {
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

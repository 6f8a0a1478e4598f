public import ControlAPI
internal import Media

/// The streams that there are.
public protocol StreamsBackend: Sendable {
    /// Every stream, in the order of their IDs.
    func streams() async -> [StreamReport]

    /// The IDs of all streams, in their order; costs less than `streams`.
    func streamIDs() async -> [String]

    /// One stream; nil if there is none with that ID.
    func stream(_ id: String) async -> StreamReport?

    /// Defines a stream, or replaces the one of that ID.
    ///
    /// - Parameters:
    ///   - id: A valid ID (`StreamLimits.isID`).
    ///   - definition: Values inside their ranges (`StreamFields`).
    /// - Returns: The stream as it is now, and whether it is new.
    /// - Throws: `.unprocessable` for an address that this build cannot open;
    ///   `.conflict` when there are as many streams as there may be.
    func putStream(
        _ id: String,
        _ definition: StreamDefinition
    ) async throws(ControlError) -> StreamChange

    /// Pauses a stream, lets it go on, or goes to another time of it.
    ///
    /// - Parameters:
    ///   - id: Of a stream that was there just now.
    ///   - patch: Values inside their ranges; without any it changes nothing.
    /// - Returns: The stream as it is to be. Its position is that of the picture displayed.
    /// - Throws: `.notFound`; `.conflict` for a stream that has no time to stop or to go to.
    func patchStream(
        _ id: String,
        _ patch: FieldValues<StreamPatchFields>
    ) async throws(ControlError) -> StreamReport

    /// Removes a stream; views that showed it then show none.
    ///
    /// - Throws: `.notFound`.
    func deleteStream(_ id: String) async throws(ControlError)
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

extension StreamsBackend {
    /// - Returns: A stream that there is.
    /// - Throws: `.notFound`, naming those that there are.
    func existing(_ id: String) async throws(ControlError) -> StreamReport {
        if let report = await stream(id) { return report }
        throw .noStream(id, among: await streamIDs())
    }

    /// Refuses an ID that no stream has.
    ///
    /// - Throws: `.notFound`, as `existing`.
    func checkExists(_ id: String) async throws(ControlError) {
        let known = await streamIDs()
        guard known.contains(id) else { throw .noStream(id, among: known) }
    }
}

extension ControlError {
    /// 404: no such stream; names those that there are.
    public static func noStream(_ id: String, among known: [String]) -> Self {
        .nothing("stream", id, among: known)
    }
}

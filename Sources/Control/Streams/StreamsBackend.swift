public import ControlAPI
internal import Media

/// The streams that there are.
public protocol StreamsBackend: Sendable {
    /// Every stream, in the order of their IDs.
    func streams() async -> [StreamReport]

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
        let known = await streams().map(\.id).joined(separator: ", ")
        let list = known.isEmpty ? "there is none" : "there are: \(known)"
        throw .notFound("There is no stream '\(id)'; \(list).")
    }
}

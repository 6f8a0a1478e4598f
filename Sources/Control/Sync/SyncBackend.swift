public import ControlAPI

/// How streams keep in step with their walls.
public protocol SyncBackend: Sendable {
    /// The machine's clock, and every stream that has the time of a wall, in the order of IDs.
    func sync() async -> SyncReport
}

/// Whether frames, or the frame that is held on purpose, reach the output.
public struct HealthReport: Hashable, Sendable, Codable {
    public var healthy: Bool
    /// Why not, as a sentence for people; nil while healthy.
    public var cause: String?

    public init(healthy: Bool, cause: String? = nil) {
        self.healthy = healthy
        self.cause = cause
    }
}

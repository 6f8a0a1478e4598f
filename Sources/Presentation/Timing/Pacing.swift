/// What matters more when pictures and scanouts do not match.
public enum Pacing: String, Hashable, Sendable, CaseIterable {
    /// Every picture: time gives way.
    case file
    /// The present: pictures give way.
    case live
}

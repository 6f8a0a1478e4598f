/// Who asks, as far as is known.
struct Caller: Hashable, Sendable {
    var role = Route.Role.anyone
    /// Whom wrong tokens are counted for; empty for who needs none.
    var source = ""
    /// The digest of the token that let them in; nil for who has presented none.
    var token: String?
    /// The digest of their session's secret; nil without one.
    var session: String?
    /// Whether they have presented one that is over.
    var hasLostSession = false

    /// Who has opened the control socket.
    static let local = Self(role: .local)
    /// Who sent what came by another way than HTTP.
    static let inner = Self(role: .operator, source: "a broker")
}

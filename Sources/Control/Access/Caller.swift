/// Who asks, as far as is known.
struct Caller: Hashable, Sendable {
    var role = Route.Role.anyone
    /// Whom wrong tokens are counted for; empty for who needs none.
    var source = ""

    /// Who has opened the control socket.
    static let local = Self(role: .local)
}

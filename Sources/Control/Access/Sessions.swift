internal import Media

/// The browsers that are let in, each for having presented a token once.
///
/// A session lasts no longer than its token: only which one that was is kept.
struct Sessions {
    /// How many there may be of one token; a further one ends the oldest of that token.
    static let most = 16
    /// How long one lasts.
    static let lifetime = Nanoseconds.seconds(30 * 24 * 3600)

    private struct Session {
        /// The digest of the token's secret.
        let token: String
        let begun: MonotonicTime
    }

    /// By the digests of their own secrets.
    private var open: [String: Session] = [:]

    var count: Int { open.count }

    /// - Parameters:
    ///   - digest: Of the session's secret.
    ///   - token: The digest of the token's.
    ///   - now: When it begins.
    mutating func begin(_ digest: String, for token: String, at now: MonotonicTime) {
        open = open.filter { now - $0.value.begun < Self.lifetime }
        let others = open.filter { $0.value.token == token }
        if others.count >= Self.most,
            let oldest = others.min(by: { $0.value.begun < $1.value.begun })
        {
            open[oldest.key] = nil
        }
        open[digest] = Session(token: token, begun: now)
    }

    /// The digest of the token that a session was begun with; nil where there is none.
    func token(of digest: String, at now: MonotonicTime) -> String? {
        guard let session = open[digest], now - session.begun < Self.lifetime else { return nil }
        return session.token
    }

    mutating func end(_ digest: String) { open[digest] = nil }

    /// Ends those that were begun with a token.
    mutating func endAll(of token: String) { open = open.filter { $0.value.token != token } }
}

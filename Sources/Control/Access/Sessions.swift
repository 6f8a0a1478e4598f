internal import ControlAPI
internal import Media
internal import Platform

/// The browsers that are let in, each for having presented a token once.
///
/// A session lasts no longer than its token: only which one that was is kept.
struct Sessions {
    /// How many there may be of one token; a further one ends the one that would end first.
    static let most = 16
    /// How long one lasts.
    static let lifetime = Nanoseconds.seconds(30 * 24 * 3600)
    /// How long one is still good once its browser has another: other tabs may have asked by it.
    static let afterlife = Nanoseconds.seconds(15)

    private struct Session {
        /// The digest of the token's secret.
        let token: String
        var end: MonotonicTime
    }

    /// By the digests of their own secrets.
    private var open: [String: Session] = [:]

    /// Another after each change.
    private(set) var generation = 0

    var count: Int { open.count }

    /// - Parameters:
    ///   - digest: Of the session's secret.
    ///   - token: The digest of the token's.
    ///   - now: When it begins.
    mutating func begin(_ digest: String, for token: String, at now: MonotonicTime) {
        open = open.filter { now < $0.value.end }
        let others = open.filter { $0.value.token == token }
        if others.count >= Self.most,
            let first = others.min(by: { $0.value.end < $1.value.end })
        {
            open[first.key] = nil
        }
        open[digest] = Session(token: token, end: now + Self.lifetime)
        generation += 1
    }

    /// The digest of the token that a session was begun with; nil where there is none.
    func token(of digest: String, at now: MonotonicTime) -> String? {
        guard let session = open[digest], now < session.end else { return nil }
        return session.token
    }

    /// Ends one whose browser has signed in anew, in a while.
    mutating func retire(_ digest: String, at now: MonotonicTime) {
        guard let session = open[digest] else { return }
        open[digest]?.end = min(session.end, now + Self.afterlife)
        generation += 1
    }

    mutating func end(_ digest: String) {
        if open.removeValue(forKey: digest) != nil { generation += 1 }
    }

    /// Ends those that were begun with a token.
    mutating func endAll(of token: String) {
        open = open.filter { $0.value.token != token }
        generation += 1
    }
}

/// As a file has them: over a restart, sessions go on by the time of day.
extension Sessions {
    private struct Kept: Codable {
        let sessions: [Session]

        struct Session: Codable {
            let digest: String
            let token: String
            /// In seconds since 1970.
            let begun: Double
        }
    }

    /// What a file can have at most, in bytes: as many as there may be of all tokens.
    static let mostBytes = Tokens.most * most * 256

    /// What is over by now is left out. What was begun in days to come begins now: a machine
    /// may not know the day yet.
    ///
    /// - Parameters:
    ///   - bytes: What the file has.
    ///   - now: The time.
    ///   - seconds: The same, in seconds since 1970.
    /// - Throws: As `StateDocument`.
    init(
        json bytes: [UInt8],
        at now: MonotonicTime,
        since1970 seconds: Double
    ) throws(StateFile.Failure) {
        for kept in try StateDocument<Kept>(json: bytes).content.sessions.prefix(
            Tokens.most * Self.most
        ) {
            let age = max(0, seconds - kept.begun)
            guard age < Self.lifetime.seconds else { continue }
            open[kept.digest] = Session(
                token: kept.token,
                end: now + (Self.lifetime - .seconds(age))
            )
        }
    }

    /// - Parameters:
    ///   - now: The time.
    ///   - seconds: The same, in seconds since 1970.
    /// - Returns: What `init(json:at:since1970:)` reads.
    func json(at now: MonotonicTime, since1970 seconds: Double) -> [UInt8] {
        // One that was retired: with a clock that is set back it would come to life again.
        let kept = open.filter { $0.value.end - now > Self.afterlife }
            .sorted { $0.key < $1.key }
            .map { digest, session in
                Kept.Session(
                    digest: digest,
                    token: session.token,
                    begun: seconds + (session.end - now - Self.lifetime).seconds
                )
            }
        return StateDocument(Kept(sessions: kept)).json
    }
}

internal import ControlAPI
internal import Media

/// Why somebody was not let in: a label of `pipd_http_auth_failures_total`.
public enum AccessFailure: String, Hashable, Sendable, CaseIterable {
    /// The host that is asked for is no name of this machine.
    case host
    /// The request comes from another's page, or does not say from which.
    case origin
    /// Nothing was presented.
    case missing
    /// A wrong token.
    case token
    /// A session that is over.
    case session
    /// Too many wrong tokens came from there before.
    case rate
    /// The role does not permit it.
    case role
}

/// Who is let in, where tokens are needed, and with which role.
///
/// It has no clock and no file: each call takes the time, and `AccessGate` keeps the tokens.
struct AccessPolicy {
    private let hosts: HostRule
    var tokens = Tokens()
    var sessions = Sessions()
    private var attempts = AttemptLimit()
    private(set) var failures: [AccessFailure: Int] = [:]
    /// Sources that have just used up what they may present, for who tells of them.
    private(set) var lockedOut: [String] = []

    init(hosts: HostRule) {
        self.hosts = hosts
    }

    /// Says who asks. Whether they may, their role says later.
    ///
    /// - Throws: 421, 403 for where a request is sent to or comes from; 401, 429 for a token.
    mutating func admit(_ visit: Visit, at now: MonotonicTime) throws(ControlError) -> Caller {
        guard let host = visit.host.flatMap({ HostAuthority($0) }), hosts.accepts(host) else {
            throw failed(.host, .misdirected)
        }
        if let origin = visit.origin, !hosts.accepts(origin: origin, at: host) {
            throw failed(.origin, .foreignOrigin)
        }
        // Another scheme is for a proxy before this one.
        if let bearer = visit.authorization.flatMap(Self.bearer) {
            let token = try token(bearer, from: visit.source, at: now)
            return Caller(role: .init(token.role), source: visit.source, token: token.digest)
        }
        guard !visit.sessions.isEmpty, visit.isOfOwnPage else {
            return Caller(source: visit.source)
        }
        if visit.isWrite, visit.origin == nil { throw failed(.origin, .noOrigin) }
        for session in visit.sessions.compactMap({ Secret.digest(of: $0) }) {
            guard let token = sessions.token(of: session, at: now).flatMap({ tokens[$0] }) else {
                continue
            }
            return Caller(
                role: .init(token.role),
                source: visit.source,
                token: token.digest,
                session: session
            )
        }
        return Caller(source: visit.source, hasLostSession: true)
    }

    /// Whether who was let in still is: the token was not revoked, nor the session ended.
    func stillAdmits(_ caller: Caller, at now: MonotonicTime) -> Bool {
        guard let token = caller.token else { return true }
        guard tokens[token] != nil else { return false }
        return caller.session.map { sessions.token(of: $0, at: now) == token } ?? true
    }

    /// - Throws: 401 for who has presented nothing, 403 for who has too small a role.
    mutating func require(_ role: Route.Role, of caller: Caller) throws(ControlError) {
        guard caller.role < role else { return }
        guard caller.role > .anyone else {
            throw caller.hasLostSession
                ? failed(.session, .sessionOver) : failed(.missing, .tokenMissing)
        }
        guard role < .local else {
            throw failed(.role, .localAlone)
        }
        throw failed(
            .role,
            .forbidden(
                "That takes the role `\("\(role)")`, and the token's is `\("\(caller.role)")`; "
                    + "`pipctl token create --role \("\(role)")` makes one that may."
            )
        )
    }

    /// Lets a browser in for a token.
    ///
    /// - Parameters:
    ///   - text: The token.
    ///   - secret: The session's.
    ///   - source: Who presents it.
    ///   - others: What may be secrets of sessions that the browser has had: those end soon.
    ///   - now: When.
    /// - Returns: What it permits.
    /// - Throws: 401, 429.
    mutating func beginSession(
        for text: String,
        _ secret: Secret,
        from source: String,
        inPlaceOf others: [String] = [],
        at now: MonotonicTime
    ) throws(ControlError) -> TokenRole {
        let token = try token(text, from: source, at: now)
        for other in others.compactMap({ Secret.digest(of: $0) }) {
            sessions.retire(other, at: now)
        }
        sessions.begin(secret.digest, for: token.digest, at: now)
        return token.role
    }

    mutating func endSession(_ secret: String) {
        if let digest = Secret.digest(of: secret) { sessions.end(digest) }
    }

    /// Whom to tell of, once.
    mutating func takeLockedOut() -> [String] {
        defer { lockedOut = [] }
        return lockedOut
    }

    private mutating func token(
        _ text: Substring,
        from source: String,
        at now: MonotonicTime
    ) throws(ControlError) -> Tokens.Token {
        // A right one is nobody's guess, whatever else comes from there: many share an address.
        if let token = Secret.digest(of: text).flatMap({ tokens[$0] }) { return token }
        if let wait = attempts.wait(of: source, at: now) {
            throw failed(.rate, .tooManyTokens(wait))
        }
        if attempts.note(source, at: now) { lockedOut.append(source) }
        throw failed(.token, .wrongToken)
    }

    private mutating func token(
        _ text: String,
        from source: String,
        at now: MonotonicTime
    ) throws(ControlError) -> Tokens.Token {
        try token(text[...], from: source, at: now)
    }

    /// nil where it is another scheme; its name is of any case (RFC 9110, § 11.1).
    private static func bearer(_ authorization: String) -> Substring? {
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return parts[1].trimmingASCIISpaces()
    }

    private mutating func failed(_ failure: AccessFailure, _ error: ControlError) -> ControlError {
        failures[failure, default: 0] += 1
        return error
    }
}

extension Route.Role {
    init(_ role: TokenRole) {
        switch role {
        case .viewer: self = .viewer
        case .operator: self = .operator
        case .admin: self = .admin
        }
    }
}

extension ControlError {
    fileprivate static let misdirected = Self(
        status: 421,
        title: "Misdirected request",
        detail: "The host that is asked for, `Host` or the target's, is no name of this machine; "
            + "accepted are its addresses, `localhost`, its name, with `.local` too, and those of "
            + "`web.hosts`."
    )
    fileprivate static let foreignOrigin = Self.forbidden(
        "`Origin` is another's than `Host`, and not one of `web.hosts`."
    )
    fileprivate static let noOrigin = Self.forbidden(
        "A change by a session says its `Origin`; programs send `Authorization: Bearer TOKEN`."
    )
    fileprivate static let localAlone = Self.forbidden(
        "That is permitted over the control socket alone, which pipctl uses on the machine itself."
    )
    fileprivate static let tokenMissing = Self.unauthorized(
        "Send a token as `Authorization: Bearer TOKEN`; `pipctl token create` makes one."
    )
    fileprivate static let sessionOver = Self.unauthorized(
        "The session is over: its token was revoked, or \(Sessions.most) others signed in with that "
            + "since, or its browser signed in again, or it is a month old, or pipd could not keep it over a restart; sign in again "
            + "with a token."
    )
    fileprivate static let wrongToken = Self.unauthorized(
        "That is no token, or it was revoked; `pipctl token create` makes one."
    )

    fileprivate static func tooManyTokens(_ wait: Nanoseconds) -> Self {
        let seconds = Int(wait.seconds.rounded(.up))
        var error = Self(
            status: 429,
            title: "Too many wrong tokens",
            detail: "\(AttemptLimit.most) wrong tokens came from there within a minute; "
                + "try again in \(seconds) s."
        )
        error.retrySeconds = seconds
        return error
    }
}

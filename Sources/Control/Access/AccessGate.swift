internal import ControlAPI
internal import Glibc
public import Logging
internal import Media
internal import Platform
internal import Synchronization

/// What lets clients in that do not use the control socket, and keeps the tokens that they need.
///
/// Tokens are changed on the control thread alone, one change after the other.
///
/// Thread: safe.
public final class AccessGate: Sendable {
    private struct State {
        var policy: AccessPolicy
        /// Where browsers find the API; nil where no port is listened on.
        var place: String?
    }

    private let state: Mutex<State>
    /// nil where tokens are not kept.
    private let file: TokenFile?
    private let machine: String
    private let logger: Logger

    /// - Parameters:
    ///   - folder: Where tokens are kept; nil: they last as long as the process.
    ///   - hosts: What the machine is called besides its own name.
    ///   - logger: Told of what cannot be read, and of who presents too many wrong tokens.
    public init(keptIn folder: String?, hosts: [HostAuthority] = [], logger: Logger) {
        machine = Self.machineName()
        let rule = HostRule(machine: machine, named: hosts)
        state = Mutex(State(policy: AccessPolicy(hosts: rule)))
        file = folder.map { TokenFile(folder: $0) }
        self.logger = logger
    }

    /// Takes the tokens that are kept, in place of those in force. Where they cannot be read
    /// there are none, and what is there is set aside.
    public func readTokens() {
        guard let file else { return }
        let tokens: Tokens
        do throws(TokenFile.Damage) {
            tokens = try file.read()
        } catch {
            let path = OutsideText.shown(file.path)
            let kept = file.setAside().map { "kept as \(OutsideText.shown($0))" } ?? "left there"
            logger.error("access: \(path): \(error.reason); there are no tokens, it is \(kept)")
            tokens = Tokens()
        }
        state.withLock { $0.policy.tokens = tokens }
    }

    /// How many were not let in, by why.
    public var failures: [AccessFailure: Int] { state.withLock { $0.policy.failures } }

    // MARK: Who asks

    func admit(_ visit: Visit) throws(ControlError) -> Caller {
        try decide { (policy, now) throws(ControlError) in try policy.admit(visit, at: now) }
    }

    func require(_ role: Route.Role, of caller: Caller) throws(ControlError) {
        guard caller.role < role else { return }
        try decide { (policy, _) throws(ControlError) in try policy.require(role, of: caller) }
    }

    /// Lets a browser in.
    ///
    /// - Returns: The secret of its session, and its role.
    /// - Throws: 401, 429.
    func beginSession(
        for token: String,
        of caller: Caller
    ) throws(ControlError) -> (secret: Secret, role: TokenRole) {
        let secret = Secret()
        let role = try decide { (policy, now) throws(ControlError) in
            try policy.beginSession(for: token, secret, from: caller.source, at: now)
        }
        return (secret, role)
    }

    func endSession(_ secret: String) { state.withLock { $0.policy.endSession(secret) } }

    private func decide<Value: Sendable>(
        _ body: (inout AccessPolicy, MonotonicTime) throws(ControlError) -> Value
    ) throws(ControlError) -> Value {
        let now = MonotonicClock.now()
        defer { tellOfLockedOut() }
        return try state.withLock { (state) throws(ControlError) in
            try body(&state.policy, now)
        }
    }

    private func tellOfLockedOut() {
        for source in state.withLock({ $0.policy.takeLockedOut() }) {
            let message: MessageText =
                "access: \(AttemptLimit.most) wrong tokens from \(source); none is looked at for a while"
            logger.warning("\(message)")
        }
    }

    // MARK: Tokens

    var tokens: [TokenReport] { state.withLock { $0.policy.tokens.all.map(\.report) } }

    /// Makes a token.
    ///
    /// - Throws: 409 where there are as many as there may be; 507, 503 where it cannot be kept.
    func makeToken(_ role: TokenRole, name: String?) throws(ControlError) -> NewTokenReport {
        let secret = Secret()
        let token = try change { (tokens) throws(ControlError) in
            try tokens.add(
                role,
                name: name,
                digest: secret.digest,
                created: Double(time(nil))
            )
        }
        logger.notice("access: token \(token.id) was made: \(role.rawValue)")
        let url = state.withLock { $0.place }.map { "http://\($0)/#t=\(secret.text)" }
        return NewTokenReport(token: token.report, secret: secret.text, url: url)
    }

    /// Revokes a token, and ends the sessions that were begun with it.
    ///
    /// - Throws: 404; 507, 503 where that cannot be kept.
    func revokeToken(_ id: String) throws(ControlError) {
        let digest = try change { (tokens) throws(ControlError) in
            let digest = tokens.all.first { $0.id == id }?.digest
            try tokens.remove(id)
            return digest
        }
        if let digest { state.withLock { $0.policy.endSessions(of: digest) } }
        let message: MessageText = "access: token \(id) was revoked"
        logger.notice("\(message)")
    }

    /// Changes what is kept, then what is in force. Of several daemons that keep theirs in one
    /// place none loses another's.
    private func change<Value>(
        _ body: (inout Tokens) throws(ControlError) -> Value
    ) throws(ControlError) -> Value {
        readTokens()
        var tokens = state.withLock { $0.policy.tokens }
        let value = try body(&tokens)
        do throws(SystemCallError) {
            try file?.write(tokens)
        } catch {
            let isFull = [.noSpace, .quotaExceeded].contains(error.errno)
            let reason: MessageText = "The tokens cannot be kept: \(error)."
            throw isFull ? .insufficientStorage(reason) : .unavailable(reason)
        }
        state.withLock { [tokens] in $0.policy.tokens = tokens }
        return value
    }

    // MARK: Where

    /// Tells where browsers find the API: an address that means all of the machine's is shown as
    /// its name.
    func isServed(host: String, port: Int) {
        let isAll = ["0.0.0.0", "::"].contains(host)
        let shown = isAll ? machine : host.contains(":") ? "[\(host)]" : host
        state.withLock { $0.place = $0.place ?? "\(shown):\(port)" }
    }

    private static func machineName() -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
        return String(
            decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
    }
}

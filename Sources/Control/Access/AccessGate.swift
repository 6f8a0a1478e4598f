public import ControlAPI
internal import Glibc
public import Logging
internal import Media
internal import Platform
internal import Synchronization

/// What lets clients in that do not use the control socket, and keeps the tokens that they need.
///
/// Tokens are changed on the control thread alone, one change after the other. What another daemon
/// that keeps its tokens in the same place changes is in force here within a second of the next
/// request.
///
/// Thread: safe.
public final class AccessGate: Sendable {
    private struct State {
        var policy: AccessPolicy
        /// Where the API is served; nil where no port is listened on.
        var place: (host: String, port: Int)?
        /// The file that was read last, and when it was looked for one that is newer.
        var stamp: StateFile.Stamp?
        var looked = MonotonicTime(nanoseconds: 0)
        /// Why the file could not be read last; nil where it could.
        var problem: MessageText?
        /// Which sessions were kept last, and when.
        var keptSessions = 0
        var keptAt: MonotonicTime?
        /// Digests of tokens that were revoked, by their IDs, where that could not be kept.
        var revoked: [String: String] = [:]
    }

    private let state: Mutex<State>
    /// nil where tokens are not kept.
    private let file: StateFile?
    /// nil where sessions last as long as the process.
    private let sessions: SessionFile?
    private let machine: String
    private let logger: Logger
    private let clock: @Sendable () -> MonotonicTime

    /// - Parameters:
    ///   - folder: Where tokens are kept; nil: they last as long as the process.
    ///   - hosts: What the machine is called besides its own name.
    ///   - logger: Told of what cannot be read, and of who presents too many wrong tokens.
    public convenience init(
        keptIn folder: String?,
        hosts: [HostAuthority] = [],
        logger: Logger
    ) {
        self.init(keptIn: folder, hosts: hosts, logger: logger) { MonotonicClock.now() }
    }

    /// As the public one, by another clock.
    init(
        keptIn folder: String?,
        hosts: [HostAuthority] = [],
        logger: Logger,
        clock: @escaping @Sendable () -> MonotonicTime
    ) {
        machine = MachineName.current
        let rule = HostRule(machine: machine, named: hosts)
        state = Mutex(State(policy: AccessPolicy(hosts: rule)))
        file = folder.map {
            StateFile(folder: $0, name: "tokens.json", mostBytes: Tokens.mostBytes)
        }
        sessions = folder.map { SessionFile(keptIn: $0, logger: logger) }
        self.logger = logger
        self.clock = clock
    }

    /// Takes the tokens that are kept, in place of those in force. Where the file is damaged there
    /// are none, and it is set aside; where it cannot be read now, those in force stay.
    public func readTokens() { _ = readKept() }

    /// - Returns: Why the tokens could not be read; nil where they were.
    private func readKept() -> MessageText? {
        guard let file else { return nil }
        let stamp = file.stamp
        var tokens = Tokens()
        var problem: MessageText?
        do throws(StateFile.Failure) {
            if let bytes = try file.read() { tokens = try Tokens(json: bytes) }
        } catch {
            let path = OutsideText.shown(file.path)
            switch error {
            case .damaged(let reason):
                // Another daemon may have mended it meanwhile.
                guard file.stamp == stamp else { return readKept() }
                let target = try? file.setAside()
                let kept = target.map { "kept as \(OutsideText.shown($0))" } ?? "left there"
                logger.error("access: \(path): \(reason); there are no tokens, it is \(kept)")
            case .unreadable(let reason):
                problem = reason
                // Looked at again and again, it is told of once.
                guard state.withLock({ $0.problem != reason }) else { break }
                logger.error("access: \(path): \(reason); the tokens stay as they were")
            }
        }
        state.withLock { [tokens] state in
            state.problem = problem
            guard problem == nil else { return }
            state.stamp = stamp
            state.policy.tokens = tokens
            for digest in state.revoked.values { state.policy.tokens.removeOne(by: digest) }
        }
        return problem
    }

    /// Looks once a second at most whether another daemon has changed what is kept.
    private func refresh(at now: MonotonicTime) {
        guard let file else { return }
        let known = state.withLock { state -> StateFile.Stamp?? in
            guard now - state.looked >= .seconds(1) else { return nil }
            state.looked = now
            return .some(state.stamp)
        }
        if let known, file.stamp != known { readTokens() }
    }

    /// Lets those in again who were let in before the last end of the process.
    public func readSessions() {
        guard let kept = sessions?.read(at: clock()) else { return }
        state.withLock { $0.policy.sessions = kept }
    }

    /// Keeps the sessions as they are now: nothing comes that would do it later, at the end of the
    /// process or from who has left.
    public func keepSessions() {
        state.withLock { $0.keptAt = nil }
        keepSessions(at: clock())
    }

    /// Keeps the sessions once a second at most, whoever begins them how fast: what is not kept
    /// now, or cannot be, is with a later request.
    private func keepSessions(at now: MonotonicTime) {
        guard let sessions else { return }
        let changed = state.withLock { state -> Sessions? in
            guard state.policy.sessions.generation != state.keptSessions,
                state.keptAt.map({ now - $0 >= .seconds(1) }) ?? true
            else { return nil }
            state.keptAt = now
            return state.policy.sessions
        }
        guard let changed, sessions.write(changed, at: now) else { return }
        state.withLock { $0.keptSessions = changed.generation }
    }

    /// How many were not let in, by why.
    public var failures: [AccessFailure: Int] { state.withLock { $0.policy.failures } }

    // MARK: Who asks

    func admit(_ visit: Visit) throws(ControlError) -> Caller {
        let now = clock()
        refresh(at: now)
        keepSessions(at: now)
        return try decide { (policy, now) throws(ControlError) in try policy.admit(visit, at: now) }
    }

    /// Whether who was let in still is; for answers that have no end.
    func stillAdmits(_ caller: Caller) -> Bool {
        let now = clock()
        refresh(at: now)
        return state.withLock { $0.policy.stillAdmits(caller, at: now) }
    }

    func require(_ role: Route.Role, of caller: Caller) throws(ControlError) {
        guard caller.role < role else { return }
        try decide { (policy, _) throws(ControlError) in try policy.require(role, of: caller) }
    }

    /// Lets a browser in.
    ///
    /// - Parameters:
    ///   - token: The secret of a token.
    ///   - caller: Who presents it.
    ///   - others: What may be secrets of sessions that the browser has had: those end soon.
    /// - Returns: The secret of its session, and its role.
    /// - Throws: 401, 429.
    func beginSession(
        for token: String,
        of caller: Caller,
        inPlaceOf others: [String] = []
    ) throws(ControlError) -> (secret: Secret, role: TokenRole) {
        let secret = Secret()
        let role = try decide { (policy, now) throws(ControlError) in
            try policy.beginSession(
                for: token,
                secret,
                from: caller.source,
                inPlaceOf: others,
                at: now
            )
        }
        keepSessions(at: clock())
        return (secret, role)
    }

    func endSession(_ secret: String) {
        state.withLock { $0.policy.endSession(secret) }
        keepSessions()
    }

    private func decide<Value: Sendable>(
        _ body: (inout AccessPolicy, MonotonicTime) throws(ControlError) -> Value
    ) throws(ControlError) -> Value {
        let now = clock()
        defer { tellOfLockedOut() }
        return try state.withLock { (state) throws(ControlError) in
            try body(&state.policy, now)
        }
    }

    private func tellOfLockedOut() {
        for source in state.withLock({ $0.policy.takeLockedOut() }) {
            let message: MessageText =
                "access: \(AttemptLimit.most) wrong tokens from \(source); further ones are refused for a while"
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
        return NewTokenReport(
            token: token.report,
            secret: secret.text,
            url: url.map { "\($0)#t=\(secret.text)" }
        )
    }

    /// Revokes a token, and ends the sessions that were begun with it: whoever has it is out, also
    /// where that cannot be kept.
    ///
    /// - Throws: 404; 507, 503 where it is let in again by the next start.
    func revokeToken(_ id: String) throws(ControlError) {
        // One that only the file has may be another daemon's.
        _ = readKept()
        try state.withLock { (state) throws(ControlError) in
            // What could not be kept before is tried again.
            guard state.revoked[id] == nil else { return }
            let digest = state.policy.tokens.all.first { $0.id == id }?.digest
            try state.policy.tokens.remove(id)
            if let digest { state.policy.sessions.endAll(of: digest) }
            state.revoked[id] = digest
        }
        let message: MessageText = "access: token \(id) was revoked"
        logger.notice("\(message)")
        do throws(ControlError) {
            try change { (_) throws(ControlError) in }
        } catch {
            var told = error
            told.detail = "It lets nobody in any more, until pipd starts again: \(error.detail)"
            throw told
        }
    }

    /// Changes what is kept, then what is in force. Of several daemons that keep theirs in one
    /// place none loses another's.
    private func change<Value>(
        _ body: (inout Tokens) throws(ControlError) -> Value
    ) throws(ControlError) -> Value {
        let lock = try lock()
        defer { lock?.remove() }
        if let problem = readKept() { throw .unavailable("The tokens cannot be read: \(problem).") }
        var tokens = state.withLock { $0.policy.tokens }
        let value = try body(&tokens)
        do throws(SystemCallError) {
            try file?.write(tokens.json)
        } catch {
            throw Self.unkept(error)
        }
        state.withLock { [tokens] state in
            state.policy.tokens = tokens
            state.stamp = file?.stamp
            state.revoked = [:]
        }
        return value
    }

    /// nil where nothing is kept.
    private func lock() throws(ControlError) -> LockFile? {
        guard let file else { return nil }
        do throws(SystemCallError) {
            if let lock = try file.lock() { return lock }
        } catch {
            throw Self.unkept(error)
        }
        throw .unavailable("Another pipd changes the tokens at this moment; try again.")
    }

    private static func unkept(_ error: SystemCallError) -> ControlError {
        let isFull = [.noSpace, .quotaExceeded].contains(error.errno)
        let reason: MessageText = "The tokens cannot be kept: \(error)."
        return isFull ? .insufficientStorage(reason) : .unavailable(reason)
    }

    // MARK: Where

    /// Where browsers find the page; nil where no port is listened on. An address that means all
    /// of the machine's is shown as the one that other machines of its network reach it at: few
    /// of them, and no telephone, can tell its address from its name.
    public var url: String? {
        guard let (host, port) = state.withLock({ $0.place }) else { return nil }
        let isAll = ["0.0.0.0", "::"].contains(host)
        let shown = isAll ? OwnAddress.current ?? machine : host
        return "http://\(shown.contains(":") ? "[\(shown)]" : shown):\(port)/"
    }

    /// Tells where the API is served; the first counts.
    func isServed(host: String, port: Int) {
        state.withLock { $0.place = $0.place ?? (host, port) }
    }
}

internal import Control
internal import ControlAPI
internal import Media
internal import Platform
internal import Synchronization

/// Brings what clients ask of the configuration to the main thread, and its answers back.
///
/// Thread: safe.
final class ConfigurationDesk: Sendable {
    enum Wish: Sendable {
        case apply(ConfigurationDraft)
        /// nil: whichever is on trial.
        case confirm(generation: Int?)
        case rollBack(generation: Int?)
    }

    /// What a client waits for.
    final class Call: Sendable {
        typealias Answer = Result<Void, ControlError>

        let wish: Wish
        private let waiting: Mutex<CheckedContinuation<Answer, Never>?>

        fileprivate init(_ wish: Wish, _ continuation: CheckedContinuation<Answer, Never>) {
            self.wish = wish
            waiting = Mutex(continuation)
        }

        fileprivate var isAnswered: Bool { waiting.withLock { $0 == nil } }

        /// The first answer is the one that counts.
        func answer(_ answer: Answer) {
            waiting.withLock { $0.take() }?.resume(returning: answer)
        }
    }

    /// How it stands, as clients are told at any time.
    struct Standing: Sendable {
        var report = ConfigurationReport()
        /// Of the one on trial.
        var attempt: ConfigurationTrial.Attempt?
    }

    private struct State {
        var standing = Standing()
        /// Not taken yet.
        var calls: [Call] = []
        /// Taken, and answered since or not.
        var taken: [Call] = []
        var isClosed = false
    }

    /// Calls that may wait.
    private static let most = 16

    private let state = Mutex(State())
    private let arrived: WakeUp

    /// - Parameter arrived: Signalled when there is a call to take.
    init(signalling arrived: WakeUp) {
        self.arrived = arrived
    }

    /// Asks the main thread, and waits for its answer.
    ///
    /// - Throws: Why nothing was changed; 503 where it has too much to answer, or ends.
    func ask(_ wish: Wish) async throws(ControlError) {
        let answer: Call.Answer = await withCheckedContinuation { continuation in
            let call = Call(wish, continuation)
            let isTaken = state.withLock { state in
                guard !state.isClosed, state.calls.count < Self.most else { return false }
                state.calls.append(call)
                return true
            }
            guard isTaken else {
                return call.answer(
                    .failure(.unavailable("The daemon is stopping, or has too much to do."))
                )
            }
            arrived.signal()
        }
        try answer.get()
    }

    /// The calls that came since the last time. For the main thread.
    func take() -> [Call] {
        state.withLock { state in
            let calls = state.calls
            state.calls = []
            state.taken = state.taken.filter { !$0.isAnswered } + calls
            return calls
        }
    }

    /// Answers whoever waits, and takes no more calls.
    func close() {
        let calls = state.withLock { state in
            state.isClosed = true
            return state.taken + state.calls
        }
        for call in calls { call.answer(.failure(.unavailable("The daemon is stopping."))) }
    }

    /// How it stands from now on. For the main thread.
    func set(_ standing: Standing) { state.withLock { $0.standing = standing } }

    /// The number of what is in force.
    var generation: Int { state.withLock { $0.standing.report.generation } }

    private func report(at now: MonotonicTime) -> ConfigurationReport {
        let standing = state.withLock { $0.standing }
        var report = standing.report
        report.trial = standing.attempt.map { attempt in
            let obstacle = attempt.obstacle(at: now)
            return ConfigurationTrialReport(
                secondsLeft: max(0, (attempt.deadline - now).seconds),
                healthy: obstacle == nil,
                reason: obstacle?.description
            )
        }
        return report
    }
}

extension ConfigurationDesk: ConfigurationBackend {
    func configuration() async -> ConfigurationReport { report(at: MonotonicClock.now()) }

    func applyConfiguration(
        _ draft: ConfigurationDraft
    ) async throws(ControlError) -> ConfigurationReport {
        try await ask(.apply(draft))
        return await configuration()
    }

    func confirmConfiguration(
        _ generation: Int?
    ) async throws(ControlError) -> ConfigurationReport {
        try await ask(.confirm(generation: generation))
        return await configuration()
    }

    func rollBackConfiguration(
        _ generation: Int?
    ) async throws(ControlError) -> ConfigurationReport {
        try await ask(.rollBack(generation: generation))
        return await configuration()
    }
}

internal import Control
internal import ControlAPI
internal import Logging
internal import MQTT
internal import Media
internal import Platform
internal import Synchronization

/// The client of a broker, where the configuration names one: it tells what is shown, and obeys.
///
/// Nothing waits for the broker but its own thread, `pipd-mqtt`, which there is once a broker is
/// named. What it asks of the daemon is done on the control thread.
///
/// Thread: safe.
final class MQTTService: MQTTBackend {
    /// What it serves; nothing is made of it without a broker.
    private struct Daemon: Sendable {
        let makeDesk: @Sendable () -> BrokerDesk
        let events: EventHub
    }

    private struct State {
        var settings: MQTTSettings?
        var daemon: Daemon?
        var thread: WorkerThread?
        /// Signalled when there is something for the thread to do; nil before there is one.
        var told: WakeUp?
        var isStopping = false
        /// What has happened since the thread looked.
        var events: [ObservedEvent] = []
        /// How many more have.
        var lostEvents = 0
        var isChanged = false
        var replies: [BrokerSession.Reply] = []
        var standing = BrokerStanding()
    }

    private let state = Mutex(State())
    private let logger: Logger

    init(logger: Logger) {
        self.logger = logger
    }

    /// What does with the daemon what is asked for; before `configure`.
    func serve(following events: EventHub, by makeDesk: @escaping @Sendable () -> BrokerDesk) {
        state.withLock { $0.daemon = Daemon(makeDesk: makeDesk, events: events) }
    }

    /// The broker from now on; nil for none.
    func configure(_ settings: MQTTSettings?) {
        state.withLock { $0.settings = settings }
        do throws(SystemCallError) {
            try startThread()
        } catch {
            logger.error("mqtt: \(error); the broker is not connected to")
        }
        state.withLock { $0.told }?.signal()
    }

    private func startThread() throws(SystemCallError) {
        let daemon = state.withLock { state in
            let isNeeded = state.settings != nil && state.told == nil && !state.isStopping
            return isNeeded ? state.daemon : nil
        }
        guard let daemon else { return }
        let told = try WakeUp()
        let thread = try WorkerThread(name: "pipd-mqtt", nice: 10) { [self] in
            run(told, by: daemon.makeDesk())
        }
        state.withLock { ($0.thread, $0.told) = (thread, told) }
        daemon.events.observe { [self] in take($0) }
    }

    /// How it stands, for metrics; nil without a broker.
    var standing: BrokerStanding? {
        state.withLock { $0.settings == nil ? nil : $0.standing }
    }

    func mqtt() async -> MQTTReport {
        let (standing, settings) = state.withLock { ($0.standing, $0.settings) }
        return standing.report(settings, at: MonotonicClock.now())
    }

    /// Something happened: it is told, and may show in the state.
    private func take(_ event: ObservedEvent) {
        let told = state.withLock { state -> WakeUp? in
            guard let told = state.told else { return nil }
            defer { state.isChanged = true }
            // The thread may be waiting for a name; then nobody is told of events.
            if state.events.count < Outbox.capacity {
                state.events.append(event)
            } else {
                state.lostEvents += 1
            }
            return state.isChanged ? nil : told
        }
        told?.signal()
    }

    /// Begins to leave the broker.
    func beginStop() {
        let told = state.withLock { state in
            state.isStopping = true
            return state.told
        }
        told?.signal()
    }

    /// Waits until it has left, for half a second: a name may be being resolved.
    func finishStop() {
        let thread = state.withLock { $0.thread.take() }
        thread?.join(until: MonotonicClock.now() + .milliseconds(500))
    }

    // MARK: On the thread

    private struct Orders {
        var settings: MQTTSettings?
        var isStopping: Bool
        var events: [ObservedEvent]
        var lostEvents: Int
        var isChanged: Bool
        var replies: [BrokerSession.Reply]
    }

    private func orders() -> Orders {
        state.withLock { state in
            defer {
                (state.isChanged, state.replies) = (false, [])
                (state.events, state.lostEvents) = ([], 0)
            }
            return Orders(
                settings: state.isStopping ? nil : state.settings,
                isStopping: state.isStopping,
                events: state.events,
                lostEvents: state.lostEvents,
                isChanged: state.isChanged,
                replies: state.replies
            )
        }
    }

    private func run(_ told: WakeUp, by desk: BrokerDesk) {
        var polling = PollSet(capacity: 1)
        polling.add(told.rawValue, tag: .init(rawValue: 0))
        var session: BrokerSession?
        while true {
            told.drain()
            let orders = orders()
            let now = MonotonicClock.now()
            if session?.settings != orders.settings {
                session?.part(before: orders.settings, isStopping: orders.isStopping)
                state.withLock { $0.standing.phase = .off }
                session = orders.settings.map { self.session($0, desk, told, at: now) }
            }
            if orders.isStopping { break }
            if let session { turn(session, orders, at: now) }
            _ = polling.wait(
                until: session?.deadline,
                guest: session?.descriptor,
                isWritten: session?.wantsToWrite ?? false
            )
        }
    }

    private func session(
        _ settings: MQTTSettings,
        _ desk: BrokerDesk,
        _ told: WakeUp,
        at now: MonotonicTime
    ) -> BrokerSession {
        let counts = state.withLock { $0.standing }
        return BrokerSession(settings, desk, counting: counts, at: now, logger: logger) {
            [self] reply in
            state.withLock { $0.replies.append(reply) }
            told.signal()
        }
    }

    private func turn(_ session: BrokerSession, _ orders: Orders, at now: MonotonicTime) {
        for reply in orders.replies { session.take(reply, at: now) }
        if orders.isChanged { session.changed(by: orders.events, lost: orders.lostEvents) }
        // Connecting may take long.
        note(session)
        session.turn(at: now)
        note(session)
    }

    private func note(_ session: BrokerSession) {
        let standing = session.standing
        state.withLock { $0.standing = standing }
    }
}

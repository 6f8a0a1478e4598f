internal import Logging
internal import MQTT
internal import Media
internal import Platform

/// The line to one broker: connected to, and again whenever it is lost.
///
///     waiting ─► connecting ─────────────────────────────► connected
///        ▲           │ IPv6 is not answered      ▲              │
///        │           └──► connecting over IPv4 ──┘              │
///        └────────────────────────┴─────────────────────────────┘
///
/// Thread: bound to `pipd-mqtt`.
struct BrokerLine {
    enum Event {
        /// The broker has let the client in.
        case accepted
        case received(BrokerMessage)
        case lost
    }

    /// How long a broker may take to let the client in.
    private static let longestAttempt = Nanoseconds.milliseconds(20_000)
    /// How often the library looks whether the broker is still there.
    private static let upkeepInterval = Nanoseconds.milliseconds(5000)
    /// How often it is looked whether a TLS handshake goes on: during one, libmosquitto says that
    /// it wants to write although it waits for the broker, and there is nearly always room.
    private static let handshakeInterval = Nanoseconds.milliseconds(20)

    private enum Phase {
        case waiting(until: MonotonicTime, reason: MessageText?)
        case connecting(BrokerConnection, until: MonotonicTime)
        case connected(BrokerConnection, since: MonotonicTime)
    }

    private let settings: MQTTSettings
    private let will: BrokerMessage
    private let logger: Logger
    private var phase: Phase
    private var reconnection = BrokerReconnection()
    private var lastTurn: MonotonicTime
    /// Told of once, however often it comes.
    private var toldReason: MessageText?

    /// - Parameters:
    ///   - settings: The broker.
    ///   - will: What it is to publish when the line is lost.
    ///   - now: The time.
    ///   - logger: Told why there is no connection.
    init(_ settings: MQTTSettings, will: BrokerMessage, at now: MonotonicTime, logger: Logger) {
        self.settings = settings
        self.will = will
        self.logger = logger
        phase = .waiting(until: now, reason: nil)
        lastTurn = now
    }

    private var any: BrokerConnection? {
        switch phase {
        case .waiting: nil
        case .connecting(let connection, _), .connected(let connection, _): connection
        }
    }

    /// nil while there is none.
    var connection: BrokerConnection? {
        if case .connected(let connection, _) = phase { connection } else { nil }
    }

    /// For a poll set.
    var descriptor: CInt? { any?.descriptor }

    /// Whether to look for room for what is to be sent.
    var wantsToWrite: Bool { !isShakingHands && any?.wantsToWrite == true }

    private var isShakingHands: Bool {
        if case .connecting = phase { settings.isSecure } else { false }
    }

    /// When `turn` is to be called, whatever happens.
    var deadline: MonotonicTime {
        let upkeep = lastTurn + Self.upkeepInterval
        return switch phase {
        case .waiting(let time, _): time
        case .connecting(_, let time):
            min(time, isShakingHands ? lastTurn + Self.handshakeInterval : upkeep)
        case .connected: upkeep
        }
    }

    var standing: BrokerStanding.Phase {
        switch phase {
        case .waiting(_, nil), .connecting: .connecting
        case .waiting(let time, let reason?): .waiting(until: time, reason: reason)
        case .connected(let connection, let since):
            .connected(since: since, refused: connection.refused)
        }
    }

    /// Does what is to be done now. Waits for nothing but a name that is resolved.
    ///
    /// - Returns: What happened, in order.
    mutating func turn(at now: MonotonicTime) -> [Event] {
        lastTurn = now
        var events: [Event] = []
        if case .waiting(let time, _) = phase, time <= now {
            do {
                try connect()
            } catch {
                events.append(lose("\(error)", at: MonotonicClock.now()))
            }
        }
        for event in any?.turn() ?? [] {
            if let event = take(event, at: now) { events.append(event) }
        }
        if case .connecting(_, let time) = phase, time <= now,
            let event = end("it did not answer within \(Int(Self.longestAttempt.seconds)) s", now)
        {
            events.append(event)
        }
        return events
    }

    private mutating func take(_ event: BrokerConnection.Event, at now: MonotonicTime) -> Event? {
        switch (event, phase) {
        case (.accepted, .connecting(let connection, _)):
            phase = .connected(connection, since: now)
            reconnection.connected(at: now)
            toldReason = nil
            logger.info("mqtt: connected to \(settings.broker)")
            return .accepted
        case (.received(let message), _): return .received(message)
        case (.ended(let reason, let isClosed), _):
            let isDenied = any?.isDenied == true
            return end(isDenied ? "\(reason), \(asWhom)" : "\(reason)", isClosed: isClosed, now)
        case (.answered, .connected(let connection, _)):
            tell(ofRefused: connection.refused)
            return nil
        case (.accepted, _), (.confirmed, _), (.answered, _): return nil
        }
    }

    /// For a refusal: which of the passwords is to be looked at.
    private var asWhom: String { settings.user.map { "as user '\($0)'" } ?? "without a user" }

    private func tell(ofRefused topics: [String]) {
        guard !topics.isEmpty else { return }
        let list = topics.joined(separator: ", ")
        let message: MessageText = "mqtt: \(settings.broker) does not let pipd hear \(list)"
        logger.warning("\(message)")
    }

    /// A connection or an attempt is over. Of a name's addresses the library tries one.
    private mutating func end(
        _ reason: MessageText,
        isClosed: Bool = false,
        _ now: MonotonicTime
    ) -> Event? {
        if case .connecting(let connection, _) = phase, connection.mayBeElsewhere,
            !connection.isRefused, (try? connect(overIPv4: true)) != nil
        {
            return nil
        }
        return lose(reason, isClosed: isClosed, at: now)
    }

    private mutating func connect(overIPv4 isOverIPv4: Bool = false) throws {
        var endpoint = BrokerEndpoint(
            host: settings.host,
            port: settings.port,
            isSecure: settings.isSecure,
            clientID: "pipd-\(settings.id)",
            will: will
        )
        endpoint.isOverIPv4 = isOverIPv4
        endpoint.authorities = try settings.readableAuthorities()
        endpoint.longestPayload = HomeAssistantAnnouncement.mostBytes
        endpoint.user = settings.user
        endpoint.password = try settings.password()
        let connection = try BrokerConnection(to: endpoint)
        // Its name may have taken long.
        phase = .connecting(connection, until: MonotonicClock.now() + Self.longestAttempt)
    }

    /// It is over, and tried again after a while.
    ///
    /// - Parameters:
    ///   - reason: Why.
    ///   - isClosed: Whether the other end closed it.
    ///   - now: When.
    /// - Returns: `lost`.
    mutating func lose(
        _ reason: MessageText,
        isClosed: Bool = false,
        at now: MonotonicTime
    ) -> Event {
        let delay = reconnection.lost(at: now, isClosed: isClosed, random: .random(in: 0..<1))
        let reason: MessageText =
            reconnection.isContested
            ? "\(reason), \(settings.id) may be the id of another one, too" : reason
        phase = .waiting(until: now + delay, reason: reason)
        if reason != toldReason {
            toldReason = reason
            let message: MessageText =
                "mqtt: \(settings.broker): \(reason); tried again, once a minute at least"
            logger.warning("\(message)")
        }
        return .lost
    }
}

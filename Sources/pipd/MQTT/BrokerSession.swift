internal import Control
internal import ControlAPI
internal import Logging
internal import MQTT
internal import Media
internal import Platform

/// What is done with one broker: connect, publish, obey, connect again.
///
///     broker ─► BrokerConnection ─► CommandInbox ─► BrokerDesk (control thread)
///                      ▲                                 │ results, states
///                      └────── Outbox ◄─ PublicationPlan ◄┘
///
/// Thread: bound to `pipd-mqtt`.
final class BrokerSession {
    /// What the control thread has done for it.
    enum Answer: Sendable {
        case result(BrokerResult)
        /// What can be chosen from.
        case offer(HomeAssistantDevice.Offer)
        /// A picture of the view; nil where there is none.
        case image([UInt8]?)
        /// nil where there is none to be had.
        case state(BrokerState?)
    }

    /// How long a broker may take to let the client in.
    private static let longestAttempt = Nanoseconds.milliseconds(20_000)
    /// How often the library looks whether the broker is still there.
    private static let upkeepInterval = Nanoseconds.milliseconds(5000)
    /// How often it is looked whether a TLS handshake goes on: during one, libmosquitto says that
    /// it wants to write although it waits for the broker, and there is nearly always room.
    private static let handshakeInterval = Nanoseconds.milliseconds(20)
    /// How long the end may take, of which the broker is told.
    private static let longestParting = Nanoseconds.milliseconds(400)

    let settings: MQTTSettings
    private let topics: BrokerTopics
    private let desk: BrokerDesk
    /// Brings what the control thread has done to this one.
    private let post: @Sendable (Answer) -> Void
    private let logger: Logger

    private enum Phase {
        case waiting(until: MonotonicTime, reason: MessageText?)
        case connecting(BrokerConnection, until: MonotonicTime)
        case connected(BrokerConnection, since: MonotonicTime)
    }

    private var phase: Phase
    private var reconnection = BrokerReconnection()
    private var plan: PublicationPlan
    private var inbox = CommandInbox()
    private var outbox = Outbox()
    private var isObeying = false
    /// The state that the broker has.
    private var state: BrokerState?
    private var sample: BrokerState.Sample?
    /// What Home Assistant was told last.
    private var announced: HomeAssistantDevice.Offer?
    /// Whether it was told of what has gone.
    private var hasRemoved = false
    private var lastTurn: MonotonicTime
    private var counts = BrokerStanding()
    /// Told of once, however often it comes.
    private var toldReason: MessageText?

    init(
        _ settings: MQTTSettings,
        _ desk: BrokerDesk,
        at now: MonotonicTime,
        logger: Logger,
        post: @escaping @Sendable (Answer) -> Void
    ) {
        self.settings = settings
        topics = BrokerTopics(settings)
        self.desk = desk
        self.post = post
        self.logger = logger
        plan = PublicationPlan(images: settings.image, hasDiscovery: settings.discovery != nil)
        phase = .waiting(until: now, reason: nil)
        lastTurn = now
    }

    // MARK: For who waits

    private var connection: BrokerConnection? {
        switch phase {
        case .waiting: nil
        case .connecting(let connection, _), .connected(let connection, _): connection
        }
    }

    var descriptor: CInt? { connection?.descriptor }

    /// Whether to look for room for what is to be sent.
    var wantsToWrite: Bool { !isShakingHands && connection?.wantsToWrite == true }

    private var isShakingHands: Bool {
        if case .connecting = phase { settings.isSecure } else { false }
    }

    /// When there is something to do, whatever happens.
    var deadline: MonotonicTime {
        let upkeep = lastTurn + Self.upkeepInterval
        switch phase {
        case .waiting(let time, _): return time
        case .connecting(_, let time):
            return min(time, isShakingHands ? lastTurn + Self.handshakeInterval : upkeep)
        case .connected(let connection, _):
            // Nothing is published before the network has taken what waits.
            return connection.wantsToWrite ? upkeep : min(plan.deadline ?? upkeep, upkeep)
        }
    }

    /// Where it stands.
    var standing: BrokerStanding {
        var standing = counts
        standing.ignored = inbox.ignored
        standing.lost = outbox.lost
        switch phase {
        case .waiting(_, nil), .connecting: standing.phase = .connecting
        case .waiting(let time, let reason?): standing.phase = .waiting(until: time, reason: reason)
        case .connected(_, let since): standing.phase = .connected(since: since)
        }
        return standing
    }

    // MARK: Turns

    /// Something happened in the daemon that may show in the state.
    func changed(by events: [ObservedEvent]) {
        plan.changed()
        guard case .connected = phase else { return }
        for event in events { outbox.add(BrokerMessage(topics.event, event.json)) }
    }

    func take(_ answer: Answer) {
        switch answer {
        case .result(let result):
            isObeying = false
            send(topics.result, result.json)
            if let image = result.image { send(image) }
        case .offer(let offer):
            plan.finished()
            announce(offer)
        case .image(let image):
            plan.finished()
            if let image { send(image) }
        case .state(let new):
            plan.finished()
            guard let new else { return }
            if new.offer != announced || hasRemoved { announce(new.offer) }
            guard plan.isForced || new.lasting != state?.lasting else { return }
            plan.told()
            (state, sample) = (new, new.sample)
            send(topics.state, new.json, isRetained: true)
        }
    }

    /// Does what is to be done now. Waits for nothing but a name that is resolved.
    func turn(at now: MonotonicTime) {
        lastTurn = now
        if case .waiting(let time, _) = phase, time <= now { connect() }
        for event in connection?.turn() ?? [] where connection != nil { handle(event, at: now) }
        if case .connecting(_, let time) = phase, time <= now {
            lose("it did not answer within \(Int(Self.longestAttempt.seconds)) s", at: now)
        }
        obeyNext()
        publish(at: now)
    }

    private func handle(_ event: BrokerConnection.Event, at now: MonotonicTime) {
        switch event {
        case .accepted: accepted(at: now)
        case .received(let message): received(message, at: now)
        case .confirmed: break
        case .ended(let reason): lose("\(reason)", at: now)
        }
    }

    // MARK: Connecting

    private func connect() {
        do {
            let connection = try BrokerConnection(to: endpoint())
            // Its name may have taken long.
            let deadline = MonotonicClock.now() + Self.longestAttempt
            phase = .connecting(connection, until: deadline)
        } catch {
            lose("\(error)", at: MonotonicClock.now())
        }
    }

    private func endpoint() throws -> BrokerEndpoint {
        var endpoint = BrokerEndpoint(
            host: settings.host,
            port: settings.port,
            isSecure: settings.isSecure,
            clientID: "pipd-\(settings.id)",
            will: BrokerMessage(topics.availability, "offline", isRetained: true)
        )
        endpoint.authorities = settings.authorities
        endpoint.longestPayload = CommandInbox.mostBytes
        endpoint.user = settings.user
        endpoint.password = try settings.password()
        return endpoint
    }

    private func accepted(at now: MonotonicTime) {
        guard case .connecting(let connection, _) = phase else { return }
        phase = .connected(connection, since: now)
        reconnection.connected(at: now)
        plan.connected(at: now)
        counts.connects += 1
        toldReason = nil
        logger.info("mqtt: connected to \(settings.broker)")
        do {
            for topic in topics.subscriptions { try connection.subscribe(topic) }
        } catch {
            lose("\(error)", at: now)
        }
    }

    private func lose(_ reason: MessageText, at now: MonotonicTime) {
        let delay = reconnection.lost(at: now, random: .random(in: 0..<1))
        phase = .waiting(until: now + delay, reason: reason)
        outbox.clear()
        guard reason != toldReason else { return }
        toldReason = reason
        let message: MessageText =
            "mqtt: \(settings.broker): \(reason); tried again, once a minute at least"
        logger.warning("\(message)")
    }

    // MARK: Commands

    private func received(_ message: BrokerMessage, at now: MonotonicTime) {
        counts.received += 1
        guard message.topic == topics.birth else {
            return inbox.take(message, topics.command(message.topic))
        }
        guard !message.isRetained, message.payload.elementsEqual("online".utf8) else { return }
        plan.homeAssistantStarted(at: now, random: .random(in: 0..<1))
    }

    /// One at a time, as they came.
    private func obeyNext() {
        guard !isObeying, let command = inbox.next() else { return }
        isObeying = true
        desk.perform { [desk, post] in post(.result(await desk.obey(command))) }
    }

    // MARK: Publishing

    private func send(_ topic: String, _ json: JSONValue, isRetained: Bool = false) {
        guard case .connected = phase, let bytes = try? JSONText.encode(json) else { return }
        outbox.add(BrokerMessage(topic, Array(bytes), isRetained: isRetained))
    }

    /// Tells Home Assistant of the device. What has gone is told to be removed, and left out the next
    /// time.
    private func announce(_ offer: HomeAssistantDevice.Offer) {
        guard let prefix = settings.discovery else { return }
        let device = HomeAssistantDevice(
            prefix: prefix,
            id: settings.id,
            topics: topics,
            consoleURL: desk.consoleURL()
        )
        send(device.topic, device.payload(offer, after: announced ?? offer), isRetained: true)
        hasRemoved = announced.map { $0 != offer } ?? false
        announced = offer
    }

    private func send(_ image: [UInt8]) {
        guard case .connected = phase else { return }
        outbox.add(BrokerMessage(topics.image, image, isRetained: true))
    }

    /// As much as the network takes now: the library would keep the rest without a limit.
    private func publish(at now: MonotonicTime) {
        while case .connected(let connection, _) = phase, !connection.wantsToWrite {
            if let step = plan.begin(at: now) { begin(step) }
            guard let message = outbox.next() else { return }
            do {
                try connection.publish(message)
                counts.sent += 1
            } catch {
                return lose("\(error)", at: now)
            }
        }
    }

    private func begin(_ step: PublicationPlan.Step) {
        switch step {
        case .discovery: desk.perform { [desk, post] in post(.offer(await desk.offer())) }
        case .availability:
            outbox.add(BrokerMessage(topics.availability, "online", isRetained: true))
            plan.finished()
        case .state:
            desk.perform { [desk, post, sample] in
                post(.state(await desk.state(since: sample)))
            }
        case .image: desk.perform { [desk, post] in post(.image(await desk.image())) }
        }
    }

    /// Leaves the broker, which tells others of it. Waits for it, but not for long.
    func part() {
        guard case .connected(let connection, _) = phase else { return }
        let deadline = MonotonicClock.now() + Self.longestParting
        var polling = PollSet(capacity: 1)
        let will = BrokerMessage(topics.availability, "offline", isRetained: true)
        guard let id = try? connection.publish(will, isConfirmed: true) else { return }
        while MonotonicClock.now() < deadline, let descriptor = connection.descriptor {
            _ = polling.wait(
                until: deadline,
                guest: descriptor,
                isWritten: connection.wantsToWrite
            )
            if connection.turn().contains(.confirmed(id)) { return connection.disconnect() }
        }
    }
}

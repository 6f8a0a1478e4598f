internal import Control
internal import ControlAPI
internal import Logging
internal import MQTT
internal import Media
internal import Platform
internal import Synchronization

/// What is done with one broker: publish, and obey.
///
///     broker ────► BrokerLine ────► CommandInbox ─► BrokerDesk (control thread)
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

    /// An answer, and the connection that it was asked for.
    struct Reply: Sendable {
        let connection: Int
        let answer: Answer
    }

    /// Numbers connections, those of all brokers.
    private static let connections = Atomic(0)

    /// How long the end may take, of which the broker is told.
    private static let longestParting = Nanoseconds.milliseconds(400)

    let settings: MQTTSettings
    private let topics: BrokerTopics
    private let desk: BrokerDesk
    /// Brings what the control thread has done to this one.
    private let post: @Sendable (Reply) -> Void

    private var line: BrokerLine
    private var plan: PublicationPlan
    private var inbox: CommandInbox
    private var outbox: Outbox
    private var isObeying = false
    /// Whether a picture is waited for that a command asks for.
    private var isPicturing = false
    /// The number of the connection that there is, or was last.
    private var number: Int
    /// That of the first one of this session.
    private let firstNumber: Int
    /// The state that the broker has.
    private var state: BrokerState?
    private var sample: BrokerState.Sample?
    private var announcement = HomeAssistantAnnouncement()
    private var counts: BrokerStanding

    /// - Parameters:
    ///   - settings: The broker.
    ///   - desk: What does what is asked for.
    ///   - counts: What was counted before, also with another broker.
    ///   - now: The time.
    ///   - logger: Told why there is no connection.
    ///   - post: Called on any thread.
    init(
        _ settings: MQTTSettings,
        _ desk: BrokerDesk,
        counting counts: BrokerStanding,
        at now: MonotonicTime,
        logger: Logger,
        post: @escaping @Sendable (Reply) -> Void
    ) {
        self.settings = settings
        topics = BrokerTopics(settings)
        self.desk = desk
        self.post = post
        plan = PublicationPlan(images: settings.image, hasDiscovery: settings.discovery != nil)
        let will = BrokerMessage(topics.availability, "offline", isRetained: true)
        line = BrokerLine(settings, will: will, at: now, logger: logger)
        self.counts = counts
        inbox = CommandInbox(ignored: counts.ignored)
        outbox = Outbox(lost: counts.lost)
        number = Self.nextNumber()
        firstNumber = number
    }

    private static func nextNumber() -> Int {
        connections.add(1, ordering: .relaxed).newValue
    }

    // MARK: For who waits

    var descriptor: CInt? { line.descriptor }

    /// Whether to look for room for what is to be sent.
    var wantsToWrite: Bool { line.wantsToWrite }

    /// When there is something to do, whatever happens.
    var deadline: MonotonicTime {
        // Nothing is published before the network has taken what waits.
        guard line.connection?.wantsToWrite == false, let due = plan.deadline else {
            return line.deadline
        }
        return min(line.deadline, due)
    }

    /// Where it stands.
    var standing: BrokerStanding {
        var standing = counts
        standing.ignored = inbox.ignored
        standing.lost = outbox.lost
        standing.phase = line.standing
        return standing
    }

    // MARK: Turns

    /// Something happened in the daemon that may show in the state.
    ///
    /// - Parameters:
    ///   - events: What.
    ///   - lost: How many of it nobody is told.
    func changed(by events: [ObservedEvent], lost: Int) {
        plan.changed()
        outbox.lose(lost)
        guard line.connection != nil else { return outbox.lose(events.count) }
        for event in events { outbox.add(BrokerMessage(topics.event, event.json)) }
    }

    func take(_ reply: Reply, at now: MonotonicTime) {
        switch reply.answer {
        // Who sent the command may hear it on the next connection, but not from another broker.
        case .result(let result) where reply.connection >= firstNumber:
            if result.command.mayWait { isPicturing = false } else { isObeying = false }
            send(topics.result, result.json)
            if let image = result.image { send(image) }
        case .result: break
        case .offer, .image, .state:
            // What was begun for a connection that is over is begun anew on the next.
            guard reply.connection == number else { return }
            plan.finished()
            publish(reply.answer, at: now)
        }
    }

    private func publish(_ answer: Answer, at now: MonotonicTime) {
        switch answer {
        case .result: break
        case .offer(let offer): announce(offer)
        case .image(let image?): send(image)
        case .image(nil): plan.missedImage(at: now)
        case .state(let new):
            guard let new else { return plan.missedState() }
            if announcement.isDue(new.offer) { announce(new.offer) }
            guard plan.isForced || new.lasting != state?.lasting else { return }
            plan.told()
            (state, sample) = (new, new.sample)
            send(topics.state, new.json, isRetained: true)
        }
    }

    /// Does what is to be done now. Waits for nothing but a name that is resolved.
    func turn(at now: MonotonicTime) {
        for event in line.turn(at: now) { handle(event, at: now) }
        obeyNext()
        publish(at: now)
    }

    private func handle(_ event: BrokerLine.Event, at now: MonotonicTime) {
        switch event {
        case .accepted: accepted(at: now)
        case .received(let message): received(message, at: now)
        case .lost: outbox.clear()
        }
    }

    private func accepted(at now: MonotonicTime) {
        number = Self.nextNumber()
        plan.connected(at: now)
        counts.connects += 1
        // One of a pipd before this one, or that somebody asked for.
        if settings.image == .never { send([]) }
        do {
            for topic in topics.subscriptions { try line.connection?.subscribe(topic) }
        } catch {
            handle(line.lose("\(error)", isClosed: error.isClosed, at: now), at: now)
        }
    }

    // MARK: Commands

    private func received(_ message: BrokerMessage, at now: MonotonicTime) {
        if message.topic == topics.discovery {
            // All else is what it has just said itself.
            guard message.isRetained else { return }
            announcement.found(message.payload, of: device)
            return plan.changed()
        }
        counts.received += 1
        guard topics.births.contains(message.topic) else {
            return inbox.take(message, topics.command(message.topic))
        }
        guard !message.isRetained, message.payload.elementsEqual("online".utf8) else { return }
        plan.homeAssistantStarted(at: now, random: .random(in: 0..<1))
    }

    /// One at a time, as they came; beside a picture that is waited for.
    private func obeyNext() {
        while !isObeying, let command = inbox.next(whilePicturing: isPicturing) {
            if command.mayWait { isPicturing = true } else { isObeying = true }
            ask { .result(await $0.obey(command)) }
        }
    }

    /// Has something done on the control thread, and its answer brought.
    private func ask(_ body: @escaping @Sendable (BrokerDesk) async -> Answer) {
        desk.perform { [desk, post, number] in
            post(Reply(connection: number, answer: await body(desk)))
        }
    }

    // MARK: Publishing

    private func send(_ topic: String, _ json: JSONValue, isRetained: Bool = false) {
        guard line.connection != nil, let bytes = try? JSONText.encode(json) else {
            if !isRetained { outbox.lose(1) }
            return
        }
        outbox.add(BrokerMessage(topic, Array(bytes), isRetained: isRetained))
    }

    /// Tells Home Assistant of the device, where it is told of it.
    private func announce(_ offer: HomeAssistantDevice.Offer) {
        guard let topic = topics.discovery else { return }
        send(topic, announcement.payload(offer, of: device), isRetained: true)
    }

    private var device: HomeAssistantDevice {
        HomeAssistantDevice(id: settings.id, topics: topics, consoleURL: desk.consoleURL())
    }

    private func send(_ image: [UInt8]) {
        guard line.connection != nil else { return }
        outbox.add(BrokerMessage(topics.image, image, isRetained: true))
    }

    /// As much as the network takes now: the library would keep the rest without a limit.
    private func publish(at now: MonotonicTime) {
        while let connection = line.connection, !connection.wantsToWrite {
            if let step = plan.begin(at: now) { begin(step) }
            guard let message = outbox.next() else { return }
            do {
                try connection.publish(message)
                counts.sent += 1
            } catch {
                return handle(line.lose("\(error)", isClosed: error.isClosed, at: now), at: now)
            }
        }
    }

    private func begin(_ step: PublicationPlan.Step) {
        switch step {
        case .discovery: ask { .offer(await $0.offer()) }
        case .availability:
            outbox.add(BrokerMessage(topics.availability, "online", isRetained: true))
            plan.finished()
        case .state: ask { [sample] in .state(await $0.state(since: sample)) }
        case .image: ask { .image(await $0.image()) }
        }
    }

    /// Leaves the broker, which tells others of it. Waits for it, but not for long.
    ///
    /// - Parameters:
    ///   - next: What is in force now.
    ///   - isStopping: Whether pipd ends: then the broker keeps what was said.
    func part(before next: MQTTSettings?, isStopping: Bool) {
        guard let connection = line.connection else { return }
        let forgotten = isStopping ? [] : BrokerTopics.forgotten(after: settings, before: next)
        for topic in forgotten {
            _ = try? connection.publish(BrokerMessage(topic, "", isRetained: true))
        }
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

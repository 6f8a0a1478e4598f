internal import CMosquitto
internal import Glibc

/// What a broker answers in place of a quality of service, or more: it does not let the client hear
/// that.
private let refusedSubscription: CInt = 0x80

/// One connection to a broker (MQTT 3.1.1), from the attempt to its end. A further attempt is
/// another object: nothing is left of what the one before still had to send.
///
/// The library's own threads, queues and reconnection are not used. Its queue of what is sent is
/// unbounded: who publishes looks at `wantsToWrite` first.
///
/// Thread: bound to the one that made it.
public final class BrokerConnection {
    public enum Event: Hashable, Sendable {
        /// The broker has let the client in.
        case accepted
        case received(BrokerMessage)
        /// The broker has a message that was to be confirmed.
        case confirmed(CInt)
        /// The broker has answered all that it was asked to let the client hear: see `refused`.
        case answered
        /// It is over, why, and whether because the broker, or the way to it, closed it.
        case ended(reason: String, isClosed: Bool = false)
    }

    /// Within twice that, a silent broker is noticed.
    public static let keepAliveSeconds = 30
    private static let library = "libmosquitto.so.1"

    private let client: OpaquePointer
    private let inbox: Inbox
    /// Whether an address of IPv6 is tried, and the broker may be at one of IPv4.
    public private(set) var mayBeElsewhere = false
    private let isSecure: Bool

    /// What the library calls back with.
    private final class Inbox {
        let longestPayload: Int
        /// What the library says where a message of QoS 2 is received.
        let unwanted: [CChar]
        var events: [Event] = []
        /// Whether the broker has said whether it lets the client in.
        var isAnswered = false
        /// Why the broker does not let the client in.
        var refusal: String?
        /// Whether that is for the user or the password.
        var isDenied = false
        /// What was asked for and not answered, by number.
        var asked: [CInt: String] = [:]
        var refused: [String] = []
        /// The first error that the library told of.
        var complaint: String?
        /// Whether a message of QoS 2 was received, which nobody asked for. The library keeps those
        /// until the broker says that it knows of it, and as many as there are.
        var hasUnwanted = false

        init(longestPayload: Int, clientID: String) {
            self.longestPayload = longestPayload
            unwanted = "Client \(clientID) sending PUBREC ".utf8.map { CChar(bitPattern: $0) }
        }

        func take(_ text: UnsafePointer<CChar>, isError: Bool) {
            if isError {
                complaint = complaint ?? String(cString: text)
            } else if strncmp(text, unwanted, unwanted.count) == 0 {
                hasUnwanted = true
            }
        }

        static func of(_ object: UnsafeMutableRawPointer?) -> Inbox? {
            object.map { Unmanaged<Inbox>.fromOpaque($0).takeUnretainedValue() }
        }
    }

    /// Begins to connect. Waits for the name to be resolved, which may take long; not for the
    /// broker.
    ///
    /// - Throws: `MQTTError`, also where the library is not installed.
    public init(to endpoint: BrokerEndpoint) throws(MQTTError) {
        if let reason = cmosquitto_load(Self.library) {
            throw MQTTError("\(String(cString: reason)); it is in libmosquitto1")
        }
        inbox = Inbox(longestPayload: endpoint.longestPayload, clientID: endpoint.clientID)
        let object = Unmanaged.passUnretained(inbox).toOpaque()
        guard let client = mosquitto_new(endpoint.clientID, true, object) else {
            throw MQTTError(Self.text(errno))
        }
        self.client = client
        isSecure = endpoint.isSecure
        listen()
        try configure(endpoint)
        try check {
            let code = connect(to: endpoint, isOverIPv4: endpoint.isOverIPv4)
            // Nearby, a refusal is there at once.
            guard code == cmosquitto_MOSQ_ERR_ERRNO, endpoint.mayBeElsewhere else { return code }
            return connect(to: endpoint, isOverIPv4: true)
        }
        mayBeElsewhere = endpoint.mayBeElsewhere && descriptor.map(Self.isOverIPv6) ?? false
    }

    private func connect(to endpoint: BrokerEndpoint, isOverIPv4: Bool) -> CInt {
        mosquitto_connect_bind_async(
            client,
            endpoint.host,
            CInt(clamping: endpoint.port),
            CInt(Self.keepAliveSeconds),
            // Addresses of other families cannot be bound to it, and are passed over.
            isOverIPv4 ? "0.0.0.0" : nil
        )
    }

    private static func isOverIPv6(_ descriptor: CInt) -> Bool {
        var domain: CInt = 0
        var size = socklen_t(MemoryLayout<CInt>.size)
        return getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0
            && domain == AF_INET6
    }

    deinit { mosquitto_destroy(client) }

    private func configure(_ endpoint: BrokerEndpoint) throws(MQTTError) {
        let will = endpoint.will
        try check {
            will.payload.withUnsafeBytes {
                mosquitto_will_set(
                    client,
                    will.topic,
                    CInt(clamping: $0.count),
                    $0.baseAddress,
                    1,
                    will.isRetained
                )
            }
        }
        try check {
            mosquitto_username_pw_set(client, endpoint.user, endpoint.password)
        }
        // A small message is not to wait for more.
        _ = mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1)
        guard endpoint.isSecure else { return }
        try check {
            guard let file = endpoint.authorities else {
                return mosquitto_int_option(client, MOSQ_OPT_TLS_USE_OS_CERTS, 1)
            }
            return mosquitto_tls_set(client, file, nil, nil, nil, nil)
        }
    }

    private func listen() {
        mosquitto_connect_callback_set(client) { _, object, code in
            guard let inbox = Inbox.of(object) else { return }
            inbox.isAnswered = true
            if code == 0 {
                inbox.events.append(.accepted)
            } else {
                // MQTT 3.1.1, table 3.1: a bad user name or password, not authorized.
                inbox.isDenied = code == 4 || code == 5
                inbox.refusal = mosquitto_connack_string(code).map {
                    BrokerConnection.plain(String(cString: $0))
                }
            }
        }
        mosquitto_publish_callback_set(client) { _, object, id in
            Inbox.of(object)?.events.append(.confirmed(id))
        }
        mosquitto_message_callback_set(client) { _, object, message in
            guard let message = message?.pointee, let topic = message.topic else { return }
            guard let inbox = Inbox.of(object) else { return }
            let bytes = UnsafeRawBufferPointer(
                start: message.payload,
                count: Int(message.payloadlen)
            )
            let received = BrokerMessage(
                String(cString: topic),
                Array(bytes.prefix(inbox.longestPayload + 1)),
                isRetained: message.retain
            )
            inbox.events.append(.received(received))
        }
        mosquitto_subscribe_callback_set(client) { _, object, id, count, granted in
            guard let inbox = Inbox.of(object), let topic = inbox.asked.removeValue(forKey: id)
            else { return }
            let answers = UnsafeBufferPointer(start: granted, count: Int(count))
            if answers.contains(where: { $0 >= refusedSubscription }) {
                inbox.refused.append(topic)
            }
            if inbox.asked.isEmpty { inbox.events.append(.answered) }
        }
        mosquitto_log_callback_set(client) { _, object, level, text in
            guard level == MOSQ_LOG_ERR || level == MOSQ_LOG_DEBUG, let text else { return }
            Inbox.of(object)?.take(text, isError: level == MOSQ_LOG_ERR)
        }
    }

    /// For a poll set; nil once it is over.
    public var descriptor: CInt? {
        let descriptor = mosquitto_socket(client)
        return descriptor >= 0 ? descriptor : nil
    }

    /// Whether the broker has answered that it does not let the client in.
    public var isRefused: Bool { inbox.refusal != nil }

    /// Whether it does not for the user or the password.
    public var isDenied: Bool { inbox.isDenied }

    /// The topics that the broker does not let the client hear, as they were asked for.
    public var refused: [String] { inbox.refused }

    /// Whether something is still to be sent, which the network does not take now.
    public var wantsToWrite: Bool { mosquitto_want_write(client) }

    /// Does what can be done without waiting. To be called when the descriptor is ready, and
    /// every few seconds: the broker is asked whether it is there.
    ///
    /// - Returns: What happened, in order; `ended` is the last that ever does.
    public func turn() -> [Event] {
        let code = mosquitto_loop(client, 0, 1)
        let cause = errno
        defer { inbox.events = [] }
        if inbox.hasUnwanted {
            return inbox.events + [
                .ended(reason: "it sends with QoS 2, which it was not asked for")
            ]
        }
        if code == cmosquitto_MOSQ_ERR_SUCCESS {
            guard isSecure, !inbox.isAnswered, isHungUp else { return inbox.events }
            return [.ended(reason: "the connection was refused, or ended at once")]
        }
        if let refusal = inbox.refusal { return inbox.events + [.ended(reason: refusal)] }
        let isClosed = Self.isClosed(code, cause)
        return inbox.events + [.ended(reason: reason(code, cause), isClosed: isClosed)]
    }

    /// Also in the middle of a packet, which is no error of a system call.
    private static func isClosed(_ code: CInt, _ cause: CInt) -> Bool {
        code == cmosquitto_MOSQ_ERR_CONN_LOST
            || code == cmosquitto_MOSQ_ERR_ERRNO && [0, ECONNRESET, EPIPE].contains(cause)
    }

    /// Whether nothing goes either way any more, which the library does not see while it shakes
    /// hands over TLS, as its first writing takes the error away.
    private var isHungUp: Bool {
        guard let descriptor else { return false }
        var entry = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLERR | POLLHUP) != 0
    }

    /// Sends a message, or as much of it as the network takes now.
    ///
    /// - Parameters:
    ///   - message: Its topic has no wildcard.
    ///   - isConfirmed: Whether the broker is to say that it has it (QoS 1).
    /// - Returns: What `confirmed` calls it.
    /// - Throws: `MQTTError`; the connection is over then.
    @discardableResult
    public func publish(
        _ message: BrokerMessage,
        isConfirmed: Bool = false
    ) throws(MQTTError) -> CInt {
        var id: CInt = 0
        try check {
            message.payload.withUnsafeBytes {
                mosquitto_publish(
                    client,
                    &id,
                    message.topic,
                    CInt(clamping: $0.count),
                    $0.baseAddress,
                    isConfirmed ? 1 : 0,
                    message.isRetained
                )
            }
        }
        return id
    }

    /// Asks for the messages of a topic, which may have wildcards; each may come more than once.
    /// The broker may refuse it: that is known once all that was asked for is `answered`.
    ///
    /// - Throws: `MQTTError`; the connection is over then.
    public func subscribe(_ topic: String) throws(MQTTError) {
        var id: CInt = 0
        try check { mosquitto_subscribe(client, &id, topic, 1) }
        inbox.asked[id] = topic
    }

    /// Tells the broker that the client leaves, so that it does not publish its will.
    public func disconnect() { _ = mosquitto_disconnect(client) }

    private func check(_ body: () -> CInt) throws(MQTTError) {
        let code = body()
        let cause = errno
        // Negative ones say that it is not over yet.
        guard code > cmosquitto_MOSQ_ERR_SUCCESS else { return }
        throw MQTTError(reason(code, cause), isClosed: Self.isClosed(code, cause))
    }

    private func reason(_ code: CInt, _ cause: CInt) -> String {
        if Self.isClosed(code, cause) { return "the connection was lost" }
        switch code {
        case cmosquitto_MOSQ_ERR_ERRNO: return Self.text(cause)
        case cmosquitto_MOSQ_ERR_EAI: return "its name is not known"
        // The library has no text for it.
        case cmosquitto_MOSQ_ERR_KEEPALIVE:
            return "it did not answer within \(Self.keepAliveSeconds) s"
        default:
            let text = mosquitto_strerror(code).map { String(cString: $0) } ?? "error \(code)"
            guard let complaint = inbox.complaint else { return Self.plain(text) }
            return Self.ofCertificate(complaint)
                ?? "\(Self.plain(text)): \(Self.plain(complaint))"
        }
    }

    /// What is wrong with the broker's certificate; nil where that is not what is complained of.
    private static func ofCertificate(_ complaint: String) -> String? {
        if complaint.contains("host name verification failed") {
            return "its certificate names another host"
        }
        // OpenSSL's words.
        return complaint.contains("certificate verify failed")
            ? "its certificate is not trusted" : nil
    }

    /// Without the end of a sentence or a line: it becomes a part of other sentences.
    private static func plain(_ text: String) -> String {
        let end = text.lastIndex { $0 != "." && !$0.isWhitespace }
        return end.map { String(text[...$0]) } ?? text
    }

    private static func text(_ cause: CInt) -> String {
        strerror(cause).map { String(cString: $0) } ?? "error \(cause)"
    }
}

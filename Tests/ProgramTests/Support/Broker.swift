internal import ControlAPI
internal import Foundation
internal import Glibc
internal import MQTT
internal import Media
internal import Platform
internal import TestSupport
internal import Testing

/// A broker of MQTT on the loopback interface.
final class Broker {
    let port: UInt16
    private let scratch: Scratch
    private let file: String
    private var program: Program

    /// Starts one, and waits until it lets clients in.
    ///
    /// - Parameters:
    ///   - scratch: Where its files are.
    ///   - passwords: Of those that are let in; anybody is, where there are none.
    ///   - refused: A topic, which may have wildcards, that nobody is let hear.
    /// - Throws: When it cannot be started.
    init(
        in scratch: Scratch,
        passwords: [String: String] = [:],
        refusing refused: String? = nil
    ) throws {
        self.scratch = scratch
        port = try LoopbackPort.unused()
        let mosquitto = try #require(Mosquitto.path)
        var lines = [
            "listener \(port) 127.0.0.1", "persistence false", "user root",
            "allow_anonymous \(passwords.isEmpty)",
        ]
        if !passwords.isEmpty {
            lines.append("password_file \(try Self.keep(passwords, in: scratch))")
        }
        if let refused {
            lines.append("plugin \(try #require(Mosquitto.dynamicSecurity))")
            lines.append("plugin_opt_config_file \(try Self.refuse(refused, in: scratch))")
        }
        file = try scratch.write("broker.conf", lines.joined(separator: "\n") + "\n")
        program = try Program(mosquitto, ["-c", file], in: scratch)
        try waitUntilReady()
    }

    private static func keep(_ passwords: [String: String], in scratch: Scratch) throws -> String {
        let path = try scratch.write("passwords", "")
        let tool = try #require(Mosquitto.passwords)
        for (user, password) in passwords {
            let result = try Programs.run(tool, ["-b", path, user, password], in: scratch)
            try #require(result.ending == .exit(0), "\(result.errors)")
        }
        return path
    }

    private static func refuse(_ topic: String, in scratch: Scratch) throws -> String {
        let rule: JSONValue = [
            "acltype": "subscribePattern", "topic": .string(topic), "priority": 0, "allow": false,
        ]
        let rules: JSONValue = [
            "defaultACLAccess": [
                "publishClientSend": true, "publishClientReceive": true, "subscribe": true,
                "unsubscribe": true,
            ],
            "clients": [], "roles": [["rolename": "any", "acls": [rule]]],
            "groups": [["groupname": "any", "roles": [["rolename": "any"]]]],
            "anonymousGroup": "any",
        ]
        return try scratch.write(
            "rules.json",
            String(decoding: try JSONText.encode(rules), as: UTF8.self)
        )
    }

    private func waitUntilReady() throws {
        while program.wait(until: .in(seconds: 0.02)) == nil {
            let descriptor = try Sockets.stream(AF_INET)
            if Sockets.connectToLoopback(descriptor.rawValue, port) { return }
        }
        throw BrokerEnded(errors: program.errors)
    }

    struct BrokerEnded: Error {
        let errors: String
    }

    func send(_ signal: CInt) { program.send(signal) }

    /// Ends it as a power cut would, and waits until it is gone.
    func kill() {
        program.send(SIGKILL)
        _ = program.wait(until: .patience)
    }

    /// Starts it again, with nothing of what it knew.
    func restart() throws {
        program = try Program(try #require(Mosquitto.path), ["-c", file], in: scratch)
        try waitUntilReady()
    }

    /// The section of a configuration that names it.
    func section(_ rest: String = "") -> String {
        "mqtt: { url: \"mqtt://127.0.0.1:\(port)\", id: lobby, groups: [floor1]\(rest) }\n"
    }
}

/// A client of a broker, and what it has heard of one topic and those below.
final class BrokerClient {
    private let connection: BrokerConnection
    private(set) var heard: [BrokerMessage] = []
    private var isAccepted = false

    /// Connects, and waits until it hears.
    init(of broker: Broker, hearing topic: String = "pipd/lobby/#") throws {
        let endpoint = BrokerEndpoint(
            host: "127.0.0.1",
            port: Int(broker.port),
            isSecure: false,
            clientID: "test-\(topic.hashValue)",
            will: BrokerMessage("test/will", "")
        )
        connection = try BrokerConnection(to: endpoint)
        try #require(wait { $0.isAccepted })
        try connection.subscribe(topic)
    }

    func publish(_ topic: String, _ text: String, isRetained: Bool = false) throws {
        try connection.publish(BrokerMessage(topic, text, isRetained: isRetained))
        while connection.wantsToWrite { turn(until: .patience) }
    }

    /// Waits until what was heard is right.
    ///
    /// - Returns: Whether it was before `patience` was over.
    func wait(_ condition: (BrokerClient) -> Bool) -> Bool {
        let deadline = MonotonicTime.patience
        while !condition(self) {
            guard MonotonicClock.now() < deadline, connection.descriptor != nil else {
                return false
            }
            turn(until: deadline)
        }
        return true
    }

    /// Waits for a message that has not been heard, from now on.
    func next(_ topic: String, _ isMeant: (BrokerMessage) -> Bool = { _ in true }) throws
        -> BrokerMessage
    {
        let isHeard = wait { client in client.heard.contains { $0.topic == topic && isMeant($0) } }
        try #require(isHeard, "\(topic) is not heard: \(heard)")
        let place = try #require(heard.firstIndex { $0.topic == topic && isMeant($0) })
        return heard.remove(at: place)
    }

    /// The JSON of a message that has not been heard.
    func json(_ topic: String, where isMeant: (JSONValue) -> Bool = { _ in true }) throws
        -> JSONValue
    {
        func value(_ message: BrokerMessage) -> JSONValue? {
            try? JSONText.decode(JSONValue.self, from: Data(message.payload))
        }
        let message = try next(topic) { value($0).map(isMeant) ?? false }
        return try #require(value(message))
    }

    private func turn(until deadline: MonotonicTime) {
        var polling = PollSet(capacity: 1)
        let upkeep = MonotonicTime.in(seconds: 5)
        _ = polling.wait(
            until: min(deadline, upkeep),
            guest: connection.descriptor,
            isWritten: connection.wantsToWrite
        )
        for event in connection.turn() {
            switch event {
            case .accepted: isAccepted = true
            case .received(let message): heard.append(message)
            case .confirmed, .answered, .ended: break
            }
        }
    }
}

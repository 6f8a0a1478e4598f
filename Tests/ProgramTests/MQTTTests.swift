internal import ControlAPI
internal import Foundation
internal import Glibc
internal import MQTT
internal import Media
internal import TestSupport
internal import Testing

/// The real daemon at a real broker.
@Suite(
    .timeLimit(.minutes(30)),
    .enabled("needs mosquitto: scripts/setup unpacks it") { Mosquitto.path != nil }
)
struct MQTTTests {
    private static let streams = [
        "--stream", "a=test:96x64@25", "--stream", "b=test:96x64@25", "--main", "a",
    ]

    private static func daemon(_ broker: Broker, _ rest: String = "", in scratch: Scratch) throws
        -> Daemon
    {
        let file = try scratch.write("pipd.yml", broker.section(rest))
        return try Daemon.ready(streams + ["--config", file], in: scratch)
    }

    private static func report(_ daemon: Daemon) throws -> MQTTReport {
        let answer = try daemon.request("GET", "/v1/mqtt")
        try #require(answer.status == 200, "\(answer.text)")
        return try JSONText.decode(MQTTReport.self, from: Data(answer.body))
    }

    @Test func itTellsWhatIsShownAndIsSteered() throws {
        let scratch = try Scratch()
        let broker = try Broker(in: scratch)
        let client = try BrokerClient(of: broker)
        let daemon = try Self.daemon(broker, in: scratch)
        let online = try client.next("pipd/lobby/availability")
        #expect(online.payload == Array("online".utf8))
        let first = try client.json("pipd/lobby/state")
        #expect(first["main"] == "a" && first["pip"] == "OFF" && first["playlist"] == .null)
        try client.publish("pipd/lobby/main/set", #"{"value":"b","id":"one"}"#)
        #expect(
            try client.json("pipd/lobby/result")
                == ["command": "main", "ok": true, "detail": "", "id": "one"]
        )
        _ = try client.json("pipd/lobby/state") { $0["main"] == "b" }
        #expect(try daemon.status().view.main == "b")
        try client.publish("pipd/group/floor1/pip_stream/set", "a")
        try client.publish("pipd/group/floor1/pip/set", "ON")
        _ = try client.json("pipd/lobby/state") { $0["pip"] == "ON" && $0["pip_stream"] == "a" }
        try client.publish("pipd/lobby/next/set", "PRESS")
        let unlisted = try client.json("pipd/lobby/result") { $0["command"] == "next" }
        #expect(unlisted["detail"] == "The main view has 'b', which is no playlist.")
        try client.publish("pipd/lobby/main/set", "none")
        let refused = try client.json("pipd/lobby/result") { $0["ok"] == false }
        #expect(refused["detail"]?.stringValue?.contains("none") == true)
        let arguments = ["--socket", daemon.socketPath, "mqtt", "status"]
        let told = try Programs.run(Programs.pipctl, arguments, in: scratch)
        #expect(told.output.contains("127.0.0.1:\(broker.port), connected for"), "\(told)")
        #expect(try daemon.metrics()["pipd_mqtt_connected"] == 1)
        daemon.expectCleanStop()
        let offline = try client.next("pipd/lobby/availability")
        #expect(offline.payload == Array("offline".utf8))
    }

    /// What there is to choose from comes before what is chosen, and goes with the stream.
    @Test func homeAssistantIsToldOfStreamsThatComeAndGo() throws {
        let scratch = try Scratch()
        let broker = try Broker(in: scratch)
        let client = try BrokerClient(of: broker, hearing: "#")
        let daemon = try Self.daemon(broker, in: scratch)
        let topic = "homeassistant/device/pipd_lobby/config"
        _ = try client.next("pipd/lobby/image")
        let first = client.heard.filter { $0.topic != "pipd/lobby/event" }
        #expect(first.map(\.topic) == [topic, "pipd/lobby/availability", "pipd/lobby/state"])
        let device = try client.json(topic)
        #expect(device["components"]?["stream_b"]?["device_class"] == "connectivity")
        #expect(device["components"]?["main"]?["options"] == ["a", "b"])
        let stream = #"{"url":"test:96x64@25"}"#
        #expect(try daemon.request("PUT", "/v1/streams/c", json: stream).status == 201)
        let more = try client.json(topic) { $0["components"]?["stream_c"] != nil }
        #expect(more["components"]?["main"]?["options"] == ["a", "b", "c"])
        #expect(try daemon.request("DELETE", "/v1/streams/c").status == 204)
        let fewer = try client.json(topic) { $0["components"]?["main"]?["options"] == ["a", "b"] }
        #expect(fewer["components"]?["stream_c"] == ["platform": "binary_sensor"])
        _ = try daemon.patchView(#"{"pip":{"size":0.4}}"#)
        _ = try client.json(topic) { $0["components"]?["stream_c"] == nil }
        daemon.expectCleanStop()
    }

    /// The broker has kept what a pipd said that was killed, which had a stream more.
    @Test func whatWentWithTheLastOneIsRemoved() throws {
        let scratch = try Scratch()
        let broker = try Broker(in: scratch)
        let topic = "homeassistant/device/pipd_lobby/config"
        let first = try Self.daemon(broker, in: scratch)
        let client = try BrokerClient(of: broker, hearing: topic)
        let stream = #"{"url":"test:96x64@25"}"#
        #expect(try first.request("PUT", "/v1/streams/c", json: stream).status == 201)
        _ = try client.json(topic) { $0["components"]?["stream_c"] != nil }
        first.program.send(SIGKILL)
        _ = first.program.wait(until: .patience)
        let second = try Self.daemon(broker, in: scratch)
        let told = try client.json(topic) {
            $0["components"]?["stream_c"] == ["platform": "binary_sensor"]
        }
        #expect(told["components"]?["main"]?["options"] == ["a", "b"])
        _ = try client.json(topic) { $0["components"]?["stream_c"] == nil }
        second.expectCleanStop()
    }

    @Test func eventsAndPicturesGoOverIt() throws {
        let scratch = try Scratch()
        let broker = try Broker(in: scratch)
        let client = try BrokerClient(of: broker)
        let daemon = try Self.daemon(broker, in: scratch)
        let first = try client.next("pipd/lobby/image")
        #expect(first.payload.starts(with: [0xFF, 0xD8]) && first.payload.count <= 100_000)
        try client.publish("pipd/lobby/snapshot/set", #"{"max_width":64,"id":3}"#)
        let second = try client.next("pipd/lobby/image")
        #expect(second.payload.starts(with: [0xFF, 0xD8]))
        #expect(try client.json("pipd/lobby/result")["id"] == 3)
        let sent = try daemon.request("POST", "/v1/events", json: #"{"type":"custom.a","data":7}"#)
        #expect(sent.status == 200)
        let event = try client.json("pipd/lobby/event") { $0["event_type"] == "custom.a" }
        #expect(event["data"] == 7 && event["id"] != nil && event["time"] != nil)
        daemon.expectCleanStop()
    }

    /// Neither that of now nor one of a pipd before.
    @Test(arguments: [false, true]) func wherePicturesAreNotWantedNoneIsKept(isReload: Bool) throws
    {
        let scratch = try Scratch()
        let broker = try Broker(in: scratch)
        let client = try BrokerClient(of: broker, hearing: "pipd/lobby/image")
        var daemon = try Self.daemon(broker, in: scratch)
        _ = try client.next("pipd/lobby/image") { !$0.payload.isEmpty }
        if isReload {
            try scratch.write("pipd.yml", broker.section(", image: never"))
            daemon.program.send(SIGHUP)
        } else {
            daemon.expectCleanStop()
            daemon = try Self.daemon(broker, ", image: never", in: scratch)
        }
        _ = try client.next("pipd/lobby/image") { $0.payload.isEmpty }
        // The state is said behind it.
        let later = try BrokerClient(of: broker)
        _ = try later.next("pipd/lobby/state")
        #expect(!later.heard.contains { $0.topic == "pipd/lobby/image" })
        daemon.expectCleanStop()
    }

    /// The broker says so, and keeps it for who comes later.
    @Test func whoIsKilledIsOffline() throws {
        let scratch = try Scratch()
        let broker = try Broker(in: scratch)
        let daemon = try Self.daemon(broker, in: scratch)
        let client = try BrokerClient(of: broker)
        _ = try client.next("pipd/lobby/availability") { $0.payload == Array("online".utf8) }
        daemon.program.send(SIGKILL)
        _ = try client.next("pipd/lobby/availability") { $0.payload == Array("offline".utf8) }
        let later = try BrokerClient(of: broker, hearing: "pipd/lobby/availability")
        let kept = try later.next("pipd/lobby/availability")
        #expect(kept.payload == Array("offline".utf8) && kept.isRetained)
    }

    @Test func whatIsNotMeantForItIsCountedAndChangesNothing() throws {
        let scratch = try Scratch()
        let broker = try Broker(in: scratch)
        let client = try BrokerClient(of: broker)
        try client.publish("pipd/lobby/main/set", "b", isRetained: true)
        let daemon = try Self.daemon(broker, in: scratch)
        _ = try client.next("pipd/lobby/state")
        try client.publish("pipd/lobby/main/set", String(repeating: "b", count: 9000))
        try client.publish("pipd/lobby/show/set", "{")
        try client.publish("pipd/lobby/other/set", "b")
        try client.publish("pipd/other/main/set", "b")
        try client.publish("pipd/group/floor2/main/set", "b")
        for number in 0..<200 { try client.publish("pipd/lobby/\(number)/set", "b") }
        let isCounted = try daemon.eventually { try Self.report(daemon).received >= 204 }
        #expect(isCounted)
        let report = try Self.report(daemon)
        #expect(
            report.ignored == [
                "retained": 1, "oversized": 1, "malformed": 1, "unknown": 201, "superseded": 0,
            ]
        )
        #expect(try daemon.status().view.main == "a")
        daemon.expectCleanStop()
    }

    /// However fast they come: the last one wins, and no frame is lost uncounted.
    @Test func ofABurstTheLastOneWins() throws {
        let scratch = try Scratch()
        let broker = try Broker(in: scratch)
        let client = try BrokerClient(of: broker)
        let daemon = try Self.daemon(broker, in: scratch)
        _ = try client.next("pipd/lobby/state")
        for number in 0..<2000 {
            try client.publish("pipd/lobby/main/set", number.isMultiple(of: 2) ? "b" : "a")
        }
        try client.publish("pipd/lobby/main/set", #"{"value":"b","id":"last"}"#)
        _ = try client.json("pipd/lobby/result") { $0["id"] == "last" }
        _ = try client.json("pipd/lobby/state") { $0["main"] == "b" }
        #expect(try daemon.status().view.main == "b")
        daemon.expectBalance(try daemon.stream("a"))
        daemon.expectCleanStop()
    }

    @Test func aWrongPasswordIsToldAndShownNowhere() throws {
        let scratch = try Scratch()
        let broker = try Broker(in: scratch, passwords: ["lobby": "right-one"])
        try scratch.write("mqtt.pass", "wrong-one\n")
        let user = ", user: lobby, password_file: mqtt.pass"
        let daemon = try Self.daemon(broker, user, in: scratch)
        let isRefused = try daemon.eventually { try Self.report(daemon).state == .waiting }
        #expect(isRefused)
        let answer = try daemon.request("GET", "/v1/mqtt").text
        #expect(answer.contains("not authorised, as user 'lobby'\""), "\(answer)")
        #expect(try daemon.metrics()["pipd_mqtt_connected"] == 0)
        #expect(!daemon.program.errors.contains("-one") && !answer.contains("-one"))
        #expect(daemon.program.errors.contains("mqtt: 127.0.0.1"))
        try scratch.write("mqtt.pass", "right-one\n")
        let isLetIn = try daemon.eventually { try Self.report(daemon).state == .connected }
        #expect(isLetIn)
        daemon.expectCleanStop()
    }

    /// Of all that it asks to hear: of the rest it hears.
    @Test func whatTheBrokerDoesNotLetItHearIsTold() throws {
        let scratch = try Scratch()
        let broker = try Broker(in: scratch, refusing: "pipd/group/#")
        let client = try BrokerClient(of: broker)
        let daemon = try Self.daemon(broker, in: scratch)
        let group = "pipd/group/floor1/+/set"
        #expect(try daemon.eventually { try Self.report(daemon).refused == [group] })
        #expect(try daemon.metrics()["pipd_mqtt_refused_topics"] == 1)
        #expect(
            daemon.program.errors.contains(
                "127.0.0.1:\(broker.port) does not let pipd hear \(group)"
            )
        )
        let arguments = ["--socket", daemon.socketPath, "mqtt", "status"]
        let told = try Programs.run(Programs.pipctl, arguments, in: scratch)
        #expect(told.output.contains("refused \(group): nothing comes there\n"), "\(told)")
        try client.publish("pipd/group/floor1/pip/set", "ON")
        try client.publish("pipd/lobby/main/set", "b")
        _ = try client.json("pipd/lobby/state") { $0["main"] == "b" && $0["pip"] == "OFF" }
        broker.kill()
        #expect(try daemon.eventually { try Self.report(daemon).refused.isEmpty })
        daemon.expectCleanStop()
    }

    /// Nobody listens: that is known at once, over TLS as well.
    @Test(arguments: ["mqtt", "mqtts"]) func aBrokerThatIsAwayIsNotWaitedFor(scheme: String) throws
    {
        let scratch = try Scratch()
        let broker = try Broker(in: scratch)
        broker.kill()
        let section = broker.section().replacing("mqtt://", with: "\(scheme)://")
        let file = try scratch.write("pipd.yml", section)
        let daemon = try Daemon.ready(Self.streams + ["--config", file], in: scratch)
        let isAway = try daemon.eventually { try Self.report(daemon).state == .waiting }
        #expect(isAway)
        #expect(try Self.report(daemon).reason?.contains("refused") == true)
        daemon.expectCleanStop()
    }

    /// A start does not wait for it, and a broker that is there again is told everything.
    @Test func aBrokerMayComeAndGo() throws {
        let scratch = try Scratch()
        let broker = try Broker(in: scratch)
        broker.kill()
        let daemon = try Self.daemon(broker, in: scratch)
        let isAway = try daemon.eventually { try Self.report(daemon).state == .waiting }
        #expect(isAway)
        try broker.restart()
        let client = try BrokerClient(of: broker)
        _ = try client.json("pipd/lobby/state") { $0["main"] == "a" }
        #expect(try Self.report(daemon).reconnects == 0)
        daemon.expectCleanStop()
    }

    @Test func anotherBrokerIsTakenAtAReload() throws {
        let scratch = try Scratch()
        let broker = try Broker(in: scratch)
        let daemon = try Self.daemon(broker, in: scratch)
        let client = try BrokerClient(of: broker, hearing: "pipd/#")
        _ = try client.next("pipd/lobby/state")
        let section = broker.section().replacing("id: lobby", with: "id: hall")
        try scratch.write("pipd.yml", section)
        daemon.program.send(SIGHUP)
        _ = try client.next("pipd/lobby/availability") { $0.payload == Array("offline".utf8) }
        _ = try client.next("pipd/hall/state")
        // Nothing of what it was called is kept.
        let later = try BrokerClient(of: broker, hearing: "#")
        _ = try later.next("pipd/hall/state")
        #expect(!later.heard.contains { $0.topic == "pipd/lobby/state" })
        #expect(!later.heard.contains { $0.topic.hasSuffix("pipd_lobby/config") })
        try scratch.write("pipd.yml", "{}\n")
        daemon.program.send(SIGHUP)
        _ = try client.next("pipd/hall/availability") { $0.payload == Array("offline".utf8) }
        let isOff = try daemon.eventually { try Self.report(daemon).state == .off }
        #expect(isOff)
        #expect(try daemon.metrics()["pipd_mqtt_connected"] == nil)
        daemon.expectCleanStop()
    }
}

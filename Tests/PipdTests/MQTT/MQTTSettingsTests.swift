import Foundation
import Glibc
import Media
import Testing

@testable import pipd

/// The section `mqtt`.
@Suite struct MQTTSettingsTests {
    static func mqtt(_ text: String, _ environment: [String: String] = [:]) throws -> MQTTSettings {
        let node = try #require(try YAMLParser.parse(text))
        let section = try ConfigurationSection(node, name: "mqtt", file: "/etc/pipd/x.yml")
        return try MQTTSettings(section, environment, machine: "kiosk.example")
    }

    @Test(
        arguments: [
            ("mqtt://broker", "broker", 1883, false), ("mqtts://broker", "broker", 8883, true),
            ("MQTT://192.0.2.1:1884", "192.0.2.1", 1884, false),
            ("\"mqtts://[2001:db8::1]:8884\"", "2001:db8::1", 8884, true),
        ]
    )
    func anAddressIsABroker(text: String, host: String, port: Int, isSecure: Bool) throws {
        let mqtt = try Self.mqtt("{ url: \(text) }")
        #expect((mqtt.host, mqtt.port, mqtt.isSecure) == (host, port, isSecure))
        #expect((mqtt.id, mqtt.base) == ("kiosk", "pipd"))
    }

    @Test(
        arguments: [
            ("{}", "has no url"), ("{ url: broker }", "mqtts://HOST"),
            ("{ url: http://broker }", "mqtts://HOST"), ("{ url: \"mqtt://a:0\" }", "mqtts://HOST"),
            ("{ url: mqtt://a/b }", "mqtts://HOST"), ("{ url: mqtt:// }", "mqtts://HOST"),
            ("{ url: mqtt://u:secret@a }", "user and password_file"),
            ("{ url: mqtt://a, password_file: b }", "needs user"),
            ("{ url: mqtt://a, user: b, password_file: \"\" }", "a file"),
            ("{ url: mqtt://a, ca_file: b }", "mqtts://"),
            ("{ url: mqtt://a, id: group }", "not group"),
            ("{ url: mqtt://a, id: a/b }", "letters"),
            ("{ url: mqtt://a, id: \"+\" }", "letters"), ("{ url: mqtt://a, base: a//b }", "words"),
            ("{ url: mqtt://a, base: a/b/c/d }", "up to 3"),
            ("{ url: mqtt://a, base: \"#\" }", "words"),
            ("{ url: mqtt://a, groups: [a, a] }", "each once"),
            ("{ url: mqtt://a, groups: [\"a/b\"] }", "letters"),
            ("{ url: mqtt://a, password: b }", "password_file"),
            ("{ url: mqtt://a, image: 4 }", "5 to 86400"),
            ("{ url: mqtt://a, image: yes }", "never"),
        ]
    )
    func whatIsWrongIsNamed(text: String, says: String) {
        let error = #expect(throws: ConfigurationError.self) { try Self.mqtt(text) }
        let message = error.map { "\($0)" } ?? ""
        #expect(message.contains("x.yml:1") && message.contains(says), "\(message)")
        #expect(!message.contains("secret"))
    }

    @Test(
        arguments: [
            ("", .onDemand), (", image: on-demand", .onDemand), (", image: never", .never),
            (", image: 60", .every(.milliseconds(60_000))),
        ] as [(String, MQTTSettings.Images)]
    )
    func picturesAreSentAsOftenAsItSays(text: String, images: MQTTSettings.Images) throws {
        #expect(try Self.mqtt("{ url: mqtt://a\(text) }").image == images)
    }

    @Test(
        arguments: [
            ("", "homeassistant"), (", discovery: none", nil),
            (", discovery: house/ha", "house/ha"),
        ] as [(String, String?)]
    )
    func homeAssistantIsToldUnlessItIsNotTo(text: String, discovery: String?) throws {
        let mqtt = try Self.mqtt("{ url: mqtt://a\(text) }")
        #expect(mqtt.discovery == discovery)
        #expect(
            BrokerTopics(mqtt).subscriptions.contains("\(discovery ?? "")/status")
                == (discovery != nil)
        )
    }

    @Test func filesAreBesideTheConfigurationOrAmongTheCredentials() throws {
        let text = "{ url: mqtts://a, user: b, password_file: mqtt.pass, ca_file: /srv/ca.pem }"
        let beside = try Self.mqtt(text)
        #expect(beside.passwordFile == "/etc/pipd/mqtt.pass")
        #expect(beside.authorities == "/srv/ca.pem")
        let credentials = try Self.mqtt(text, ["CREDENTIALS_DIRECTORY": "/run/credentials/pipd"])
        #expect(credentials.passwordFile == "/run/credentials/pipd/mqtt.pass")
    }

    /// Also what is none that a broker can be sent: it would be sent another one.
    @Test(arguments: [nil, [0xFF, 0x0A], [0x61, 0, 0x62]] as [[UInt8]?])
    func aPasswordThatCannotBeHadIsNamed(bytes: [UInt8]?) throws {
        let path = Self.unusedPath()
        defer { unlink(path) }
        if let bytes { try Data(bytes).write(to: URL(filePath: path)) }
        let mqtt = try Self.mqtt("{ url: mqtt://a, user: b, password_file: \(path) }")
        let error = #expect(throws: MQTTSettings.FileFailure.self) { try mqtt.password() }
        #expect(error.map { "\($0)" }?.hasPrefix("password_file: \(path): ") == true)
    }

    /// Also a pipe, for whose writer the library would wait.
    @Test(arguments: [false, true]) func certificatesThatCannotBeHadAreNamed(isPipe: Bool) throws {
        let path = Self.unusedPath()
        defer { unlink(path) }
        if isPipe { #expect(mkfifo(path, 0o600) == 0) }
        let mqtt = try Self.mqtt("{ url: mqtts://a, ca_file: \(path) }")
        let error = #expect(throws: MQTTSettings.FileFailure.self) {
            try mqtt.readableAuthorities()
        }
        #expect(error.map { "\($0)" }?.hasPrefix("ca_file: \(path): ") == true)
    }

    private static func unusedPath() -> String {
        NSTemporaryDirectory() + "pipd-mqtt-\(UUID().uuidString)"
    }
}

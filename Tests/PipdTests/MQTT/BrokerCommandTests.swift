import Control
import ControlAPI
import Media
import Testing

@testable import pipd

/// What comes over a broker, as requests of the API.
@Suite struct BrokerCommandTests {
    private static let snapshot = "POST /v1/snapshot "
    private static let view = "PATCH /v1/view "

    @Test(
        arguments: [
            ("main", "door", view + #"{"main":"door"}"#),
            ("playlist", "reel", view + #"{"main":"reel"}"#),
            ("pip", "ON", view + #"{"pip":{"enabled":true}}"#),
            ("pip", "OFF", view + #"{"pip":{"enabled":false}}"#),
            ("pip", "on", view + #"{"pip":{"enabled":true}}"#),
            ("pip", "false", view + #"{"pip":{"enabled":false}}"#),
            ("pip", "maybe", view + #"{"pip":{"enabled":"maybe"}}"#),
            ("pip", #"{"value":true}"#, view + #"{"pip":{"enabled":true}}"#),
            ("pip", #"{"value":"ON","id":7}"#, view + #"{"pip":{"enabled":true}}"#),
            ("main", #"{"value":null}"#, view + #"{"main":null}"#),
            ("pip_stream", "door", view + #"{"pip":{"stream":"door"}}"#),
            ("corner", "top-left", view + #"{"pip":{"corner":"top-left"}}"#),
            ("size", "0.25", view + #"{"pip":{"size":0.25}}"#),
            ("size", "nan", view + #"{"pip":{"size":"nan"}}"#),
            ("next", "PRESS", "POST /v1/playlists/reel/next"),
            ("previous", #"{"id":"a"}"#, "POST /v1/playlists/reel/previous"),
            (
                "show", #"{"main":"door","seconds":5,"id":"a"}"#,
                #"POST /v1/view/show {"main":"door","seconds":5}"#
            ),
            ("message", #"{"text":"Hello"}"#, #"POST /v1/messages {"text":"Hello"}"#),
            (
                "snapshot", "PRESS",
                snapshot
                    + #"{"format":"jpeg","max_bytes":100000,"max_width":1280,"output":"binary"}"#
            ),
            (
                "snapshot", #"{"format":"png","max_bytes":9000,"max_width":320,"id":1}"#,
                snapshot
                    + #"{"format":"jpeg","max_bytes":9000,"max_width":320,"output":"binary"}"#
            ),
        ]
    )
    func aCommandIsARequest(topic: String, payload: String, says: String) throws {
        let name = try #require(BrokerCommand.Name(rawValue: topic))
        let command = try #require(BrokerCommand(name, Array(payload.utf8)))
        let request = try #require(command.request(main: "reel"))
        let body = try request.body.map {
            " \(String(decoding: try JSONText.encode($0), as: UTF8.self))"
        }
        #expect("\(request.method) \(request.path)\(body ?? "")" == says)
    }

    @Test(
        arguments: [
            ("main", ""), ("show", "door"), ("show", "{"), ("message", "[]"), ("main", "{}}"),
            ("main", #"{"id":1}"#), ("pip", "{}"), ("next", #"{"other":1}"#),
            ("main", #"{"value":"a","other":1}"#), ("main", #"{"value":"a","id":[]}"#),
            ("main", #"{"value":"a","value":"b"}"#),
            ("main", #"{"id":"\#(String(repeating: "a", count: 65))"}"#),
        ]
    )
    func whatIsNeitherTextNorItsJSONIsNone(topic: String, payload: String) throws {
        let name = try #require(BrokerCommand.Name(rawValue: topic))
        #expect(BrokerCommand(name, Array(payload.utf8)) == nil)
        #expect(BrokerCommand(name, [0xFF, 0xFE]) == nil)
    }

    @Test func whatCameOfItRepeatsTheID() throws {
        let payload = Array(#"{"value":"door","id":"a-7"}"#.utf8)
        let command = try #require(BrokerCommand(.main, payload))
        let done = BrokerResult(command: command, refusal: nil).json
        #expect(done == ["command": "main", "ok": true, "detail": "", "id": "a-7"])
        let plain = try #require(BrokerCommand(.main, Array("door".utf8)))
        let refused = BrokerResult(command: plain, refusal: "There is no stream 'door'.").json
        #expect(
            refused == ["command": "main", "ok": false, "detail": "There is no stream 'door'."]
        )
    }

    @Test(
        arguments: [
            ("house/pipd/lobby/main/set", .main),
            ("house/pipd/group/floor1/pip_stream/set", .pipStream),
            ("house/pipd/lobby/nothing/set", nil), ("house/pipd/door/main/set", nil),
            ("house/pipd/group/floor2/main/set", nil), ("house/pipd/lobby/main", nil),
            ("house/pipd/lobby/main/set/set", nil), ("house/pipd/lobby//set", nil),
            ("house/pipd/lobby/set", nil), ("", nil),
        ] as [(String, BrokerCommand.Name?)]
    )
    func onlyItsOwnTopicsAreCommands(topic: String, name: BrokerCommand.Name?) throws {
        let text = "{ url: mqtt://a, id: lobby, base: house/pipd, groups: [floor1] }"
        #expect(BrokerTopics(try MQTTSettingsTests.mqtt(text)).command(topic) == name)
    }

    @Test func noTopicHasMoreThanSixSlashes() throws {
        let long = BrokerTopics(
            try MQTTSettingsTests.mqtt("{ url: mqtt://a, id: b, base: a/b/c, groups: [d] }")
        )
        for topic in long.subscriptions + [long.state, long.availability, long.result] {
            #expect(topic.count { $0 == "/" } <= 6, "\(topic)")
        }
    }
}

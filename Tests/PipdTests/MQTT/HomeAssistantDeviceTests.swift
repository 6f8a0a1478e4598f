import ControlAPI
import Pipeline
import Testing

@testable import pipd

/// What Home Assistant is told of the device. Whether it takes that, `Tests/Attack/home-assistant`
/// asks its own schemas.
@Suite struct HomeAssistantDeviceTests {
    private static func device(_ id: String = "lobby") throws -> HomeAssistantDevice {
        let settings = try MQTTSettingsTests.mqtt("{ url: mqtt://a, id: \(id) }")
        return HomeAssistantDevice(
            id: id,
            topics: BrokerTopics(settings),
            consoleURL: "http://kiosk:8080/"
        )
    }

    private static func components(_ payload: JSONValue) -> [String: JSONValue] {
        guard case .object(let components)? = payload["components"] else { return [:] }
        return components
    }

    private static func components(
        _ offer: HomeAssistantDevice.Offer
    ) throws -> [String: JSONValue] {
        components(try device().payload(offer))
    }

    @Test func itIsOneDeviceWithItsConsole() throws {
        let device = try Self.device()
        #expect(device.topics.discovery == "homeassistant/device/pipd_lobby/config")
        let payload = device.payload(.init(streams: ["door"]))
        #expect(payload["device"]?["identifiers"] == ["pipd_lobby"])
        #expect(payload["device"]?["configuration_url"] == "http://kiosk:8080/")
        #expect(payload["availability_topic"] == "pipd/lobby/availability")
    }

    /// In letters that topics of discovery take, and no two IDs in the same.
    @Test func dotsInIDsAreWrittenOut() throws {
        let device = try Self.device("hall.1")
        #expect(device.topics.discovery == "homeassistant/device/pipd_hall-_1/config")
        let ids = ["a.b", "a-b", "a_b", "a-_b", "a--b", "a-.b", "a.-b", "a._b", "a-_-b"]
        #expect(
            try Self.device("hall-1").topics.discovery?.hasSuffix("/pipd_hall-1/config") == true
        )
        let components = try Self.components(.init(streams: ids))
        #expect(components.count { $0.key.hasPrefix("stream_") } == ids.count)
    }

    /// Home Assistant announces itself under a name of its own, whatever discovery's is.
    @Test func itsBirthIsHeardWhereverItIsTold() throws {
        let other = try MQTTSettingsTests.mqtt("{ url: mqtt://a, id: a, discovery: ha/two }")
        #expect(BrokerTopics(other).births == ["ha/two/status", "homeassistant/status"])
        let none = try MQTTSettingsTests.mqtt("{ url: mqtt://a, id: a, discovery: none }")
        #expect(BrokerTopics(none).births == [] && BrokerTopics(none).discovery == nil)
    }

    @Test func everyComponentHasAPlatformAndAnIDOfItsOwn() throws {
        let offer = HomeAssistantDevice.Offer(streams: ["door", "reel"], playlists: ["reel"])
        let components = try Self.components(offer)
        let ids = Set(components.values.compactMap { $0["unique_id"]?.stringValue })
        #expect(ids.count == components.count)
        #expect(components.values.allSatisfy { $0["platform"] != nil && $0["name"] != nil })
        #expect(components["playlist"]?["options"] == ["reel"])
        #expect(components["main"]?["options"] == ["door", "reel"])
        #expect(components["main"]?["command_topic"] == "pipd/lobby/main/set")
        #expect(components["pip"]?["value_template"] == "{{ value_json.pip }}")
        #expect(components["size"]?["min"]?.doubleValue == 0.1)
        #expect(components["corner"]?["options"]?.elements?.count == 4)
    }

    @Test func whatHasGoneIsItsPlatformOnlyAndThenNothing() throws {
        let device = try Self.device()
        let now = HomeAssistantDevice.Offer(streams: ["door"])
        var announcement = HomeAssistantAnnouncement()
        #expect(announcement.isDue(now))
        _ = announcement.payload(.init(streams: ["door", "reel"], playlists: ["reel"]), of: device)
        let first = Self.components(announcement.payload(now, of: device))
        #expect(first["stream_reel"] == ["platform": "binary_sensor"])
        #expect(first["playlist"] == ["platform": "select"])
        #expect(first["next"] == ["platform": "button"])
        #expect(announcement.isDue(now))
        let second = Self.components(announcement.payload(now, of: device))
        #expect(second["stream_reel"] == nil && second["playlist"] == nil)
        #expect(second["stream_door"] == first["stream_door"])
        #expect(!announcement.isDue(now))
    }

    /// By a pipd that ended before it could say so, or whose connection did.
    @Test(arguments: [false, true]) func whatTheBrokerHasKeptIsRemoved(isTold: Bool) throws {
        let device = try Self.device()
        let now = HomeAssistantDevice.Offer(streams: ["door"])
        let before = device.payload(
            .init(streams: ["door", "reel", "a.b"], playlists: ["reel"]),
            removing: ["stream_gone": "binary_sensor"]
        )
        var announcement = HomeAssistantAnnouncement()
        if isTold { _ = announcement.payload(now, of: device) }
        announcement.found(Array(try JSONText.encode(before)), of: device)
        #expect(announcement.isDue(now))
        let removed = Self.components(announcement.payload(now, of: device))
            .filter { $0.value["unique_id"] == nil }
        #expect(
            Set(removed.keys) == [
                "stream_reel", "stream_a-_b", "playlist", "next", "previous",
            ]
        )
        _ = announcement.payload(now, of: device)
        #expect(!announcement.isDue(now))
    }

    @Test(
        arguments: [
            "", "[", "7", "[]", #"{"components":7}"#, #"{"components":{"a":7,"":{}}}"#,
            #"{"components":{"a":{"unique_id":"a"},"b":{"platform":"binary_sensor"}}}"#,
            #"{"components":{"a":{"unique_id":"a","platform":"climate"}}}"#,
            #"{"components":{"a/b":{"unique_id":"a","platform":"select"}}}"#,
        ]
    )
    func whatIsKeptAndNoneOfPipdsIsLeftAlone(payload: String) throws {
        let device = try Self.device()
        let now = HomeAssistantDevice.Offer(streams: ["door"])
        var announcement = HomeAssistantAnnouncement()
        let first = announcement.payload(now, of: device)
        announcement.found(Array(payload.utf8), of: device)
        #expect(!announcement.isDue(now))
        #expect(announcement.payload(now, of: device) == first)
    }

    /// With the longest IDs, of signs that are written out: what a pipd before this one said is read.
    @Test func allThatThereCanBeIsReadBack() throws {
        let ids = (10..<10 + Pipeline.streamLimit).map {
            "\($0)" + String(repeating: ".", count: 62)
        }
        let id = "a" + String(repeating: ".", count: 63)
        let device = try Self.device(id)
        let offer = HomeAssistantDevice.Offer(streams: ids, playlists: ids)
        let bytes = try JSONText.encode(device.payload(offer))
        #expect(
            (65_536...HomeAssistantAnnouncement.mostBytes / 2).contains(bytes.count),
            "\(bytes.count)"
        )
        var announcement = HomeAssistantAnnouncement()
        announcement.found(Array(bytes), of: device)
        let payload = announcement.payload(.init(), of: device)
        let gone = Self.components(payload).filter { $0.key.hasPrefix("stream_") }
        #expect(gone.count == ids.count)
    }

    /// Whoever may write there: what pipd says of it is no longer than what brokers take.
    @Test func ofWhatOthersHaveSaidNoMoreIsRemovedThanTheyCouldHave() throws {
        let device = try Self.device()
        let foreign = (0..<2000).map {
            "\"stream_\($0)\":{\"platform\":\"sensor\",\"unique_id\":1}"
        }
        var announcement = HomeAssistantAnnouncement()
        announcement.found(
            Array("{\"components\":{\(foreign.joined(separator: ","))}}".utf8),
            of: device
        )
        let payload = announcement.payload(.init(), of: device)
        let gone = Self.components(payload).filter { $0.key.hasPrefix("stream_") }
        #expect(gone.count == 128)
    }
}

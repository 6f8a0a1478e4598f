import ControlAPI
import Testing

@testable import pipd

/// What Home Assistant is told of the device. Whether it takes that, `Tests/Attack/home-assistant`
/// asks its own schemas.
@Suite struct HomeAssistantDeviceTests {
    private static func device(_ id: String = "lobby") throws -> HomeAssistantDevice {
        let settings = try MQTTSettingsTests.mqtt("{ url: mqtt://a, id: \(id) }")
        return HomeAssistantDevice(
            prefix: "homeassistant",
            id: id,
            topics: BrokerTopics(settings),
            consoleURL: "http://kiosk:8080/"
        )
    }

    private static func components(
        _ offer: HomeAssistantDevice.Offer,
        after last: HomeAssistantDevice.Offer? = nil
    ) throws -> [String: JSONValue] {
        let payload = try device().payload(offer, after: last ?? offer)
        guard case .object(let components)? = payload["components"] else { return [:] }
        return components
    }

    @Test func itIsOneDeviceWithItsConsole() throws {
        let device = try Self.device()
        #expect(device.topic == "homeassistant/device/pipd_lobby/config")
        let payload = device.payload(.init(streams: ["door"]), after: .init())
        #expect(payload["device"]?["identifiers"] == ["pipd_lobby"])
        #expect(payload["device"]?["configuration_url"] == "http://kiosk:8080/")
        #expect(payload["availability_topic"] == "pipd/lobby/availability")
    }

    /// Of the letters that topics of discovery take.
    @Test func aDotInAnIDIsWrittenOut() throws {
        let device = try Self.device("hall.1")
        #expect(device.topic == "homeassistant/device/pipd_hall--1/config")
        let components = try Self.components(.init(streams: ["door.1", "door_1"]))
        #expect(components["stream_door--1"] != nil && components["stream_door_1"] != nil)
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
        let last = HomeAssistantDevice.Offer(streams: ["door", "reel"], playlists: ["reel"])
        let now = HomeAssistantDevice.Offer(streams: ["door"])
        let first = try Self.components(now, after: last)
        #expect(first["stream_reel"] == ["platform": "binary_sensor"])
        #expect(first["playlist"] == ["platform": "select"])
        #expect(first["next"] == ["platform": "button"])
        let second = try Self.components(now, after: now)
        #expect(second["stream_reel"] == nil && second["playlist"] == nil)
        #expect(second["stream_door"] == first["stream_door"])
    }
}

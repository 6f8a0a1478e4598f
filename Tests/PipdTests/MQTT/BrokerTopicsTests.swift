import Testing

@testable import pipd

@Suite struct BrokerTopicsTests {
    /// What was said of the broker, what is said now, and what of that it is to keep no longer.
    @Test(
        arguments: [
            ("url: mqtt://a, id: x", "url: mqtt://a, id: x", []),
            ("url: mqtt://a, id: x", "url: mqtt://a, id: x, image: never", ["pipd/x/image"]),
            (
                "url: mqtt://a, id: x, image: never", "url: mqtt://b, id: x, image: never",
                ["homeassistant/device/pipd_x/config", "pipd/x/state", "pipd/x/image"]
            ),
            (
                "url: mqtt://a, id: x", "url: mqtt://a, id: x, discovery: none",
                ["homeassistant/device/pipd_x/config"]
            ),
            (
                "url: mqtt://a, id: x", "url: mqtt://a, id: x, base: y",
                ["pipd/x/state", "pipd/x/image"]
            ), ("url: mqtt://a, id: x, discovery: none", nil, ["pipd/x/state", "pipd/x/image"]),
        ] as [(last: String, next: String?, forgotten: [String])]
    )
    func aBrokerKeepsNothingThatIsNotSaidAgain(
        row: (last: String, next: String?, forgotten: [String])
    ) throws {
        let last = try MQTTSettingsTests.mqtt("{ \(row.last) }")
        let next = try row.next.map { try MQTTSettingsTests.mqtt("{ \($0) }") }
        #expect(BrokerTopics.forgotten(after: last, before: next) == row.forgotten)
    }
}

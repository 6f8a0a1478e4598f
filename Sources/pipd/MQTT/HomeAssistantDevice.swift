internal import Control
internal import ControlAPI
internal import Media

/// What Home Assistant is told of this pipd: one device (MQTT discovery).
///
/// What values may be said of what, the API's fields say. Of each thing there is a component, which
/// keeps its name for ever: what people have made of it is kept under that.
struct HomeAssistantDevice: Hashable, Sendable {
    /// What can be chosen from.
    struct Offer: Hashable, Sendable {
        /// IDs of streams, among them those of playlists.
        var streams: [String] = []
        var playlists: [String] = []
    }

    let id: String
    let topics: BrokerTopics
    /// Where browsers find the console; nil for nowhere.
    let consoleURL: String?

    /// What the device of an ID is called among all of Home Assistant's.
    static func name(_ id: String) -> String { "pipd_\(plain(id))" }

    private var name: String { Self.name(id) }

    /// What there is of an offer: the names of all components, and the platform of each.
    func platforms(_ offer: Offer) -> [String: String] {
        components(offer).compactMapValues { $0["platform"]?.stringValue }
    }

    /// - Parameters:
    ///   - offer: What there is now.
    ///   - gone: The components that there are no more, and their platforms: Home Assistant is told
    ///     to remove them.
    /// - Returns: The whole of it.
    func payload(_ offer: Offer, removing gone: [String: String] = [:]) -> JSONValue {
        let present = components(offer)
        let removed = gone.mapValues { JSONValue.object(["platform": .string($0)]) }
        var device: [String: JSONValue] = [
            "identifiers": .array([.string(name)]), "name": .string(id), "manufacturer": "pipd",
            "model": "pipd", "sw_version": .string(Version.current),
        ]
        device["configuration_url"] = consoleURL.map { .string($0) }
        return .object([
            "device": .object(device),
            "origin": ["name": "pipd", "sw_version": .string(Version.current)],
            "availability_topic": .string(topics.availability),
            "components": .object(present.merging(removed) { first, _ in first }),
        ])
    }

    private func components(_ offer: Offer) -> [String: JSONValue] {
        var all: [String: JSONValue] = [
            "view": component(
                "image",
                "View",
                [
                    "image_topic": .string(topics.image), "content_type": "image/jpeg",
                ]
            ),
            "main": select("Main view", .main, offer.streams),
            "pip_stream": select("Picture in picture", .pipStream, offer.streams),
            "corner": select("Corner", .corner, Self.corners),
            "pip": component("switch", "Window", commanded(.pip)),
            "size": component("number", "Window size", commanded(.size).merging(Self.sizes) { $1 }),
            "snapshot": component("button", "Snapshot", command(.snapshot)),
            "event": component(
                "event",
                "Event",
                [
                    "state_topic": .string(topics.event),
                    // Only events of types that it was told of are taken without a warning.
                    "value_template": .string(
                        "{{ '' if value_json.event_type.startswith('custom.') else value }}"
                    ),
                    "event_types": .array(ControlEvent.Kind.allCases.map { .string($0.rawValue) }),
                ]
            ),
            "fps": sensor("Frame rate", "fps", "measurement", unit: "fps"),
            "late": sensor("Late flips", "late", "total_increasing"),
            "memory": sensor("Memory", "memory_mb", "measurement", unit: "MB", "data_size"),
            "latency": sensor("Latency", "latency_ms", "measurement", unit: "ms", "duration"),
        ]
        if !offer.playlists.isEmpty {
            all["playlist"] = select("Playlist", .playlist, offer.playlists)
            all["next"] = component("button", "Next", command(.next))
            all["previous"] = component("button", "Previous", command(.previous))
        }
        for stream in offer.streams { all["stream_\(Self.plain(stream))"] = connectivity(stream) }
        return all.reduce(into: [:]) { $0[$1.key] = named($1.value, $1.key) }
    }

    /// With what it is known by for ever.
    private func named(_ component: JSONValue, _ key: String) -> JSONValue {
        guard case .object(var members) = component else { return component }
        members["unique_id"] = .string("\(name)_\(key)")
        return .object(members)
    }

    private func component(
        _ platform: String,
        _ name: String,
        _ members: [String: JSONValue]
    ) -> JSONValue {
        .object(members.merging(["platform": .string(platform), "name": .string(name)]) { $1 })
    }

    private func command(_ command: BrokerCommand.Name) -> [String: JSONValue] {
        ["command_topic": .string(topics.topic(of: command))]
    }

    /// Something that has a value in the state, which can be set.
    private func commanded(_ command: BrokerCommand.Name) -> [String: JSONValue] {
        self.command(command).merging(value(command.rawValue)) { $1 }
    }

    private func value(_ member: String) -> [String: JSONValue] {
        [
            "state_topic": .string(topics.state),
            "value_template": .string("{{ value_json.\(member) }}"),
        ]
    }

    private func select(
        _ name: String,
        _ command: BrokerCommand.Name,
        _ options: [String]
    ) -> JSONValue {
        let members: [String: JSONValue] = ["options": .array(options.map { .string($0) })]
        return component("select", name, commanded(command).merging(members) { $1 })
    }

    private func sensor(
        _ name: String,
        _ member: String,
        _ stateClass: String,
        unit: String? = nil,
        _ deviceClass: String? = nil
    ) -> JSONValue {
        var members = value(member)
        members["state_class"] = .string(stateClass)
        members["entity_category"] = "diagnostic"
        members["unit_of_measurement"] = unit.map { .string($0) }
        members["device_class"] = deviceClass.map { .string($0) }
        return component("sensor", name, members)
    }

    private func connectivity(_ stream: String) -> JSONValue {
        component(
            "binary_sensor",
            stream,
            [
                "state_topic": .string(topics.state), "device_class": "connectivity",
                "entity_category": "diagnostic",
                // Not in the state where that would be too long.
                "value_template": .string(
                    "{{ (value_json.streams | default({}))['\(stream)'] | default('OFF') }}"
                ),
            ]
        )
    }

    private static let corners: [String] = {
        guard case .choice(let names) = PIPFields.all.corner.rule.kind else { return [] }
        return names
    }()

    private static let sizes: [String: JSONValue] = {
        guard case .number(let limits) = PIPFields.all.size.rule.kind else { return [:] }
        return [
            "min": .number(limits.lowerBound), "max": .number(limits.upperBound),
            "step": .number(0.01), "mode": "slider",
        ]
    }()

    /// An ID in the letters that Home Assistant takes: dots, of which there are none in most, are
    /// written out, so that no two IDs become one.
    private static func plain(_ id: String) -> String {
        guard id.contains(".") || id.contains("-_") else { return id }
        return id.replacing("-", with: "--").replacing(".", with: "-_")
    }
}

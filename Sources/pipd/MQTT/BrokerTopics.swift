/// The topics of one pipd.
struct BrokerTopics: Hashable, Sendable {
    /// What its own begin with, without the slash.
    let own: String
    /// What begins those that it obeys.
    private let obeyed: [String]

    init(_ settings: MQTTSettings) {
        let prefix = settings.discovery
        births = prefix.map { Set(["\($0)/status", Self.usualBirth]) } ?? []
        discovery = prefix.map { "\($0)/device/\(HomeAssistantDevice.name(settings.id))/config" }
        own = "\(settings.base)/\(settings.id)"
        obeyed = [own] + settings.groups.map { "\(settings.base)/group/\($0)" }
    }

    var availability: String { "\(own)/availability" }
    var state: String { "\(own)/state" }
    var event: String { "\(own)/event" }
    var image: String { "\(own)/image" }
    var result: String { "\(own)/result" }
    /// What Home Assistant is told of the device; nil where it is told nothing.
    let discovery: String?
    /// Where Home Assistant says that it has started: whatever its discovery's topics begin with,
    /// this one is another setting of its.
    let births: Set<String>
    private static let usualBirth = "homeassistant/status"

    /// What is to be heard: of commands those as well that there are not, which are counted; and
    /// what the broker has kept of what was told of the device, maybe by a pipd before this one.
    var subscriptions: [String] {
        obeyed.map { "\($0)/+/set" } + births.sorted() + (discovery.map { [$0] } ?? [])
    }

    /// What the broker keeps of what this pipd says; first what Home Assistant reads the rest by,
    /// which it takes for values otherwise when that is removed.
    private var retained: [String] { (discovery.map { [$0] } ?? []) + [state, image] }

    /// What a broker is to keep no longer.
    ///
    /// - Parameters:
    ///   - last: What it was talked to by.
    ///   - next: What is in force now; nil: no broker is.
    /// - Returns: Topics.
    static func forgotten(after last: MQTTSettings, before next: MQTTSettings?) -> [String] {
        let old = Self(last).retained
        guard let next, next.broker == last.broker else { return old }
        let new = Self(next)
        let kept = new.retained.filter { next.image != .never || $0 != new.image }
        return old.filter { !kept.contains($0) }
    }

    /// Where a command goes.
    func topic(of command: BrokerCommand.Name) -> String { "\(own)/\(command.rawValue)/set" }

    /// The command that a topic names; nil where it names none of this pipd's.
    func command(_ topic: String) -> BrokerCommand.Name? {
        guard topic.hasSuffix("/set"),
            let prefix = obeyed.first(where: { topic.hasPrefix("\($0)/") })
        else { return nil }
        return BrokerCommand.Name(
            rawValue: String(topic.dropFirst(prefix.count + 1).dropLast("/set".count))
        )
    }
}

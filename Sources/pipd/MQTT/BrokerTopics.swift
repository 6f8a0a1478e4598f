/// The topics of one pipd.
struct BrokerTopics: Hashable, Sendable {
    /// What its own begin with, without the slash.
    let own: String
    /// What begins those that it obeys.
    private let obeyed: [String]

    init(_ settings: MQTTSettings) {
        birth = settings.discovery.map { "\($0)/status" }
        own = "\(settings.base)/\(settings.id)"
        obeyed = [own] + settings.groups.map { "\(settings.base)/group/\($0)" }
    }

    var availability: String { "\(own)/availability" }
    var state: String { "\(own)/state" }
    var event: String { "\(own)/event" }
    var image: String { "\(own)/image" }
    var result: String { "\(own)/result" }
    /// Where Home Assistant says that it has started; nil where it is told nothing.
    let birth: String?

    /// What is to be heard: of commands those as well that there are not, which are counted.
    var subscriptions: [String] { obeyed.map { "\($0)/+/set" } + (birth.map { [$0] } ?? []) }

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

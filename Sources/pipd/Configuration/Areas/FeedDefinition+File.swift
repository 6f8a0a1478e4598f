internal import ControlAPI
internal import Media

extension FeedDefinition {
    /// What an entry of the section `feeds` says.
    ///
    /// - Throws: `ConfigurationError` naming the line and what would be accepted.
    init(
        _ entry: ConfigurationSection.Entry,
        in feeds: ConfigurationSection
    ) throws(ConfigurationError) {
        if let url = entry.value.scalar {
            self.init(url: url)
        } else {
            let section = try feeds.section(entry)
            try section.accept(["url"] + FeedFields.all.rules.map(\.name))
            guard let url = try section.string("url") else {
                throw section.error(nil, "has no url")
            }
            self.init(url: url, try FieldValues(section))
        }
        guard Self.isAddress(url) else {
            throw feeds.error(
                entry.key,
                "is at \(AddressText(url)); accepted: \(Self.address.rule.accepted)"
            )
        }
    }
}

internal import ControlAPI
internal import Ingest
internal import Media
internal import Pipeline

extension PlaylistConfiguration {
    /// What an entry of the section `playlists` says.
    ///
    /// - Throws: `ConfigurationError` naming the line and what would be accepted.
    init(
        _ entry: ConfigurationSection.Entry,
        in playlists: ConfigurationSection
    ) throws(ConfigurationError) {
        let id = try playlists.id(entry)
        let section = try playlists.section(entry)
        try section.accept(["items", "feeds"] + PlaylistFields.all.rules.map(\.name))
        var numbering = ItemNumbering()
        var items: [Item] = []
        for element in try section.elements("items") ?? [] {
            items.append(try Self.item(element, &numbering))
        }
        let feeds = try Self.feeds(section)
        guard ((feeds.isEmpty ? 1 : 0)...Self.mostItems).contains(items.count) else {
            throw section.error(
                "items",
                "has \(items.count); accepted: 1 to \(Self.mostItems), or none beside feeds"
            )
        }
        self.init(id: id, items: items, feeds: feeds, try FieldValues(section))
        if let reason = wallRefusal { throw section.error(nil, reason) }
    }

    private static func feeds(
        _ section: ConfigurationSection
    ) throws(ConfigurationError) -> [String] {
        let feeds = try section.strings("feeds") ?? []
        guard Set(feeds).count == feeds.count, feeds.allSatisfy(StreamLimits.isID),
            feeds.count <= PlaylistLimits.feeds.upperBound
        else {
            let most = PlaylistLimits.feeds.upperBound
            throw section.error("feeds", "is to name feeds, each once, \(most) at most")
        }
        return feeds
    }

    private static func item(
        _ element: ConfigurationSection.Element,
        _ numbering: inout ItemNumbering
    ) throws(ConfigurationError) -> Item {
        switch element {
        case .text(let text):
            return numbering.item(try ConfigurationError.address(text.text, at: text.location))
        case .section(let section):
            try section.accept(["url", "title"] + PlaylistItemFields.all.rules.map(\.name))
            guard let url = try section.placed("url") else {
                throw section.error(nil, "has no url")
            }
            var item = numbering.item(
                try ConfigurationError.address(url.text, at: url.location),
                title: try section.string("title")
            )
            item.set(try FieldValues(section))
            return item
        }
    }
}

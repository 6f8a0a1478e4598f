internal import ControlAPI
internal import Media

extension PlaylistDefinition {
    /// - Throws: 422 for unknown keys, values that are not accepted, and missing `items`.
    init(json: JSONValue) throws(ControlError) {
        let reader = try MemberReader(
            json,
            accepted: PlaylistFields.all.rules.map(\.name) + ["items", "feeds"]
        )
        let feeds = try Self.feeds(in: reader)
        let hasItems = feeds.isEmpty || reader["items"] != nil
        self.init(
            items: hasItems ? try PlaylistItemDefinition.list(in: reader) : [],
            feeds: feeds,
            try FieldValues(reader)
        )
    }

    /// The member `feeds`; none without it.
    private static func feeds(in reader: MemberReader) throws(ControlError) -> [String] {
        guard let value = reader["feeds"] else { return [] }
        let feeds = (value.elements ?? []).map { $0.stringValue ?? "" }
        guard PlaylistLimits.feeds.contains(feeds.count), Set(feeds).count == feeds.count,
            feeds.allSatisfy(StreamLimits.isID)
        else {
            let most = PlaylistLimits.feeds.upperBound
            throw reader.refusal("feeds", value, "a list of 1 to \(most) IDs of feeds, each once")
        }
        return feeds
    }
}

extension PlaylistItemDefinition {
    /// The member `items` of an object.
    ///
    /// - Throws: 422 without it, and for what is not accepted in it.
    static func list(in reader: MemberReader) throws(ControlError) -> [Self] {
        guard let value = reader["items"] else {
            throw .unprocessable("`items` is missing; accepted is a list of addresses.")
        }
        guard let elements = value.elements,
            (1...PlaylistLimits.itemsAtOnce).contains(elements.count)
        else {
            throw reader.refusal("items", value, "a list of 1 to \(PlaylistLimits.itemsAtOnce)")
        }
        var items: [Self] = []
        for (index, element) in elements.enumerated() {
            items.append(try Self(element, name: "items[\(index)]"))
        }
        return items
    }

    private init(_ json: JSONValue, name: String) throws(ControlError) {
        if case .string(let url) = json {
            self.init(url: url)
        } else {
            let reader = try MemberReader(
                json,
                name: name,
                accepted: ["url", "title"] + PlaylistItemFields.all.rules.map(\.name)
            )
            guard let url = try reader.string("url", accepting: "an address or a path") else {
                throw .unprocessable("`\(name).url` is missing; accepted is an address or a path.")
            }
            let title = try reader.string("title", accepting: "a text")
            self.init(url: url, title: title, try FieldValues(reader))
        }
        guard (1...StreamLimits.urlBytes).contains(url.utf8.count) else {
            throw .unprocessable(
                "`\(name)` has an address of \(url.utf8.count) bytes; accepted are 1 to "
                    + "\(StreamLimits.urlBytes)."
            )
        }
        guard (title?.utf8.count ?? 0) <= PlaylistLimits.titleBytes else {
            throw .unprocessable(
                "`\(name).title` is longer than the \(PlaylistLimits.titleBytes) bytes accepted."
            )
        }
    }
}

extension PlaylistPlace {
    /// The member `at` of an object; nil where it has none.
    init?(in reader: MemberReader) throws(ControlError) {
        guard
            let text = try reader.string("at", accepting: "`next`, `end` or the ID of an item")
        else { return nil }
        self.init(text)
    }
}

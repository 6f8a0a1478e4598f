internal import ControlAPI
internal import Media

extension SelectionDefinition {
    /// The members of an object that is one.
    static let members = ["ids", "query", "exclude", "selection", "album"]

    /// - Throws: 422 for what is not accepted, and for none or several of what it may be made of.
    init(_ reader: MemberReader) throws(ControlError) {
        let sources = Self.members.filter { reader[$0] != nil && $0 != "exclude" }
        guard sources.count == 1, reader["exclude"] == nil || sources == ["query"] else {
            throw .unprocessable(
                "Accepted is one of `ids`, `query`, which may have `exclude` beside it, "
                    + "`selection` and `album`."
            )
        }
        if let ids = try reader.assetIDs("ids") {
            self = .assets(ids)
        } else if let filter = try reader.filter("query") {
            self = .query(filter, excluding: try reader.assetIDs("exclude") ?? [])
        } else if let id = try reader.string("selection", accepting: "the ID of a selection") {
            self = .selection(id)
        } else {
            self = .album(try reader.string("album", accepting: "the ID of an album") ?? "")
        }
    }
}

extension SelectionPatch {
    /// - Throws: 422 for what is not accepted.
    init(json: JSONValue) throws(ControlError) {
        self.init()
        let reader = try MemberReader(json, accepted: ["remove", "add", "range", "query", "move"])
        remove = try reader.assetIDs("remove") ?? []
        add = try reader.assetIDs("add") ?? []
        let filter = try reader.filter("query")
        if let value = reader["range"] {
            guard let ends = Self.ids(in: value), ends.count == 2 else {
                throw reader.refusal("range", value, "a list of two IDs")
            }
            range = Range(from: ends[0], to: ends[1], filter: filter ?? AssetFilter())
        } else if filter != nil {
            throw .unprocessable("`query` needs `range`: it says of which list that is.")
        }
        guard let value = reader["move"] else { return }
        let move = try MemberReader(value, name: "move", accepted: ["asset", "to"])
        guard let asset = try move.string("asset", accepting: "an ID"),
            let place = try move.integer("to", in: SelectionLimits.places)
        else {
            throw .unprocessable(
                "`move` lacks `asset`, an ID, or `to`, a place counted from 0."
            )
        }
        self.move = Move(asset: asset, place: place)
    }

    fileprivate static func ids(in value: JSONValue) -> [String]? {
        let ids = value.elements?.map { $0.stringValue ?? "" }
        return ids?.contains("") == true ? nil : ids
    }
}

extension AlbumDefinition {
    /// - Parameters:
    ///   - json: What a client says.
    ///   - id: Of the album, which is its name where none is said.
    /// - Throws: 422 for what is not accepted.
    init(json: JSONValue, id: String) throws(ControlError) {
        let reader = try MemberReader(json, accepted: SelectionDefinition.members + ["name"])
        let content = try SelectionDefinition(reader)
        let limits = SelectionLimits.nameCharacters
        let accepted =
            "a text of \(limits.lowerBound) to \(limits.upperBound) characters, none of them a "
            + "control character"
        let name = try reader.string("name", accepting: accepted) ?? id
        guard limits.contains(name.unicodeScalars.count),
            !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { throw reader.refusal("name", .string(name), accepted) }
        self.init(name: name, content: content)
    }
}

extension MemberReader {
    /// A list of IDs of pictures and videos; nil where none is given.
    ///
    /// - Throws: 422 for another value, and for fewer or more IDs than are accepted.
    func assetIDs(_ key: String, atLeast least: Int = 0) throws(ControlError) -> [String]? {
        guard let value = self[key] else { return nil }
        let most = SelectionLimits.idsAtOnce
        guard let ids = SelectionPatch.ids(in: value), ids.count >= least else {
            throw refusal(key, value, "a list of \(least) to \(most) IDs")
        }
        guard ids.count <= most else {
            let change = ["exclude", "remove"].contains(key) ? "remove" : "add"
            throw .unprocessable(
                "`\(key)` has \(ids.count) IDs; accepted in one list are \(most). A selection takes "
                    + "more: in several requests, with `\(change)`."
            )
        }
        return ids
    }

    /// What a list of the library may be asked for, as an object; nil where none is given.
    fileprivate func filter(_ key: String) throws(ControlError) -> AssetFilter? {
        guard let value = self[key] else { return nil }
        return try AssetFilter(MemberReader(value, name: key, accepted: AssetFilter.names))
    }
}

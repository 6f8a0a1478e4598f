internal import ControlAPI

extension SelectionRoutes {
    var schemas: [String: Schema] {
        [
            "Selection": .object(
                ["id": .text, "count": .count, "duration_ms": .count, "valid": .boolean],
                optional: [
                    "reason": .text,
                    "accepted_ms": Schema.list(of: .count).with("minItems", 2).with("maxItems", 2),
                ]
            ),
            "SelectionDefinition": Self.definition(),
            "SelectionPatch": patch,
            "AssetFilter": filter,
            "LibraryShow": .object(optional: ["in": .choice(ShownPlace.self)]),
        ]
    }

    private static let assetID = Schema.text.with("minLength", 1)
    private static let assetIDs = Schema.list(of: assetID)
        .with("maxItems", .integer(SelectionLimits.idsAtOnce))

    /// What a selection or an album is made of.
    ///
    /// - Parameter others: Members that it may have besides.
    /// - Returns: One of four kinds of object.
    static func definition(_ others: [String: Schema] = [:]) -> Schema {
        func kind(_ name: String, _ schema: Schema, _ more: [String: Schema] = [:]) -> Schema {
            let members = others.merging(more) { $1 }.merging([name: schema]) { $1 }
            return .object(members, required: [name])
        }
        return .any(of: [
            kind("ids", assetIDs.described("A list, in this order.")),
            kind(
                "query",
                .named("AssetFilter"),
                ["exclude": assetIDs.described("What of that is left out.")]
            ),
            kind("selection", assetID.described("A copy of it.")),
            kind("album", assetID.described("A copy of an own one, in the order it was made in.")),
        ])
    }

    private var patch: Schema {
        let members: [String: Schema] = [
            "remove": Self.assetIDs, "add": Self.assetIDs,
            "range": .list(of: Self.assetID).with("minItems", 2).with("maxItems", 2)
                .described("All from the first to the second, both included, as they are listed."),
            "query": .named("AssetFilter"),
            "move": .object([
                "asset": Self.assetID,
                "to": .range(SelectionLimits.places).described(
                    "Its place then, counted from 0; behind the last one: the last."
                ),
            ]),
        ]
        // A query alone says of no list that anything is asked of.
        return .any(of: [
            .object(members.filter { $0.key != "query" }, required: []),
            .object(members, required: ["range"]),
        ])
    }

    private var filter: Schema {
        let members = AssetFilter.parameters.compactMap { parameter in
            parameter["name"]?.stringValue.flatMap { name in
                parameter["schema"].flatMap { schema in
                    guard case .object(let keywords) = schema else { return nil as Schema? }
                    return Schema(keywords)
                        .with("description", parameter["description"] ?? .null)
                }.map { (name, $0) }
            }
        }
        return .object(Dictionary(members) { $1 }, required: [])
    }
}

extension AlbumRoutes {
    var schemas: [String: Schema] {
        let limits = SelectionLimits.nameCharacters
        return [
            "Album": .object(
                [
                    "id": .text, "name": .text, "kind": .choice(AlbumReport.Kind.self),
                    "counts": .named("LibraryCounts"),
                ],
                optional: ["path": .text]
            ),
            "AlbumList": .object(
                ["albums": .list(of: .named("Album"))],
                optional: ["next_cursor": .text]
            ),
            "AlbumDefinition": SelectionRoutes.definition([
                "name": Schema.text.with("minLength", .integer(limits.lowerBound))
                    .with("maxLength", .integer(limits.upperBound))
                    .with("pattern", #"^[^\u0000-\u001f\u007f]*$"#)
            ]),
        ]
    }
}

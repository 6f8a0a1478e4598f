internal import ControlAPI

extension PlaylistRoutes {
    var schemas: [String: Schema] {
        [
            "Playlist": playlist,
            "PlaylistList": .object(["playlists": .list(of: .named("Playlist"))]),
            "PlaylistDefinition": .object(
                Schema.members(PlaylistFields.all)
                    .merging(["items": items, "feeds": feeds]) { $1 },
                required: []
            ).with("anyOf", [["required": ["items"]], ["required": ["feeds"]]]),
            "PlaylistPatch": .object(patch, required: []),
            "PlaylistItems": .object(["items": items], optional: ["at": place]),
            "PlaylistItemPatch": .object(["at": place]),
            "PlaylistPlay": .object(["item": .text.with("minLength", 1)]),
        ]
    }

    private var patch: [String: Schema] {
        var members = Schema.members(PlaylistFields.all)
        members[Self.removable] = members[Self.removable]?.orNull
        return members
    }

    private var playlist: Schema {
        .object(
            [
                "id": .streamID, "revision": .count, "state": .text, "paused": .boolean,
                "loop": .text, "shuffle": .boolean, "image_duration": .amount,
                "items": .list(of: item), "feeds": .list(of: .streamID),
                "preload": .object(["ahead": .count, "bytes": .count, "budget": .count]),
            ],
            optional: [
                "current": .text, "position_seconds": .number,
                "sync": .object(["group": .text, "epoch": .text]),
            ]
        )
    }

    private var item: Schema {
        .object(
            [
                "id": .text, "url": .text,
                "state": .choice(["cold", "opening", "ready", "shown", "failed"]),
            ],
            optional: [
                "title": .text, "duration_seconds": .amount, "seconds": .amount,
                "thumbnail": .text, "error": .text,
            ]
        )
    }

    private var items: Schema {
        let url: Schema = [
            "type": "string", "minLength": 1, "maxLength": .integer(StreamLimits.urlBytes),
            "description": "An address with a scheme, or a path.",
        ]
        let title: Schema = [
            "type": "string", "minLength": 1, "maxLength": .integer(PlaylistLimits.titleBytes),
        ]
        let item = Schema.object(
            Schema.members(PlaylistItemFields.all).merging(["url": url, "title": title]) { $1 },
            required: ["url"]
        )
        return Schema.list(of: .any(of: [url, item]))
            .with("minItems", 1).with("maxItems", .integer(PlaylistLimits.itemsAtOnce))
    }

    private var feeds: Schema {
        Schema.list(of: .streamID)
            .with("minItems", .integer(PlaylistLimits.feeds.lowerBound))
            .with("maxItems", .integer(PlaylistLimits.feeds.upperBound))
            .with("uniqueItems", true)
            .described("Feeds whose items follow its own.")
    }

    private var place: Schema {
        Schema.text.with("minLength", 1).described("`next`, `end`, or the item to be put before.")
    }
}

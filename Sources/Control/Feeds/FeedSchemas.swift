internal import ControlAPI

extension FeedRoutes {
    var schemas: [String: Schema] {
        [
            "Feed": feed,
            "FeedList": .object(["feeds": .list(of: .named("Feed"))]),
            "FeedDefinition": definition,
            "FeedRefresh": .object([
                "feed": .streamID, "unchanged": .boolean, "added": .count, "removed": .count,
                "changed": .count, "items": .count,
            ]),
            "FeedItem": item,
            "FeedItemPage": .object(
                ["items": .list(of: .named("FeedItem"))],
                optional: ["next_cursor": .text]
            ),
        ]
    }

    private var feed: Schema {
        .object(
            [
                "id": .streamID, "url": .text, "state": .choice(FeedReport.State.self),
                "configured": .boolean, "refresh": .count, "max_items": .count, "items": .count,
            ],
            optional: [
                "title": .text, "refreshed_at": .amount, "next_at": .amount, "error": .text,
            ]
        )
    }

    private var definition: Schema {
        let address = FeedDefinition.address.rule
        let url = Schema.value(of: address).with("maxLength", .integer(StreamLimits.urlBytes))
        return .object(
            Schema.members(FeedFields.all).merging([address.name: url]) { $1 },
            required: [address.name]
        )
    }

    private var item: Schema {
        .object(
            [
                "id": .text, "feed": .streamID, "url": .text, "title": .text, "author": .text,
                "summary": .text, "categories": .list(of: .text),
            ],
            optional: ["published": .number, "thumbnail": .text, "duration_seconds": .amount]
        )
    }
}

extension DiscoverRoutes {
    var schemas: [String: Schema] {
        [
            "Discover": .object([
                "trending": .list(of: .object(["item": .named("FeedItem"), "score": .amount])),
                "channels": .list(of: channel),
                "latest": .list(of: .named("FeedItem")),
                "categories": .list(of: .object(["name": .text, "items": .count])),
            ])
        ]
    }

    private var channel: Schema {
        .object(["feed": .streamID, "title": .text, "items": .count])
    }
}

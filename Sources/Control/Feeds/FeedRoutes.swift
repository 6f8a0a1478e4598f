internal import ControlAPI
internal import Hummingbird
internal import Media

/// The feeds that there are, and what each has.
struct FeedRoutes: RouteArea {
    let backend: any FeedsBackend

    private static let id = RouteText.pathParameter("id", "The feed's ID.")
    private static let unknown = "There is no such feed."
    static let away = "Not now: what keeps the feeds is away, or the daemon is stopping."

    var routes: [Route] { [list, get, put, delete, refresh, items] }

    private var list: Route {
        Route(
            method: .get,
            path: "/v1/feeds",
            name: "listFeeds",
            summary: "Every feed",
            role: .viewer,
            answers: [200: RouteText.json("Every feed.", "FeedList")],
            refusals: [503: Self.away]
        ) { _ in try Response(json: FeedList(feeds: try await backend.feeds())) }
    }

    private var get: Route {
        Route(
            method: .get,
            path: "/v1/feeds/{id}",
            name: "getFeed",
            summary: "One feed",
            role: .viewer,
            parameters: [Self.id],
            answers: [200: RouteText.json("The feed.", "Feed")],
            refusals: [404: Self.unknown, 503: Self.away]
        ) { call in try Response(json: await backend.feed(call.parameter("id"))) }
    }

    private var put: Route {
        Route(
            method: .put,
            path: "/v1/feeds/{id}",
            name: "putFeed",
            summary: "Define a feed, or say what it is; of another address nothing is kept",
            role: .admin,
            parameters: [
                RouteText.pathParameter("id", "The feed's ID.", pattern: StreamLimits.idPattern)
            ],
            body: .json("FeedDefinition"),
            answers: [
                200: RouteText.json("The feed was changed.", "Feed"),
                201: RouteText.json("The feed was defined.", "Feed"),
            ],
            refusals: [
                409: "The configuration has it, or there are as many as there may be.",
                503: Self.away, 507: RouteText.full,
            ]
        ) { call in
            let id = try call.newID()
            let definition = try FeedDefinition(json: try await call.json())
            await call.note("Defines feed \(id)")
            let (feed, isNew) = try await backend.putFeed(id, definition)
            return try Response(
                status: isNew ? .created : .ok,
                json: feed,
                headers: isNew ? [.location: "/v1/feeds/\(id)"] : [:]
            )
        }
    }

    private var delete: Route {
        Route(
            method: .delete,
            path: "/v1/feeds/{id}",
            name: "deleteFeed",
            summary: "Forget a feed and its items",
            role: .admin,
            parameters: [Self.id],
            answers: [204: ["description": "The feed was forgotten."]],
            refusals: [404: Self.unknown, 409: "The configuration has it.", 503: Self.away]
        ) { call in
            let id = call.parameter("id")
            await call.note("Removes feed \(id)")
            try await backend.deleteFeed(id)
            return .done
        }
    }

    private var refresh: Route {
        Route(
            method: .post,
            path: "/v1/feeds/{id}/refresh",
            name: "refreshFeed",
            summary: "Look at a feed now, and wait for what it says",
            role: .operator,
            parameters: [Self.id],
            answers: [200: RouteText.json("What was found.", "FeedRefresh")],
            refusals: [
                404: Self.unknown, 502: "The feed cannot be had.", 503: Self.away,
                507: RouteText.full,
            ]
        ) { call in
            let id = call.parameter("id")
            await call.note("Looks at feed \(id)")
            return try Response(json: await backend.refreshFeed(id))
        }
    }

    private var items: Route {
        let category = RouteText.queryParameter(
            "category",
            "Only what is filed under it, in whatever case.",
            .text.with("minLength", 1)
        )
        return Route(
            method: .get,
            path: "/v1/feeds/{id}/items",
            name: "listFeedItems",
            summary: "A feed's items, in its own order",
            role: .viewer,
            parameters: [Self.id, category] + FeedItemPage.parameters,
            answers: [200: RouteText.json("A part of the items.", "FeedItemPage")],
            refusals: [404: Self.unknown, 422: "A parameter is not accepted.", 503: Self.away]
        ) { call in
            let query = try call.query()
            return try Response(
                json: await backend.feedItems(
                    call.parameter("id"),
                    category: query.string("category", accepting: "the name of a category"),
                    cursor: query.cursor(),
                    limit: query.limit()
                )
            )
        }
    }
}

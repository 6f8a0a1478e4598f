internal import ControlAPI
internal import Hummingbird
internal import Media

/// What there is to find in all feeds.
struct DiscoverRoutes: RouteArea {
    let backend: any FeedsBackend

    var routes: [Route] { [discover, search] }

    private var discover: Route {
        Route(
            method: .get,
            path: "/v1/discover",
            name: "discover",
            summary: "What there is to find in all feeds",
            role: .viewer,
            answers: [200: RouteText.json("What there is to find.", "Discover")],
            refusals: [503: FeedRoutes.away]
        ) { _ in try Response(json: await backend.discover()) }
    }

    private var search: Route {
        let limits = FeedItemPage.searchCharacters
        let text = RouteText.queryParameter(
            "q",
            "Words, or how they begin, of a title, an author or a summary.",
            .text.with("minLength", .integer(limits.lowerBound))
                .with("maxLength", .integer(limits.upperBound)),
            isRequired: true
        )
        return Route(
            method: .get,
            path: "/v1/search",
            name: "searchFeeds",
            summary: "Items of all feeds with the words of a text, the newest first",
            role: .viewer,
            parameters: [text] + FeedItemPage.parameters,
            answers: [200: RouteText.json("A part of what was found.", "FeedItemPage")],
            refusals: [422: "A parameter is not accepted.", 503: FeedRoutes.away]
        ) { call in
            let query = try call.query()
            guard let text = try query.searchText() else {
                throw ControlError.unprocessable(
                    "`q` is missing; accepted is \(MemberReader.acceptedSearch)."
                )
            }
            return try Response(
                json: await backend.searchFeeds(
                    text,
                    cursor: query.cursor(),
                    limit: query.limit()
                )
            )
        }
    }
}

extension FeedItemPage {
    /// Which part of a list a client asks for.
    static let parameters = [
        RouteText.queryParameter(
            "cursor",
            "The `next_cursor` of another page; the first one without.",
            .text.with("minLength", 1)
        ),
        RouteText.queryParameter("limit", "Items, \(usualLimit) without.", .range(limits)),
    ]
}

extension MemberReader {
    /// Where another page ended.
    func cursor() throws(ControlError) -> String? {
        try string("cursor", accepting: "the `next_cursor` of another page")
    }

    /// How many items a page is to have.
    func limit() throws(ControlError) -> Int {
        try integer("limit", in: FeedItemPage.limits) ?? FeedItemPage.usualLimit
    }

    /// What somebody looks for.
    ///
    /// - Returns: Nil where nothing is said.
    func searchText() throws(ControlError) -> String? {
        guard let text = try string("q", accepting: Self.acceptedSearch) else { return nil }
        guard FeedItemPage.searchCharacters.contains(text.unicodeScalars.count) else {
            throw refusal("q", .string(text), Self.acceptedSearch)
        }
        return text
    }

    fileprivate static let acceptedSearch = {
        let limits = FeedItemPage.searchCharacters
        return "a text of \(limits.lowerBound) to \(limits.upperBound) characters"
    }()
}

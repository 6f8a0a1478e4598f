internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Media

/// The media library: what it has, and how it is.
struct LibraryRoutes: RouteArea {
    let backend: any LibraryBackend
    let unread: UnreadAnswers

    static let id = RouteText.pathParameter("id", "The picture's or video's ID.")
    static let unknown = "There is no such picture or video."
    static let away = "Not now: what keeps the library is away, or the daemon is stopping."

    var routes: [Route] { [status, scan, list, get, patch, thumbnail, file] }

    private var status: Route {
        Route(
            method: .get,
            path: "/v1/library",
            name: "getLibrary",
            summary: "The media library: its roots, and how they are",
            role: .viewer,
            answers: [200: RouteText.json("The library.", "Library")],
            refusals: [503: Self.away]
        ) { _ in try Response(json: await backend.library()) }
    }

    private var scan: Route {
        Route(
            method: .post,
            path: "/v1/library/scan",
            name: "scanLibrary",
            summary:
                "Go through a root, or all of them, soon; what is seen of it is in the library",
            role: .operator,
            body: .json("LibraryScan"),
            answers: [202: RouteText.json("The library, before or during that.", "Library")],
            refusals: [
                404: "There is no such root.",
                409: "Its disk is away; it is looked for.", 503: Self.away,
            ]
        ) { call in
            let reader = try await call.members(["root", "prune"])
            let root = try reader.string("root", accepting: "the path of a root")
            let isPruned = try reader.boolean("prune") ?? false
            // Every disk that is away would be forgotten.
            guard root != nil || !isPruned else {
                throw ControlError.unprocessable("`prune` needs `root`, the path of one root.")
            }
            // What people said of what is gone is forgotten.
            if isPruned { try call.require(.admin) }
            await call.note("Goes through \(root ?? "the library")")
            let report = try await backend.scanLibrary(root: root, isPruned: isPruned)
            return try Response(status: .accepted, json: report)
        }
    }

    private var list: Route {
        Route(
            method: .get,
            path: "/v1/library/assets",
            name: "listAssets",
            summary: "Pictures and videos, the latest first",
            role: .viewer,
            parameters: AssetFilter.parameters + FeedItemPage.parameters,
            answers: [200: RouteText.json("A part of them.", "AssetPage")],
            refusals: [422: "A parameter is not accepted.", 503: Self.away]
        ) { call in
            let query = try call.query()
            return try Response(
                json: await backend.assets(
                    AssetFilter(query),
                    cursor: query.cursor(),
                    limit: query.limit()
                )
            )
        }
    }

    private var get: Route {
        Route(
            method: .get,
            path: "/v1/library/assets/{id}",
            name: "getAsset",
            summary: "One picture or video",
            role: .viewer,
            parameters: [Self.id],
            answers: [200: RouteText.json("The picture or video.", "Asset")],
            refusals: [404: Self.unknown, 503: Self.away]
        ) { call in try Response(json: await backend.asset(call.parameter("id"))) }
    }

    private var patch: Route {
        Route(
            method: .patch,
            path: "/v1/library/assets/{id}",
            name: "patchAsset",
            summary: "Say whether it is a favourite, or how it is called (JSON merge patch)",
            role: .operator,
            parameters: [Self.id],
            body: .mergePatch("AssetPatch"),
            answers: [200: RouteText.json("The picture or video.", "Asset")],
            refusals: [404: Self.unknown, 503: Self.away, 507: RouteText.full]
        ) { call in
            let patch = try AssetPatch(json: try await call.json())
            let id = call.parameter("id")
            await call.note("Changes \(id) of the library")
            return try Response(json: await backend.changeAsset(id, patch))
        }
    }

    private var thumbnail: Route {
        Route(
            method: .get,
            path: "/v1/library/assets/{id}/thumbnail",
            name: "getAssetThumbnail",
            summary: "A small picture of it",
            role: .viewer,
            parameters: [Self.id, PlaylistLimits.thumbnailParameter],
            answers: [
                200: RouteText.content("The picture, never enlarged.", ["image/png": .text])
            ],
            refusals: [
                404: Self.unknown, 409: "Its root is offline.", 422: "A value is not accepted.",
                502: "It cannot be read.", 503: RouteText.thumbnailLater,
            ]
        ) { call in
            let bytes = try await backend.thumbnail(
                ofAsset: call.parameter("id"),
                pixels: call.query().thumbnailPixels()
            )
            return Response(bytes, [.contentType: "image/png"], try unread.reserve(bytes.count))
        }
    }
}

extension AssetFilter {
    /// Which ones a client asks for, also as the members of an object.
    static let parameters = [
        RouteText.queryParameter(
            "q",
            "Words, or how they begin, of name, folder or title; or parts of the name's.",
            .text.with("minLength", .integer(FeedItemPage.searchCharacters.lowerBound))
                .with("maxLength", .integer(FeedItemPage.searchCharacters.upperBound))
        ),
        RouteText.queryParameter("album", "The ID of an album.", .text.with("minLength", 1)),
        RouteText.queryParameter("type", "Of which kind.", .choice(AssetFilter.Kind.self)),
        RouteText.queryParameter("favourite", "Favourites, or all others.", .boolean),
        RouteText.queryParameter("state", "How far it got.", .choice(AssetReport.State.self)),
        RouteText.queryParameter("min_duration", "Videos that last so many seconds.", .amount),
        RouteText.queryParameter("from", "Taken then or later, seconds since 1970.", .count),
        RouteText.queryParameter("to", "Taken before, seconds since 1970.", .count),
    ]

    static let names = parameters.compactMap { $0["name"]?.stringValue }

    init(_ query: MemberReader) throws(ControlError) {
        self.init()
        text = try query.searchText()
        album = try query.string("album", accepting: "the ID of an album")
        kind = try query.choice("type", of: AssetFilter.Kind.self)
        favourite = try query.boolean("favourite")
        state = try query.choice("state", of: AssetReport.State.self)
        minDuration = try query.number("min_duration", in: 0...1e9)
        from = try query.integer("from", in: 0...Int.max)
        to = try query.integer("to", in: 0...Int.max)
    }
}

extension AssetPatch {
    fileprivate init(json: JSONValue) throws(ControlError) {
        self.init()
        let reader = try MemberReader(
            json,
            accepted: ["favourite", "title"],
            removable: ["title"]
        )
        favourite = try reader.boolean("favourite")
        guard case .object(let members) = json, let value = members["title"] else { return }
        if value == .null {
            title = ""
            return
        }
        guard let text = value.stringValue,
            Self.titleCharacters.contains(text.unicodeScalars.count),
            !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }),
            text.isEmpty || !text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        else {
            throw reader.refusal(
                "title",
                value,
                "a text of at most \(Self.titleCharacters.upperBound) characters, not of blanks alone, "
                    + "without control characters, or `null` for none"
            )
        }
        title = text
    }
}

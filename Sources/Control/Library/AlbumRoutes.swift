internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Media

/// The albums: those that are there anyway, and those that somebody puts together.
struct AlbumRoutes: RouteArea {
    let backend: any LibraryBackend

    private static let taken = "It is an album that is nobody's own"

    var routes: [Route] { [list, get, put, delete] }

    private var list: Route {
        Route(
            method: .get,
            path: "/v1/library/albums",
            name: "listAlbums",
            summary: "The albums: those that are always there, own ones, one of each folder",
            role: .viewer,
            parameters: FeedItemPage.parameters,
            answers: [200: RouteText.json("A part of the albums.", "AlbumList")],
            refusals: [422: "A parameter is not accepted.", 503: LibraryRoutes.away]
        ) { call in
            let query = try call.query()
            return try Response(
                json: await backend.albums(cursor: query.cursor(), limit: query.limit())
            )
        }
    }

    private var get: Route {
        Route(
            method: .get,
            path: "/v1/library/albums/{id}",
            name: "getAlbum",
            summary: "How much is in an album",
            role: .viewer,
            parameters: [RouteText.pathParameter("id", "The album's ID.")],
            answers: [200: RouteText.json("The album.", "Album")],
            refusals: [404: "There is no such album.", 503: LibraryRoutes.away]
        ) { call in
            try Response(json: await backend.album(call.parameter("id")))
        }
    }

    private var put: Route {
        Route(
            method: .put,
            path: "/v1/library/albums/{id}",
            name: "putAlbum",
            summary: "Put an album together, in place of the one of that ID",
            role: .operator,
            parameters: [
                RouteText.pathParameter("id", "The album's ID.", pattern: StreamLimits.idPattern)
            ],
            body: .json("AlbumDefinition").ofAssets,
            answers: [
                200: RouteText.json("The album was changed.", "Album"),
                201: RouteText.json("The album was defined.", "Album"),
            ],
            refusals: [
                404: "There is no such selection.",
                409: "\(Self.taken), or there are as many as there may be.",
                503: LibraryRoutes.away, 507: RouteText.full,
            ]
        ) { call in
            let id = try call.newID()
            let definition = try AlbumDefinition(json: try await call.json(), id: id)
            await call.note("Puts album \(id) together")
            let (album, isNew) = try await backend.putAlbum(id, definition)
            return try Response(
                status: isNew ? .created : .ok,
                json: album,
                headers: isNew ? [.location: "/v1/library/albums/\(id)"] : [:]
            )
        }
    }

    private var delete: Route {
        Route(
            method: .delete,
            path: "/v1/library/albums/{id}",
            name: "deleteAlbum",
            summary: "Forget an own album, and nothing that is in it",
            role: .operator,
            parameters: [RouteText.pathParameter("id", "The album's ID.")],
            answers: [204: ["description": "The album was forgotten."]],
            refusals: [
                404: "There is no such album.", 409: "\(Self.taken).", 503: LibraryRoutes.away,
            ]
        ) { call in
            let id = call.parameter("id")
            await call.note("Forgets album \(id)")
            try await backend.deleteAlbum(id)
            return .done
        }
    }
}

internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Media

/// The playlists that there are, what they consist of, and what they show.
struct PlaylistRoutes: RouteArea {
    let backend: any PlaylistsBackend
    let unread: UnreadAnswers
    private let shared = SharedAnswers()

    init(backend: any PlaylistsBackend, unread: UnreadAnswers) {
        self.backend = backend
        self.unread = unread
    }

    private static let id = RouteText.pathParameter("id", "The playlist's ID.")
    private static let item = RouteText.pathParameter("item", "The item's ID.")
    private static let unknown = "There is no such playlist."
    private static let unknownItem = "There is no such playlist, or it has no such item."
    private static let race = "It is not at the revision that `If-Match` names."
    private static let busy = "Not now: too much is going on, or the daemon is stopping."

    var routes: [Route] {
        [
            list, get, thumbnail, put, patch, delete, insert, move, remove, shuffle, play,
            action("next", "Show the next item") { .next },
            action("previous", "Show the item before") { .previous },
            action("pause", "Hold the picture") { .pause },
            action("resume", "Go on") { .resume },
        ]
    }

    // MARK: What there is

    private var list: Route {
        Route(
            method: .get,
            path: "/v1/playlists",
            name: "listPlaylists",
            summary: "Every playlist",
            role: .viewer,
            answers: [200: RouteText.json("Every playlist.", "PlaylistList")]
        ) { _ in
            try await shared.answer(to: "") {
                try Response(json: PlaylistList(playlists: await backend.playlists()))
            }
        }
    }

    private var get: Route {
        Route(
            method: .get,
            path: "/v1/playlists/{id}",
            name: "getPlaylist",
            summary: "One playlist",
            role: .viewer,
            parameters: [Self.id],
            answers: [200: RouteText.json("The playlist; its `ETag` is its revision.", "Playlist")],
            refusals: [404: Self.unknown]
        ) { call in
            let id = call.parameter("id")
            return try await shared.answer(to: id) {
                try Self.answer(await backend.existingPlaylist(id))
            }
        }
    }

    private var thumbnail: Route {
        Route(
            method: .get,
            path: "/v1/playlists/{id}/items/{item}/thumbnail",
            name: "getPlaylistItemThumbnail",
            summary: "A small picture of an item: of its feed, else of its file",
            role: .viewer,
            parameters: [
                Self.id, Self.item, PlaylistLimits.thumbnailParameter,
            ],
            answers: [
                200: RouteText.content("The picture, never enlarged.", ["image/png": .text])
            ],
            refusals: [
                404: "There is no such playlist or item, or no picture for it.",
                422: "A value is not accepted.",
                502: "What it is made of cannot be read.", 503: RouteText.thumbnailLater,
            ]
        ) { call in
            let id = call.parameter("id")
            try await backend.checkIsPlaylist(id)
            let bytes = try await backend.thumbnail(
                ofItem: call.parameter("item"),
                in: id,
                pixels: call.query().thumbnailPixels()
            )
            return Response(
                bytes,
                [.contentType: "image/png"],
                try unread.reserve(bytes.count)
            )
        }
    }

    // MARK: What they consist of

    private var put: Route {
        Route(
            method: .put,
            path: "/v1/playlists/{id}",
            name: "putPlaylist",
            summary: "Define a playlist, or say what it consists of; items that it keeps go on",
            role: .admin,
            parameters: [
                RouteText.pathParameter(
                    "id",
                    "The playlist's ID.",
                    pattern: StreamLimits.idPattern
                ),
                Self.revision,
            ],
            body: .json("PlaylistDefinition"),
            answers: [
                200: RouteText.json("The playlist was changed.", "Playlist"),
                201: RouteText.json("The playlist was defined.", "Playlist"),
            ],
            refusals: [
                409: "A stream has the ID, or there are as many as there may be.",
                412: Self.race, 503: Self.busy,
            ]
        ) { call in
            let id = try call.newID()
            let definition = try PlaylistDefinition(json: try await call.json())
            if call.request.headers[.ifMatch] != nil, !(await backend.playlistIDs().contains(id)) {
                throw ControlError.preconditionFailed("There is no playlist '\(id)'.")
            }
            await call.note("Defines playlist \(id)")
            let (playlist, isNew) = try await backend.putPlaylist(
                id,
                definition,
                from: try call.ifMatch()
            )
            return try Self.answer(playlist, isNew: isNew)
        }
    }

    private var patch: Route {
        edit(
            .patch,
            "/v1/playlists/{id}",
            name: "patchPlaylist",
            summary: "Change how a playlist is played (JSON merge patch)",
            role: .operator,
            body: .mergePatch("PlaylistPatch")
        ) { call in
            let json = try await call.json()
            let reader = try MemberReader(
                json,
                accepted: PlaylistFields.all.rules.map(\.name),
                removable: [Self.removable]
            )
            return .set(try FieldValues(reader), leavesWall: json[Self.removable] == .null)
        }
    }

    /// What a report leaves out may be `null`.
    static let removable = PlaylistFields.all.sync.rule.name

    private var insert: Route {
        edit(
            .post,
            "/v1/playlists/{id}/items",
            name: "addPlaylistItems",
            summary: "Add items",
            role: .admin,
            body: .json("PlaylistItems")
        ) { call in
            let reader = try await call.members(["items", "at"])
            let items = try PlaylistItemDefinition.list(in: reader)
            return .insert(items, at: try PlaylistPlace(in: reader) ?? .end)
        }
    }

    private var move: Route {
        edit(
            .patch,
            "/v1/playlists/{id}/items/{item}",
            name: "movePlaylistItem",
            summary: "Move an item",
            role: .operator,
            body: .mergePatch("PlaylistItemPatch")
        ) { call in
            let reader = try await call.members(["at"])
            guard let place = try PlaylistPlace(in: reader) else {
                throw ControlError.unprocessable(
                    "`at` is missing; accepted is `next`, `end` or the ID of an item."
                )
            }
            return .move(item: call.parameter("item"), to: place)
        }
    }

    private var remove: Route {
        edit(
            .delete,
            "/v1/playlists/{id}/items/{item}",
            name: "removePlaylistItem",
            summary: "Remove an item; the last one stays",
            role: .operator,
            body: nil
        ) { call in .remove(item: call.parameter("item")) }
    }

    private var shuffle: Route {
        edit(
            .post,
            "/v1/playlists/{id}/shuffle",
            name: "shufflePlaylist",
            summary: "Show every item once, in any order, before one comes again",
            role: .operator,
            body: nil
        ) { _ in
            var fields = FieldValues<PlaylistFields>()
            fields.shuffle = true
            return .set(fields)
        }
    }

    private var delete: Route {
        Route(
            method: .delete,
            path: "/v1/playlists/{id}",
            name: "deletePlaylist",
            summary: "Remove a playlist",
            role: .admin,
            parameters: [Self.id, Self.revision],
            answers: [204: ["description": "The playlist was removed."]],
            refusals: [
                404: Self.unknown, 412: Self.race, 422: Self.badRevision, 503: Self.busy,
            ]
        ) { call in
            let id = call.parameter("id")
            try await backend.checkIsPlaylist(id)
            await call.note("Removes playlist \(id)")
            try await backend.deletePlaylist(id, from: try call.ifMatch())
            return .done
        }
    }

    // MARK: What they show

    private var play: Route {
        Route(
            method: .post,
            path: "/v1/playlists/{id}/play",
            name: "playPlaylistItem",
            summary: "Show an item as soon as it is ready",
            role: .operator,
            parameters: [Self.id],
            body: .json("PlaylistPlay"),
            answers: [200: RouteText.json("The playlist, on its way there.", "Playlist")],
            refusals: [
                404: Self.unknownItem, 409: "It has the time of a wall.", 503: Self.busy,
            ]
        ) { call in
            let reader = try await call.members(["item"])
            guard let item = try reader.string("item", accepting: "the ID of an item") else {
                throw ControlError.unprocessable(
                    "`item` is missing; accepted is the ID of an item."
                )
            }
            return try await steer(call, .play(item: item))
        }
    }

    private func action(
        _ name: String,
        _ summary: String,
        _ action: @escaping @Sendable () -> PlaylistAction
    ) -> Route {
        Route(
            method: .post,
            path: "/v1/playlists/{id}/\(name)",
            name: "\(name)Playlist",
            summary: summary,
            role: .operator,
            parameters: [Self.id],
            answers: [200: RouteText.json("The playlist, on its way there.", "Playlist")],
            refusals: [
                404: Self.unknown,
                409: "It has the time of a wall, or the item that is shown"
                    + " cannot do that.",
                503: Self.busy,
            ]
        ) { call in try await steer(call, action()) }
    }

    private func steer(_ call: RouteCall, _ action: PlaylistAction) async throws -> Response {
        let id = call.parameter("id")
        try await backend.checkIsPlaylist(id)
        await call.note("Steers playlist \(id)")
        return try Self.answer(await backend.steerPlaylist(id, action))
    }

    /// A route that changes what a playlist consists of.
    private func edit(
        _ method: HTTPRequest.Method,
        _ path: String,
        name: String,
        summary: String,
        role: Route.Role,
        body: Route.Body?,
        _ read: @escaping @Sendable (RouteCall) async throws -> PlaylistEdit
    ) -> Route {
        let ids = path.contains("{item}") ? [Self.id, Self.item] : [Self.id]
        return Route(
            method: method,
            path: path,
            name: name,
            summary: summary,
            role: role,
            parameters: ids + [Self.revision],
            body: body,
            answers: [200: RouteText.json("The playlist as it is now.", "Playlist")],
            refusals: [
                404: Self.unknownItem, 409: "Without an item, or with too many, it cannot be.",
                412: Self.race, 422: "A value is not accepted.", 503: Self.busy,
            ]
        ) { call in
            let id = call.parameter("id")
            try await backend.checkIsPlaylist(id)
            let edit = try await read(call)
            await call.note("Changes playlist \(id)")
            return try Self.answer(
                await backend.editPlaylist(id, edit, from: try call.ifMatch())
            )
        }
    }

    // MARK: Revisions

    private static let badRevision = "`If-Match` is no revision."
    private static let revision: JSONValue = [
        "name": "If-Match", "in": "header", "required": false,
        "schema": ["type": "string", "pattern": "^(\\*|\"[0-9]{1,15}\")$"],
        "description": "The revision that is to be changed, as its `ETag`; any without.",
    ]

    private static func answer(_ report: PlaylistReport, isNew: Bool = false) throws -> Response {
        var headers: HTTPFields = [.eTag: "\"\(report.revision)\""]
        if isNew { headers[.location] = "/v1/playlists/\(report.id)" }
        return try Response(status: isNew ? .created : .ok, json: report, headers: headers)
    }
}

extension RouteCall {
    /// The revision that `If-Match` names (RFC 9110, 13.1.1); nil for any.
    ///
    /// - Throws: 422 for what is no revision.
    fileprivate func ifMatch() throws(ControlError) -> Int? {
        guard let field = request.headers[.ifMatch], field != "*" else { return nil }
        let digits = field.dropFirst().dropLast()
        guard field.hasPrefix("\""), field.hasSuffix("\""), (1...15).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let revision = Int(digits)
        else {
            throw .unprocessable(
                "`If-Match` is '\(field)'; accepted is the `ETag` of the playlist, or `*`."
            )
        }
        return revision
    }
}

extension PlaylistLimits {
    /// How large a small picture is to be.
    static let thumbnailParameter = RouteText.queryParameter(
        "size",
        "Pixels of the longer side, as many or the next of 128, 256, 512 and 1024.",
        .range(thumbnail)
    )
}

extension MemberReader {
    /// How large a small picture is to be.
    func thumbnailPixels() throws(ControlError) -> Int {
        try integer("size", in: PlaylistLimits.thumbnail) ?? PlaylistLimits.usualThumbnail
    }
}

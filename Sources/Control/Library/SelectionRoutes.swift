internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Media

/// What somebody has selected of the library, and how it is shown.
struct SelectionRoutes: RouteArea {
    let backend: any SelectionsBackend

    private static let id = RouteText.pathParameter("id", "The selection's ID.")
    private static let unknown = "There is no such selection, or newer ones took its place."

    var routes: [Route] {
        [
            create, get, patch, delete, assets,
            show(.selection, "preview", in: .pip) { .preview(selection: $0) },
            show(.selection, "play", in: .main) { .play($0) },
            show(.asset, "preview", in: .pip) { .asset($0) },
        ]
    }

    private var create: Route {
        Route(
            method: .post,
            path: "/v1/library/selections",
            name: "createSelection",
            summary: "Select pictures and videos: a list, or what a query finds but for some",
            role: .operator,
            body: .json("SelectionDefinition").ofAssets,
            answers: [201: RouteText.json("The selection.", "Selection")],
            refusals: [404: Self.unknown, 503: LibraryRoutes.away, 507: RouteText.full]
        ) { call in
            let reader = try await call.members(SelectionDefinition.members)
            let definition = try SelectionDefinition(reader)
            await call.note("Selects of the library")
            let selection = try await backend.createSelection(definition)
            return try Response(created: selection, at: "/v1/library/selections/\(selection.id)")
        }
    }

    private var get: Route {
        Route(
            method: .get,
            path: "/v1/library/selections/{id}",
            name: "getSelection",
            summary: "How much is selected, and whether it can be shown",
            role: .viewer,
            parameters: [Self.id],
            answers: [200: RouteText.json("The selection.", "Selection")],
            refusals: [404: Self.unknown, 503: LibraryRoutes.away]
        ) { call in try Response(json: await backend.selection(call.parameter("id"))) }
    }

    private var patch: Route {
        Route(
            method: .patch,
            path: "/v1/library/selections/{id}",
            name: "patchSelection",
            summary: "Remove and add pictures and videos, or move one, in that order",
            role: .operator,
            parameters: [Self.id],
            body: .mergePatch("SelectionPatch").ofAssets,
            answers: [200: RouteText.json("The selection.", "Selection")],
            refusals: [404: Self.unknown, 503: LibraryRoutes.away, 507: RouteText.full]
        ) { call in
            let patch = try SelectionPatch(json: try await call.json())
            let id = call.parameter("id")
            await call.note("Changes selection \(id)")
            return try Response(json: await backend.changeSelection(id, patch))
        }
    }

    private var delete: Route {
        Route(
            method: .delete,
            path: "/v1/library/selections/{id}",
            name: "deleteSelection",
            summary: "Forget a selection",
            role: .operator,
            parameters: [Self.id],
            answers: [204: ["description": "The selection was forgotten."]],
            refusals: [404: Self.unknown, 503: LibraryRoutes.away]
        ) { call in
            let id = call.parameter("id")
            await call.note("Forgets selection \(id)")
            try await backend.deleteSelection(id)
            return .done
        }
    }

    private var assets: Route {
        Route(
            method: .get,
            path: "/v1/library/selections/{id}/assets",
            name: "listSelectedAssets",
            summary: "What is selected, in its order",
            role: .viewer,
            parameters: [Self.id] + FeedItemPage.parameters,
            answers: [200: RouteText.json("A part of it.", "AssetPage")],
            refusals: [
                404: Self.unknown, 422: "A parameter is not accepted.", 503: LibraryRoutes.away,
            ]
        ) { call in
            let query = try call.query()
            return try Response(
                json: await backend.selectedAssets(
                    call.parameter("id"),
                    cursor: query.cursor(),
                    limit: query.limit()
                )
            )
        }
    }

    // MARK: On the screen

    /// What is shown.
    private enum Subject: String {
        case asset = "Asset"
        case selection = "Selection"

        var folder: String { self == .asset ? "assets" : "selections" }
        var id: JSONValue { self == .asset ? LibraryRoutes.id : SelectionRoutes.id }
        var unknown: String {
            self == .asset ? LibraryRoutes.unknown : SelectionRoutes.unknown
        }
        var summary: String {
            self == .asset
                ? "Show a picture or video" : "Show what is selected, from its beginning"
        }
    }

    private func show(
        _ subject: Subject,
        _ action: String,
        in usual: ShownPlace,
        _ media: @escaping @Sendable (String) -> ShownMedia
    ) -> Route {
        Route(
            method: .post,
            path: "/v1/library/\(subject.folder)/{id}/\(action)",
            name: "\(action)\(subject.rawValue)",
            summary: subject.summary,
            role: .operator,
            parameters: [subject.id],
            body: .optional("LibraryShow"),
            answers: [200: RouteText.json("The playlist that it is.", "Playlist")],
            refusals: [
                404: subject.unknown,
                409: "Its disk is away, or there can be no stream more for it.",
                422:
                    "A value is not accepted, or what is to be shown cannot be; `detail` says why.",
                503: LibraryRoutes.away,
            ]
        ) { call in
            let reader = try await call.optionalMembers(["in"])
            let place = try reader.choice("in", of: ShownPlace.self) ?? usual
            let media = media(call.parameter("id"))
            await call.note("Shows \(media.text)")
            return try Response(json: await backend.show(media, in: place))
        }
    }
}

extension ShownMedia {
    fileprivate var text: String {
        switch self {
        case .asset(let id): "\(id) of the library"
        case .preview(let selection), .play(let selection): "selection \(selection)"
        }
    }
}

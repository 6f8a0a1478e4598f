internal import ControlAPI
internal import Hummingbird

extension LibraryRoutes {
    var file: Route {
        Route(
            method: .get,
            path: "/v1/library/assets/{id}/file",
            name: "getAssetFile",
            summary: "Its file as it is, or one part of it (`Range`, `If-Range`)",
            role: .viewer,
            parameters: [Self.id],
            answers: [
                200: RouteText.content("The file.", ["*/*": .text]),
                206: RouteText.content("The part that `Range` names.", ["*/*": .text]),
            ],
            refusals: [
                404: Self.unknown, 409: "Its root is offline, or the file not there.",
                416: "It has no such part; `Content-Range` says how long it is.", 503: Self.away,
            ]
        ) { call in
            let file = try await backend.file(ofAsset: call.parameter("id"))
            return try Response(file, to: call.request, countedIn: unread)
        }
    }
}

internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Media

/// The web console: a page, and what belongs to it. Whoever reaches a listener is given it; what
/// it shows and does takes a token, as for any other client.
struct ConsoleRoutes: RouteArea {
    let schemas: [String: Schema] = [:]

    var routes: [Route] { [page, asset] }

    /// Nothing of the page comes from elsewhere, and no text becomes part of it but as text.
    private static let policy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:",
        "connect-src 'self'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
    ].joined(separator: "; ")

    private var page: Route {
        Route(
            method: .get,
            path: "/",
            name: "getConsole",
            summary: "The web console",
            role: .anyone,
            answers: [
                200: RouteText.content("The page.", ["text/html": .text]),
                304: ["description": "The client has it (`If-None-Match`)."],
            ]
        ) { call in Self.answer(ConsoleAsset.page, to: call) ?? Response(status: .notFound) }
    }

    private var asset: Route {
        Route(
            method: .get,
            path: "/assets/{name}",
            name: "getConsoleAsset",
            summary: "What belongs to the web console's page",
            role: .anyone,
            parameters: [RouteText.pathParameter("name", "The file's name.")],
            answers: [
                200: RouteText.content(
                    "The file.",
                    ["text/javascript": .text, "text/css": .text, "image/svg+xml": .text]
                ),
                304: ["description": "The client has it (`If-None-Match`)."],
            ],
            refusals: [404: "There is no such file."]
        ) { call in
            let name = call.parameter("name")
            guard name != ConsoleAsset.page, let answer = Self.answer(name, to: call) else {
                throw ControlError.notFound("The page has no file '\(name)'.")
            }
            return answer
        }
    }

    /// Nil where there is none of that name.
    private static func answer(_ name: String, to call: RouteCall) -> Response? {
        guard let asset = ConsoleAsset.all[name] else { return nil }
        // With 304 as well: a browser takes them for those of what it has kept.
        var headers: HTTPFields = [
            .cacheControl: "no-cache", .eTag: asset.tag, .contentSecurityPolicy: policy,
            .referrerPolicy: "no-referrer",
        ]
        let known = call.request.headers[values: .ifNoneMatch].joined(separator: ",")
        if known.split(separator: ",").contains(where: { $0.trimmingASCIISpaces() == asset.tag }) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = asset.mediaType
        return Response(
            status: .ok,
            headers: headers,
            body: .init(byteBuffer: ByteBuffer(bytes: asset.bytes))
        )
    }
}

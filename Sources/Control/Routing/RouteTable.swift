internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Logging

/// What the routes are made of.
struct RouteServices: Sendable {
    let backends: ControlBackends
    let events: EventHub
    let limits: ControlLimits
    /// Shared by all listeners.
    let unread: UnreadAnswers
    let gate: AccessGate
    let logger: Logger
}

/// The routes of one area of the API.
protocol RouteArea: Sendable {
    /// In the order in which clients are told of them.
    var routes: [Route] { get }

    /// What their bodies and answers look like, by the names that the routes call them.
    var schemas: [String: Schema] { get }
}

/// Every route of the API.
struct RouteTable: Sendable {
    let services: RouteServices
    let routes: [Route]
    private let areas: [any RouteArea]

    init(_ services: RouteServices) {
        let (backends, unread) = (services.backends, services.unread)
        areas = [
            HealthRoutes(backend: backends.health), StreamRoutes(backend: backends.streams),
            PlaylistRoutes(backend: backends.playlists, unread: unread),
            FeedRoutes(backend: backends.feeds), DiscoverRoutes(backend: backends.feeds),
            LibraryRoutes(backend: backends.library, unread: unread),
            AlbumRoutes(backend: backends.library),
            SelectionRoutes(backend: backends.selections), ExportRoutes(backend: backends.exports),
            ViewRoutes(backend: backends.view), OverlayRoutes(backend: backends.overlays),
            PreviewRoutes(backend: backends.preview), MQTTRoutes(backend: backends.mqtt),
            SyncRoutes(backend: backends.sync),
            EventRoutes(events: services.events), DescriptionRoutes(),
            ImageRoutes(
                backend: backends.images,
                streams: backends.streams,
                events: services.events,
                unread: unread
            ),
            CameraRoutes(backend: backends.cameras),
            ConfigurationRoutes(backend: backends.configuration),
            SessionRoutes(gate: services.gate),
            TokenRoutes(gate: services.gate), ConsoleRoutes(),
        ]
        self.services = services
        routes = areas.flatMap(\.routes)
    }

    /// What describes them all: made anew, since it is seldom asked for and large.
    var document: JSONValue {
        OpenAPIDocument.make(
            routes,
            areas.reduce(into: [:]) { $0.merge($1.schemas) { first, _ in first } }
        )
    }

    /// Every route as `METHOD path`.
    var list: [String] { routes.map { "\($0.method.rawValue) \($0.path)" } }

    /// The methods that the resource at `path` accepts; empty if there is none.
    func methods(at path: String) -> [String] {
        let segments = path.split(separator: "/")
        let here = routes.filter { route in
            let template = route.path.split(separator: "/")
            guard template.count == segments.count else { return false }
            return zip(template, segments).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
        }
        let heads = here.contains(where: \.answersHead) ? ["HEAD"] : []
        return (here.map(\.method.rawValue) + heads).sorted()
    }
}

/// The route of what describes the others.
struct DescriptionRoutes: RouteArea {
    let schemas: [String: Schema] = [:]

    var routes: [Route] {
        [
            Route(
                method: .get,
                path: "/v1/openapi.json",
                name: "getDescription",
                summary: "This document",
                role: .viewer,
                answers: [
                    200: RouteText.content(
                        "This document.",
                        ["application/json": ["type": "object"]]
                    )
                ]
            ) { call in try Response(json: call.table.document) }
        ]
    }
}

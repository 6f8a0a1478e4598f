internal import HTTPTypes

/// Every route of the API. The router, the answers to unknown routes and the
/// OpenAPI document are all made from these.
enum Endpoint: CaseIterable {
    case health
    case metrics
    case status
    case streams
    case stream
    case putStream
    case deleteStream
    case view
    case patchView
    case events
    case publishEvent
    case openAPI
    case snapshot
    case screenshot
    case photo
    case cameras
    case cameraFormats
    case cameraControls
    case patchCameraControls

    var method: HTTPRequest.Method {
        switch self {
        case .putStream: .put
        case .deleteStream: .delete
        case .patchView, .patchCameraControls: .patch
        case .publishEvent, .snapshot, .screenshot, .photo: .post
        default: .get
        }
    }

    /// The path as OpenAPI writes it, with parameters in braces.
    var path: String {
        switch self {
        case .health: "/healthz"
        case .metrics: "/metrics"
        case .status: "/v1/status"
        case .streams: "/v1/streams"
        case .stream, .putStream, .deleteStream: "/v1/streams/{id}"
        case .view, .patchView: "/v1/view"
        case .events, .publishEvent: "/v1/events"
        case .openAPI: "/v1/openapi.json"
        case .snapshot: "/v1/snapshot"
        case .screenshot: "/v1/streams/{id}/screenshot"
        case .photo: "/v1/streams/{id}/photo"
        case .cameras: "/v1/cameras"
        case .cameraFormats: "/v1/cameras/{device}/formats"
        case .cameraControls, .patchCameraControls: "/v1/cameras/{device}/controls"
        }
    }

    /// Whether HEAD works too. An event stream has no end, and so no head.
    var answersHead: Bool { method == .get && self != .events }

    /// Every route as `METHOD path`.
    static var list: [String] { allCases.map { "\($0.method.rawValue) \($0.path)" } }

    /// The methods that the resource at `path` accepts; empty if there is none.
    static func methods(at path: String) -> [String] {
        let segments = path.split(separator: "/")
        let here = allCases.filter { endpoint in
            let template = endpoint.path.split(separator: "/")
            guard template.count == segments.count else { return false }
            return zip(template, segments).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
        }
        let heads = here.contains(where: \.answersHead) ? ["HEAD"] : []
        return (here.map(\.method.rawValue) + heads).sorted()
    }
}

internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Media

/// One route of the API, and all that is known of it. The router, the answers to unknown
/// routes and methods and the OpenAPI document are made from a list of these.
struct Route: Sendable {
    typealias Handler = @Sendable (RouteCall) async throws -> Response

    /// What a client has to be to be let in, from the least on.
    enum Role: Int, Comparable, Sendable {
        /// Whoever reaches a listener.
        case anyone
        /// Sees what is shown and measured.
        case viewer
        /// Changes what is on the screen, with what there is.
        case `operator`
        /// Says what there is: an address can name any file, and anything in the network.
        case admin
        /// Who may use the control socket.
        case local

        static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// What a client sends along.
    struct Body: Sendable {
        var isRequired = true
        var mediaTypes = ["application/json"]
        /// It is what one of these says.
        let schemas: [String]
        /// What is accepted where one has too many values; nil: so many values.
        var most: MessageText?

        /// One whose values are IDs of the library, or may be.
        var ofAssets: Self {
            var body = self
            body.most = "\(SelectionLimits.idsAtOnce) IDs in a list"
            return body
        }

        static func json(_ schema: String) -> Self { Self(schemas: [schema]) }

        /// Members that are not mentioned stay as they are (RFC 7396).
        static func mergePatch(_ schema: String) -> Self {
            Self(
                mediaTypes: ["application/merge-patch+json", "application/json"],
                schemas: [schema]
            )
        }

        /// Without one, all is as usual.
        static func optional(_ schemas: String...) -> Self {
            Self(isRequired: false, schemas: schemas)
        }
    }

    let method: HTTPRequest.Method
    /// As OpenAPI writes it, with parameters in braces.
    let path: String
    /// The operation's name in the document.
    let name: String
    let summary: String
    /// The least that a client has to be.
    let role: Role
    /// As the document has them (`RouteText`).
    var parameters: [JSONValue] = []
    var body: Body?
    /// By status, as the document has them (`RouteText`).
    let answers: [Int: JSONValue]
    /// By status: what it may be refused for, other than any request and any body.
    var refusals: [Int: String] = [:]
    /// Whether the answer ends when the connection does: it has no end, and so no head.
    var isEndless = false
    /// - Throws: `ControlError` for what is refused.
    let handler: Handler

    /// Whether HEAD works too.
    var answersHead: Bool { method == .get && !isEndless }

    /// By status: all that a request to it may be refused for.
    var allRefusals: [Int: String] {
        var all = Self.refusalsOfAny
        if body != nil { all.merge(Self.refusalsOfBodies) { $1 } }
        return all.merging(refusals) { $1 }
    }

    /// What can happen to any request, before a route sees it.
    private static let refusalsOfAny = [
        400: "This is not an HTTP/1.1 request with one `Host`, or its body is not plain JSON.",
        401: "The token is missing or wrong (not over the control socket).",
        403: "The client's role, or where the request comes from, does not permit it.",
        408: "The request's body did not arrive in time.",
        413: "The request's body is too large.",
        417: "`Expect` says something else than `100-continue`.",
        421: "The host that is asked for is no name of this machine (not over the control socket).",
        429: "Too many wrong tokens came from there; `Retry-After` says how long to wait.",
        431: "The request's line and header fields are too large.",
        501: "The request's body has a transfer coding other than `chunked`.",
        503: "Not now: too many connections, or the daemon is stopping.",
    ]
    private static let refusalsOfBodies = [
        415: "The body's media type is not accepted.",
        422: "A value is not accepted.",
    ]
}

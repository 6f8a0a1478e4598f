public import Media

/// A refused request: what the client is told (RFC 9457).
public struct ControlError: Error, Hashable, Sendable {
    /// The HTTP status code, 400–599.
    public var status: Int
    /// The kind of problem in a few words, the same for every occurrence.
    public var title: String
    /// This occurrence: which field, which value, and what would be accepted.
    public var detail: MessageText
    /// The methods that the route accepts; only with status 405.
    public var allowedMethods: [String] = []
    /// How long to wait before asking again; only with status 429.
    var retrySeconds: Int?
    public var problem = Problem.none

    /// What a program can tell problems of one status apart by: the member `type`.
    public enum Problem: String, Hashable, Sendable, CaseIterable {
        /// The status says all.
        case none = "about:blank"
        /// The stream's source has no video in it.
        case noVideo = "urn:pipd:problem:no-video"
        /// The stream's source is not media, or not a file, or nothing in it decodes.
        case notMedia = "urn:pipd:problem:not-media"
        /// No decoder here knows the stream's codec.
        case unsupportedCodec = "urn:pipd:problem:unsupported-codec"
        /// The stream is encrypted.
        case encrypted = "urn:pipd:problem:encrypted"
        /// The stream's pictures are too large, or have no size.
        case pictureSize = "urn:pipd:problem:picture-size"

        var title: String {
            switch self {
            case .none: "Conflict"
            case .noVideo: "No video"
            case .notMedia: "Not media"
            case .unsupportedCodec: "Codec not supported"
            case .encrypted: "Encrypted"
            case .pictureSize: "Picture size not supported"
            }
        }
    }

    /// - Parameters:
    ///   - status: An HTTP status code, 400–599.
    ///   - title: The kind of problem, the same for every occurrence.
    ///   - detail: This occurrence, and what would be accepted.
    public init(status: Int, title: String, detail: MessageText) {
        self.status = status
        self.title = title
        self.detail = detail
    }

    /// 400: not understood, whatever the state of the daemon.
    public static func badRequest(_ detail: MessageText) -> Self {
        Self(status: 400, title: "Malformed request", detail: detail)
    }

    /// 401: the token is missing or wrong.
    public static func unauthorized(_ detail: MessageText) -> Self {
        Self(status: 401, title: "Token required", detail: detail)
    }

    /// 403: the daemon may not, or must not, do that.
    public static func forbidden(_ detail: MessageText) -> Self {
        Self(status: 403, title: "Not permitted", detail: detail)
    }

    /// 404: no such route or thing.
    public static func notFound(_ detail: MessageText) -> Self {
        Self(status: 404, title: "Not found", detail: detail)
    }

    /// 404: nothing of that kind and ID; names those that there are.
    static func nothing(_ kind: String, _ id: String, among known: [String]) -> Self {
        .notFound(.nothing(kind, id, among: known))
    }

    /// 405: the route exists, but not with that method.
    public static func methodNotAllowed(_ detail: MessageText, allowed: [String]) -> Self {
        var error = Self(status: 405, title: "Method not allowed", detail: detail)
        error.allowedMethods = allowed
        return error
    }

    /// 408: the request did not arrive in time.
    public static func timedOut(_ detail: MessageText) -> Self {
        Self(status: 408, title: "Request timed out", detail: detail)
    }

    /// 409: understood, but against the present state.
    public static func conflict(_ detail: MessageText, _ problem: Problem = .none) -> Self {
        var error = Self(status: 409, title: problem.title, detail: detail)
        error.problem = problem
        return error
    }

    /// 412: `If-Match` names another revision.
    public static func preconditionFailed(_ detail: MessageText) -> Self {
        Self(status: 412, title: "Changed meanwhile", detail: detail)
    }

    /// 413: the body is longer than accepted.
    public static func bodyTooLarge(_ detail: MessageText) -> Self {
        Self(status: 413, title: "Body too large", detail: detail)
    }

    /// 415: the body is of another media type than accepted, or a file of one that nobody can use.
    public static func unsupportedMediaType(_ detail: MessageText) -> Self {
        Self(status: 415, title: "Unsupported media type", detail: detail)
    }

    /// 416: the file has no such part.
    static func rangeNotSatisfiable(_ detail: MessageText) -> Self {
        Self(status: 416, title: "Range not satisfiable", detail: detail)
    }

    /// 422: well-formed, but a value is not accepted.
    public static func unprocessable(_ detail: MessageText) -> Self {
        Self(status: 422, title: "Value not accepted", detail: detail)
    }

    /// 431: the header fields are longer than accepted.
    public static func headerTooLarge(_ detail: MessageText) -> Self {
        Self(status: 431, title: "Header too large", detail: detail)
    }

    /// 500: a bug; the journal has the rest.
    public static func internalError(_ detail: MessageText) -> Self {
        Self(status: 500, title: "Internal error", detail: detail)
    }

    /// 502: what the daemon would have to fetch cannot be had.
    public static func badGateway(_ detail: MessageText) -> Self {
        Self(status: 502, title: "Source failed", detail: detail)
    }

    /// 503: not now; asking again later may succeed.
    public static func unavailable(_ detail: MessageText) -> Self {
        Self(status: 503, title: "Unavailable", detail: detail)
    }

    /// 507: no space is left where something was to be stored.
    public static func insufficientStorage(_ detail: MessageText) -> Self {
        Self(status: 507, title: "No space left", detail: detail)
    }
}

/// A refusal (RFC 9457): the body of every answer without success.
public struct ProblemReport: Hashable, Sendable, Codable {
    /// Of such an answer.
    public static let mediaType = "application/problem+json"

    /// What a program can tell problems of one status apart by.
    public var type: String
    /// As in the answer's first line.
    public var status: Int
    /// The kind of problem in a few words, the same for every occurrence.
    public var title: String
    /// This occurrence, and what would be accepted.
    public var detail: String
    /// What there is, for who asked for another route; nil for others.
    public var routes: [String]?

    public init(
        type: String,
        status: Int,
        title: String,
        detail: String,
        routes: [String]? = nil
    ) {
        self.type = type
        self.status = status
        self.title = title
        self.detail = detail
        self.routes = routes
    }
}

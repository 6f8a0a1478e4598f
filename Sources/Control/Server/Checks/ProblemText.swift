internal import ControlAPI
internal import FoundationEssentials
internal import HTTPTypes
internal import Media

/// A refusal as `application/problem+json` (RFC 9457).
struct ProblemText {
    let bytes: [UInt8]
    private let allowedMethods: [String]
    private let status: Int
    private let retrySeconds: Int?

    /// - Parameters:
    ///   - problem: What the client is told.
    ///   - routes: The routes that exist, for a client that asked for another.
    init(_ problem: ControlError, routes: [String] = []) {
        let document = ProblemReport(
            type: problem.problem.rawValue,
            status: problem.status,
            title: problem.title,
            detail: problem.detail.description,
            routes: routes.isEmpty ? nil : routes
        )
        // Strings and numbers always encode.
        bytes = (try? JSONText.encode(document)).map { Array($0) + [0x0A] } ?? []
        allowedMethods = problem.allowedMethods
        status = problem.status
        retrySeconds = problem.retrySeconds
    }

    /// The header fields of the answer.
    ///
    /// - Parameter closing: Whether the connection ends with it.
    /// - Returns: Media type, length, and what the status asks for.
    func headerFields(closing: Bool = false) -> HTTPFields {
        var fields: HTTPFields = [
            .contentType: ProblemReport.mediaType,
            .contentLength: String(bytes.count),
            .cacheControl: "no-store",
        ]
        fields.confine()
        if closing { fields[.connection] = "close" }
        if status == 401 { fields[.wwwAuthenticate] = "Bearer" }
        fields[.retryAfter] = retrySeconds.map { "\($0)" }
        if status == 405 { fields[.allow] = allowedMethods.joined(separator: ", ") }
        return fields
    }
}

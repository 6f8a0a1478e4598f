internal import Addressing
internal import Decoding

/// What servers answer instead of a stream.
extension SourceError {
    /// The error for a server's answer.
    ///
    /// - Parameters:
    ///   - code: What libav makes of the status.
    ///   - status: What the server said, such as 404; zero where that is not known.
    ///   - address: What was opened.
    /// - Returns: Nil for any other code.
    static func answer(_ code: AVError.Code, status: Int, at address: SourceAddress) -> Self? {
        let place = address.redacted
        switch (code, status) {
        case (.unauthorized, _), (.forbidden, _):
            return Self(
                .notPermitted,
                "\(place) wants another user or password: write scheme://user:password@host/…",
                // Many cameras lock out who comes with a wrong password again and again.
                isRefusal: true
            )
        case (.httpNotFound, _), (.httpOther4xx, 410):
            let status = code == .httpNotFound ? 404 : 410
            return Self(
                .notFound,
                "\(place): the server has no such stream (\(status)); check the path",
                isRefusal: address.kind == .web
            )
        case (.httpBadRequest, _), (.httpOther4xx, _), (.httpServerError, _):
            let isPassing = code == .httpServerError || passing.contains(status)
            let answer = status > 0 ? "\(status)" : "\(code)"
            return Self(
                .connection,
                "\(place): the server answered with an error (\(answer))",
                isRefusal: address.kind == .web && !isPassing
            )
        default: return nil
        }
    }

    /// Statuses of the client's fault that say to come again at once: the request took
    /// too long, or came too early.
    private static let passing = [408, 425]
}

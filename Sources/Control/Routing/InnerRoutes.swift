public import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
public import Media
internal import NIOCore

/// The routes of the API for what comes into the process by another way than HTTP, such as over a
/// broker: with the role `operator`, whoever sent it.
///
/// Thread: bound to the control thread.
public struct InnerRoutes: Sendable {
    /// A request for JSON.
    public struct Request: Hashable, Sendable {
        /// `GET`, `POST`, …
        public var method: String
        /// With what is behind its `?`.
        public var path: String
        public var body: JSONValue?

        public init(_ method: String, _ path: String, _ body: JSONValue? = nil) {
            self.method = method
            self.path = path
            self.body = body
        }
    }

    /// What was answered.
    public struct Answer: Hashable, Sendable {
        /// Of HTTP; below 300 for what was done.
        public var status: Int
        /// What is in it, at most `mostBytes` of it.
        public var bytes: [UInt8]

        public var isDone: Bool { status < 300 }

        /// Why it was refused; nil for what was done.
        public var detail: MessageText? {
            guard !isDone else { return nil }
            let problem = try? JSONValue(parsing: bytes)
            return MessageText(message: problem?["detail"]?.stringValue ?? "It was refused.")
        }
    }

    /// How much of an answer is kept: more than any that is asked for has.
    static let mostBytes = 1 << 20

    let responder: RouterResponder<ControlContext>
    let logger: Logger

    /// Asks for something.
    ///
    /// - Returns: The answer; a refusal, too, is one.
    public func answer(_ request: Request) async -> Answer {
        let collected = CollectedBody(mostBytes: Self.mostBytes)
        do {
            let response = try await responder.respond(
                to: Self.request(request),
                context: ControlContext(logger: logger)
            )
            try await response.body.write(collected)
            return Answer(status: response.status.code, bytes: collected.bytes)
        } catch {
            let problem = ControlError.internalError("\(error)")
            return Answer(status: problem.status, bytes: ProblemText(problem).bytes)
        }
    }

    private static func request(_ request: Request) throws -> HummingbirdCore.Request {
        var buffer = ByteBuffer()
        var fields: HTTPFields = [:]
        if let body = request.body {
            buffer.writeBytes(try JSONText.encode(body))
            fields[.contentType] = "application/json"
        }
        return HummingbirdCore.Request(
            head: HTTPRequest(
                method: HTTPRequest.Method(rawValue: request.method) ?? .get,
                scheme: nil,
                authority: nil,
                path: request.path,
                headerFields: fields
            ),
            body: .init(buffer: buffer)
        )
    }
}

/// Keeps what is written.
private final class CollectedBody: ResponseBodyWriter {
    private(set) var bytes: [UInt8] = []
    private let mostBytes: Int

    init(mostBytes: Int) {
        self.mostBytes = mostBytes
    }

    func write(_ buffer: ByteBuffer) async throws {
        bytes += buffer.readableBytesView.prefix(mostBytes - bytes.count)
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

internal import ArgumentParser
internal import AsyncHTTPClient
internal import ControlAPI
internal import FoundationEssentials
internal import Glibc
internal import Media
internal import NIOCore
internal import NIOHTTP1
internal import Platform

/// A successful answer.
struct DaemonReply {
    let body: Data
    /// Without parameters, such as `image/png`.
    let mediaType: String?
    /// What an image is, as JSON.
    let imageReport: Data?
}

/// Requests to the daemon, each with a time-out.
struct DaemonClient {
    /// How long an answer may take, to its last byte.
    private static let patience = Duration.seconds(10)
    /// How long an image may take: the longest waits that the API knows, and the making.
    static let imagePatience = Duration.seconds(60)
    /// The largest answer that is no image, in bytes: far beyond 64 streams at their wordiest.
    private static let answerBytes = 16 << 20
    /// The largest image, in bytes: a PNG of 8192x8192 at its worst.
    private static let imageBytes = 512 << 20
    /// How long an event stream may be silent: three of the daemon's comments.
    private static let silence = TimeAmount.seconds(50)

    let path: String
    /// The path that the client library is given.
    private let shortPath: ShortPath
    private let client: HTTPClient

    /// Runs `body` with a client of the daemon that the options name, then
    /// closes its connections. A failure is printed and becomes the exit code.
    static func run(
        _ options: GlobalOptions,
        _ body: (DaemonClient) async throws -> Void
    ) async throws {
        do {
            let daemon = try DaemonClient(path: try socketPath(options))
            do {
                try await body(daemon)
            } catch {
                try? await daemon.client.shutdown()
                throw error
            }
            try await daemon.client.shutdown()
        } catch let failure as CommandFailure {
            Terminal.print("pipctl: \(failure.message)")
            throw ExitCode(failure.code)
        } catch is EncodingError {
            // What JSON cannot hold of the options' types.
            Terminal.printError("pipctl: A number is nan or inf; accepted are decimal ones.")
            throw ExitCode(64)
        }
    }

    private init(path: String) throws(CommandFailure) {
        self.path = path
        do throws(SystemCallError) {
            shortPath = try ShortPath(path, within: SocketLocation.portablePathBytes)
        } catch {
            throw .noDaemon(at: path, "\(error.errno)")
        }
        var configuration = HTTPClient.Configuration()
        configuration.timeout = .init(connect: .seconds(2), read: Self.silence)
        configuration.redirectConfiguration = .disallow
        configuration.http1_1ConnectionDebugInitializer = AnswerGuard.install
        client = HTTPClient(configuration: configuration)
    }

    private static func socketPath(_ options: GlobalOptions) throws(CommandFailure) -> String {
        let path = SocketLocation.path(
            explicit: options.socket,
            environment: ProcessInfo.processInfo.environment,
            userID: geteuid()
        )
        guard let path else {
            throw .noDaemon(
                "No socket is named and $XDG_RUNTIME_DIR is not set; use --socket PATH."
            )
        }
        guard path.utf8.count <= SocketLocation.maximumPathBytes else {
            throw .noDaemon(
                "The socket's path has \(path.utf8.count) bytes; a Unix socket's has at most "
                    + "\(SocketLocation.maximumPathBytes)."
            )
        }
        return path
    }

    /// The body of a successful answer.
    ///
    /// - Throws: `CommandFailure`.
    func send(
        _ target: String,
        method: HTTPMethod = .GET,
        json: JSONValue? = nil,
        accept: String = "application/json"
    ) async throws -> Data {
        try await reply(target, method: method, json: json, accept: accept).body
    }

    /// A successful answer.
    ///
    /// - Throws: `CommandFailure`.
    func reply(
        _ target: String,
        method: HTTPMethod = .GET,
        json: JSONValue? = nil,
        accept: String = "application/json",
        patience: Duration = patience
    ) async throws -> DaemonReply {
        var request = request(method, target, accept: accept)
        if let json {
            let type =
                method == .PATCH ? "application/merge-patch+json" : "application/json"
            request.headers.add(name: "Content-Type", value: type)
            request.body = .bytes(ByteBuffer(bytes: try JSONText.encode(json)))
        }
        let prepared = request
        let limit = accept == "image/*" ? Self.imageBytes : Self.answerBytes
        return try await explainingErrors {
            let (response, data) = try await Self.within(patience) {
                let response = try await client.execute(prepared, deadline: .distantFuture)
                return (response, try await Self.collect(response, upTo: limit))
            }
            guard (200..<300).contains(response.status.code) else {
                throw Self.refusal(of: response, data)
            }
            let type = Self.mediaType(of: response)
            if accept == "application/json", !data.isEmpty, type != accept {
                throw StrangeAnswer.notJSON
            }
            return DaemonReply(
                body: data,
                mediaType: type,
                imageReport: response.headers.first(name: "Pipd-Image").map { Data($0.utf8) }
            )
        }
    }

    /// The lines of an endless answer, as they arrive, until it ends.
    ///
    /// - Throws: `CommandFailure`, and what `receive` throws.
    func follow(_ target: String, _ receive: (String) throws -> Void) async throws {
        let request = request(.GET, target, accept: "text/event-stream")
        try await explainingErrors {
            // The daemon begins at once, and its comments come before this has passed.
            let response = try await client.execute(request, timeout: Self.silence)
            guard response.status == .ok else {
                let data = try await Self.within(Self.patience) {
                    try await Self.collect(response, upTo: Self.answerBytes)
                }
                throw Self.refusal(of: response, data)
            }
            guard Self.mediaType(of: response) == "text/event-stream" else {
                throw StrangeAnswer.noEvents
            }
            var lines = LineSplitter()
            for try await buffer in response.body {
                for line in try lines.append(buffer.readableBytesView) { try receive(line) }
            }
        }
    }

    private static func collect(_ response: HTTPClientResponse, upTo limit: Int) async throws
        -> Data
    {
        do {
            return Data(try await response.body.collect(upTo: limit).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw StrangeAnswer.tooLarge(limit)
        }
    }

    /// Without parameters, such as `image/png`.
    private static func mediaType(of response: HTTPClientResponse) -> String? {
        let type = response.headers.first(name: "Content-Type")
        return type?.split(separator: ";").first.map { String($0) }
    }

    /// Runs `body`, and cancels it when it takes longer: what comes byte by byte ends too.
    ///
    /// - Throws: `HTTPClientError.deadlineExceeded`, and what `body` throws.
    private static func within<Value: Sendable>(
        _ limit: Duration,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            defer { group.cancelAll() }
            group.addTask(operation: body)
            group.addTask {
                try await Task.sleep(for: limit)
                throw HTTPClientError.deadlineExceeded
            }
            guard let value = try await group.next() else {
                throw HTTPClientError.deadlineExceeded
            }
            return value
        }
    }

    private func request(
        _ method: HTTPMethod,
        _ target: String,
        accept: String
    ) -> HTTPClientRequest {
        // The URL's host is the path of the socket, percent-encoded.
        var request = HTTPClientRequest(url: "http+unix://\(Self.escaped(shortPath.text))\(target)")
        request.method = method
        // The client library has none for a Unix socket.
        request.headers.add(name: "Host", value: "pipd")
        request.headers.add(name: "Accept", value: accept)
        return request
    }

    /// Text as one segment of a URL: all but unreserved characters encoded.
    static func escaped(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return result
    }

    /// What an answer without success is: the daemon's reason, or no daemon's answer.
    private static func refusal(of response: HTTPClientResponse, _ data: Data) -> any Error {
        let types = ["application/problem+json", "application/json"]
        guard data.isEmpty || mediaType(of: response).map(types.contains) == true else {
            return StrangeAnswer.notJSON
        }
        return CommandFailure.refused(detail(of: data, response.status))
    }

    /// The `detail` of a problem document, or the status if there is none.
    private static func detail(of data: Data, _ status: HTTPResponseStatus) -> MessageText {
        let problem = try? JSONText.decode(JSONValue.self, from: data)
        if let detail = problem?["detail"]?.stringValue { return MessageText(message: detail) }
        let line = [String(status.code), status.reasonPhrase].filter { !$0.isEmpty }
        return "The daemon answered \(line.joined(separator: " "))."
    }
}

internal import ArgumentParser
internal import AsyncHTTPClient
internal import ControlAPI
internal import FoundationEssentials
internal import Glibc
internal import Media
internal import NIOCore
internal import NIOHTTP1
internal import Platform

/// Why a command failed, as its user is told, with its exit code.
struct CommandFailure: Error, Hashable {
    let message: MessageText
    let code: Int32

    /// The daemon understood and said no.
    static func refused(_ detail: MessageText) -> Self { Self(message: detail, code: 1) }

    /// A file of ours cannot be written.
    static func fileError(_ message: MessageText) -> Self { Self(message: message, code: EX_IOERR) }

    /// Nobody answers.
    static func noDaemon(_ message: MessageText) -> Self {
        Self(message: message, code: EX_UNAVAILABLE)
    }
}

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
    /// How long an answer may take.
    private static let patience = TimeAmount.seconds(10)
    /// How long an image may take: the longest waits that the API knows, and the making.
    static let imagePatience = TimeAmount.seconds(60)
    /// The largest answer, in bytes: a PNG of 8192x8192 at its worst.
    private static let answerBytes = 512 << 20
    /// How long an event stream may be silent: three of the daemon's comments.
    private static let silence = TimeAmount.seconds(50)

    private let path: String
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
            throw Self.noAnswer(at: path, "\(error.errno)")
        }
        var configuration = HTTPClient.Configuration()
        configuration.timeout = .init(connect: .seconds(2), read: Self.silence)
        configuration.redirectConfiguration = .disallow
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
        method: HTTPMethod,
        json: JSONValue? = nil,
        accept: String = "application/json",
        patience: TimeAmount = patience
    ) async throws -> DaemonReply {
        var request = request(method, target, accept: accept)
        if let json {
            let type =
                method == .PATCH ? "application/merge-patch+json" : "application/json"
            request.headers.add(name: "Content-Type", value: type)
            request.body = .bytes(ByteBuffer(bytes: try JSONText.encode(json)))
        }
        let prepared = request
        return try await explainingErrors {
            let response = try await client.execute(prepared, timeout: patience)
            let body = try await response.body.collect(upTo: Self.answerBytes)
            let data = Data(body.readableBytesView)
            guard (200..<300).contains(response.status.code) else {
                throw CommandFailure.refused(Self.detail(of: data, response.status))
            }
            let type = response.headers.first(name: "Content-Type")
            return DaemonReply(
                body: data,
                mediaType: type?.split(separator: ";").first.map { String($0) },
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
            let response = try await client.execute(request, deadline: .distantFuture)
            guard response.status == .ok else {
                let body = try await response.body.collect(upTo: 1 << 20)
                let data = Data(body.readableBytesView)
                throw CommandFailure.refused(Self.detail(of: data, response.status))
            }
            var lines = LineSplitter()
            for try await buffer in response.body {
                for line in lines.append(buffer.readableBytesView) { try receive(line) }
            }
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

    /// The `detail` of a problem document, or the status if there is none.
    private static func detail(of data: Data, _ status: HTTPResponseStatus) -> MessageText {
        let problem = try? JSONText.decode(JSONValue.self, from: data)
        let detail = problem?["detail"]?.stringValue
        return detail.map { MessageText(message: $0) } ?? "The daemon answered \(status)."
    }

    private func explainingErrors<Value>(
        _ body: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await body()
        } catch let failure as CommandFailure {
            throw failure
        } catch let error as HTTPClientError where error == .remoteConnectionClosed {
            throw CommandFailure.noDaemon("The daemon at \(path) closed the connection.")
        } catch let error as HTTPClientError
            where error == .deadlineExceeded || error == .readTimeout
        {
            throw CommandFailure.noDaemon("The daemon at \(path) does not answer.")
        } catch {
            throw Self.noAnswer(at: path, Self.reason(error))
        }
    }

    private static func noAnswer(at path: String, _ reason: String) -> CommandFailure {
        .noDaemon(
            """
            No daemon answers at \(path) (\(reason)).
            Start one with `systemctl start pipd` or `pipd --stream demo --socket \(path)`, \
            or choose another socket with --socket PATH or $PIPD_SOCKET.
            """
        )
    }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? IOError else { return "\(error)" }
        return String(cString: strerror(error.errnoCode))
    }
}

/// Cuts bytes into lines, whatever pieces they arrive in.
struct LineSplitter {
    private var pending: [UInt8] = []

    /// The lines completed by `bytes`, without their newlines.
    mutating func append(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                pending.append(byte)
                continue
            }
            lines.append(String(decoding: pending, as: UTF8.self))
            pending.removeAll(keepingCapacity: true)
        }
        return lines
    }
}

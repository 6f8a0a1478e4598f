internal import ArgumentParser
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
    /// How long an answer may take, to its last byte: longer than the daemon waits for another
    /// process, so that its reason arrives.
    private static let patience = Duration.seconds(15)
    /// How long an image may take: the longest waits that the API knows, and the making.
    static let imagePatience = Duration.seconds(60)
    /// How long an event stream may be silent: three of the daemon's comments.
    private static let silence = TimeAmount.seconds(50)
    /// How long it is asked why an event stream has ended: nothing is printed until then.
    private static let endPatience = Duration.seconds(2)

    /// How long the daemon may lack what it needs, where that goes on with what it did.
    private static let absencePatience = Duration.seconds(30)
    /// Between two looks at what takes its time, in nanoseconds.
    static let interval: UInt64 = 300_000_000

    private(set) var place: DaemonPlace

    /// The same, without a token.
    var withoutToken: Self {
        guard case .web(let address, _) = place else { return self }
        var client = self
        client.place = .web(address, nil)
        return client
    }

    /// Runs `body` with a client of the daemon that the options name. A failure is printed and
    /// becomes the exit code.
    static func run(
        _ options: GlobalOptions,
        _ body: (DaemonClient) async throws -> Void
    ) async throws {
        do {
            try await body(try DaemonClient(options))
        } catch let failure as CommandFailure {
            try end(failure, options)
        } catch is EncodingError {
            // What JSON cannot hold of the options' types.
            try end(.wrongUsage("A number is nan or inf; accepted are decimal ones."), options)
        }
    }

    private static func end(
        _ failure: CommandFailure,
        _ options: GlobalOptions
    ) throws(ExitCode) {
        let message = failure.message.description
        Terminal.writeError(
            options.json ? FailureText.json(message, failure.problem) : "pipctl: \(message)\n"
        )
        throw ExitCode(failure.code)
    }

    /// Prints what is at a path of the API, as `run`.
    static func show<Report: Decodable>(
        _ path: String,
        as type: Report.Type,
        _ options: GlobalOptions,
        _ text: (Report) -> String
    ) async throws {
        try await run(options) {
            try Answer.print(try await $0.send(path), as: type, options, text)
        }
    }

    /// Removes what is at a path of the API, as `run`.
    static func delete(_ path: String, _ options: GlobalOptions) async throws {
        try await run(options) { _ = try await $0.send(path, method: .DELETE) }
    }

    private init(_ options: GlobalOptions) throws(CommandFailure) {
        place = try DaemonPlace(
            socket: options.socket,
            url: options.url,
            tokenFile: options.tokenFile,
            environment: ProcessInfo.processInfo.environment,
            userID: geteuid()
        )
    }

    /// The body of a successful answer.
    ///
    /// - Throws: `CommandFailure`.
    func send(
        _ target: String,
        method: HTTPMethod = .GET,
        json: JSONValue? = nil,
        as form: AnswerForm = .json
    ) async throws -> Data {
        try await reply(target, method: method, json: json, as: form).body
    }

    /// Asks again where what the daemon needs is away for a moment, such as `pipd-media`, which it
    /// starts again.
    ///
    /// - Throws: What `body` throws: at once what does not pass, else after `absencePatience`.
    static func patiently<Answer>(_ body: () async throws -> Answer) async throws -> Answer {
        let deadline = ContinuousClock.now.advanced(by: absencePatience)
        while true {
            do {
                return try await body()
            } catch let failure as CommandFailure where failure.isPassing {
                guard ContinuousClock.now < deadline else { throw failure }
                try await Task.sleep(nanoseconds: interval)
            }
        }
    }

    /// A successful answer.
    ///
    /// - Throws: `CommandFailure`.
    func reply(
        _ target: String,
        method: HTTPMethod = .GET,
        json: JSONValue? = nil,
        as form: AnswerForm = .json,
        patience: Duration = patience
    ) async throws -> DaemonReply {
        let exchange = try exchange(method, target, json, as: form)
        return try await place.explainingErrors {
            let answer = try await Self.within(patience) {
                var answer = DaemonAnswer(form)
                // The answer as a whole has a limit.
                try await exchange.run(patience: patience, silence: nil) { try answer.take($0) }
                return answer
            }
            try answer.requireSuccess()
            return DaemonReply(
                body: answer.body,
                mediaType: answer.mediaType,
                imageReport: answer.field("Pipd-Image").map { Data($0.utf8) }
            )
        }
    }

    /// The lines of an endless answer, as they arrive, until it ends.
    ///
    /// - Throws: `CommandFailure`, and what `receive` throws.
    func follow(
        _ target: String,
        patience: Duration = patience,
        silence: TimeAmount = silence,
        _ receive: (String) throws -> Void
    ) async throws {
        let exchange = try exchange(.GET, target, nil, as: .events)
        var answer = DaemonAnswer(.events)
        var lines = LineSplitter()
        let start = ContinuousClock.now
        try await place.explainingErrors {
            // The daemon begins at once, and its comments come before this has passed.
            try await exchange.run(patience: patience, silence: silence) { part in
                guard case .body(let buffer) = part, answer.isSuccess else {
                    // A refusal that drips ends too.
                    guard answer.isSuccess || start.duration(to: .now) < Self.imagePatience else {
                        throw DaemonSilence()
                    }
                    return try answer.take(part)
                }
                try answer.requireSuccess()
                for line in try lines.append(buffer.readableBytesView) { try receive(line) }
            }
            try answer.requireSuccess()
        }
    }

    /// Why an endless answer has ended. Who has a token asks the daemon again, which may not know
    /// it any more.
    func reasonOfEnd(patience: Duration = endPatience) async -> CommandFailure {
        let end = CommandFailure.noDaemon("The daemon ended the event stream.")
        guard case .web(_, _?) = place else { return end }
        do {
            _ = try await reply("/v1/view", patience: patience)
        } catch let failure as CommandFailure where failure.isOfNoToken {
            return failure
        } catch {
            // It stops, or is gone.
        }
        return end
    }

    private func exchange(
        _ method: HTTPMethod,
        _ target: String,
        _ json: JSONValue?,
        as form: AnswerForm
    ) throws -> DaemonExchange {
        var fields = [("Accept", form.accept)]
        if json != nil {
            let type = method == .PATCH ? "application/merge-patch+json" : "application/json"
            fields.append(("Content-Type", type))
        }
        let body = try json.map { ByteBuffer(bytes: try JSONText.encode($0)) }
        return DaemonExchange(place, method, target, fields: fields, body: body)
    }

    /// Runs `body`, and cancels it when it takes longer: what comes byte by byte ends too.
    ///
    /// - Throws: `DaemonSilence`, and what `body` throws.
    private static func within<Value: Sendable>(
        _ limit: Duration,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            defer { group.cancelAll() }
            group.addTask(operation: body)
            group.addTask {
                try await Task.sleep(for: limit)
                throw DaemonSilence()
            }
            guard let value = try await group.next() else {
                throw DaemonSilence()
            }
            return value
        }
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
}

internal import ControlAPI
internal import Foundation
internal import Glibc
internal import Media
internal import Platform
internal import TestSupport
internal import Testing

/// A running `pipd`, with a socket and a service manager of its own.
final class Daemon {
    static let output = ["--output", "headless:320x180@30"]

    let scratch: Scratch
    let socketPath: String
    let manager: ServiceManager
    let program: Program

    /// Starts one, without waiting for it.
    ///
    /// - Parameters:
    ///   - arguments: On top of the socket and, where they name none, the output.
    ///   - environment: On top of the service manager's socket and a place for what is kept.
    ///   - socket: nil leaves the place to the program, and the API unused.
    ///   - wrapper: A program that starts it, with its arguments; it keeps the process.
    ///   - folder: Where its files are; one of its own by default.
    /// - Throws: When it cannot be started.
    init(
        _ arguments: [String],
        environment: [String: String] = [:],
        socket: String? = "pipd.sock",
        wrapper: [String] = [],
        in folder: Scratch? = nil
    ) throws {
        scratch = try folder ?? Scratch()
        manager = try ServiceManager(in: scratch)
        socketPath = scratch.path(socket ?? "")
        let output = arguments.contains("--output") ? [] : Self.output
        let command =
            wrapper + [Programs.pipd] + output
            + (socket == nil ? [] : ["--socket", socketPath]) + arguments
        program = try Program(
            command[0],
            Array(command.dropFirst()),
            environment: environment.merging([
                "NOTIFY_SOCKET": manager.path, "XDG_STATE_HOME": scratch.path("state"),
                "XDG_CACHE_HOME": scratch.path("cache"),
                "XDG_PICTURES_DIR": scratch.path("pictures"),
                // As long as a test takes at most, on a machine that does something else.
                "PIPD_PLAYLIST_PATIENCE": "120",
                // Beside tests it would get next to nothing.
                "PIPD_MEDIA_NICE": "0",
            ]) { own, _ in own },
            in: scratch
        )
    }

    /// Starts one and waits until it is ready.
    static func ready(
        _ arguments: [String],
        environment: [String: String] = [:],
        wrapper: [String] = [],
        in folder: Scratch? = nil
    ) throws -> Daemon {
        let daemon = try Daemon(
            arguments,
            environment: environment,
            wrapper: wrapper,
            in: folder
        )
        try #require(daemon.waitUntilReady() != nil, "not ready: \(daemon.program.errors)")
        return daemon
    }

    /// Waits until it says that it is ready.
    ///
    /// - Returns: The message; nil when it ended first, or patience.
    func waitUntilReady() -> String? {
        var polling = PollSet(capacity: 2)
        polling.add(manager.descriptor, tag: .init(rawValue: 0))
        polling.add(program.lifelineDescriptor, tag: .init(rawValue: 1))
        let deadline = MonotonicTime.patience
        while true {
            let ready = polling.wait(until: deadline)
            guard ready.contains(.init(rawValue: 0)) else { return nil }
            if let message = manager.receive(), message.hasPrefix("READY=1") { return message }
        }
    }

    /// Sends a signal and expects what every stop owes: exit status 0, soon.
    ///
    /// A stop takes 15 ms here, and at most a second is promised; `patience` is for
    /// tests that keep both processors busy. The emulated PC measures the second.
    func expectCleanStop(
        by signal: CInt = SIGTERM,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        program.send(signal)
        let ending = program.wait(until: .patience)
        #expect(
            ending == .exit(0),
            "\(String(describing: ending)): \(program.errors)",
            sourceLocation: sourceLocation
        )
    }

    /// Asks until the answer is right; a little pause between, cut short if the daemon ends.
    ///
    /// - Returns: Whether it was right before `patience` was over.
    func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
        let deadline = MonotonicTime.patience
        while MonotonicClock.now() < deadline {
            if try condition() { return true }
            guard program.wait(until: .in(seconds: 0.02)) == nil else { return false }
        }
        return false
    }

    /// Asks until `pipd-media` answers: it starts with what a busy machine leaves it, and a
    /// request waits for it no longer than for anything else.
    ///
    /// - Returns: Whether it answered.
    func hasMedia() throws -> Bool {
        try eventually { try request("GET", "/v1/feeds").status == 200 }
    }
}

/// An answer of the HTTP API.
struct Answer {
    let status: Int
    let head: String
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// nil for bytes that are no answer.
    init?(_ bytes: [UInt8]) {
        let separator: [UInt8] = [13, 10, 13, 10]
        guard let end = bytes.firstRange(of: separator) else { return nil }
        head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        let words = head.prefix { $0 != "\r\n" }.split(separator: " ")
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            return nil
        }
        self.status = status
        body = Array(bytes[end.upperBound...])
    }
}

extension Daemon {
    /// One request on a connection of its own.
    func request(
        _ method: String,
        _ path: String,
        json: String? = nil,
        accept: String = "*/*"
    ) throws -> Answer {
        let connection = try Connection(socketPath)
        var text = "\(method) \(path) HTTP/1.1\r\nHost: pipd\r\nConnection: close\r\n"
        text += "Accept: \(accept)\r\n"
        if let json {
            text += "Content-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n"
        }
        text += "\r\n\(json ?? "")"
        _ = connection.send(Array(text.utf8))
        let bytes = connection.receiveAll(until: .patience)
        return try #require(Answer(bytes), "no answer: \(program.errors)")
    }

    func stream(_ id: String) throws -> StreamReport {
        let answer = try request("GET", "/v1/streams/\(id)")
        try #require(answer.status == 200, "\(answer.text)")
        return try JSONText.decode(StreamReport.self, from: Data(answer.body))
    }

    func status() throws -> StatusReport {
        let answer = try request("GET", "/v1/status")
        try #require(answer.status == 200, "\(answer.text)")
        return try JSONText.decode(StatusReport.self, from: Data(answer.body))
    }

    /// Waits until `/healthz` says so: for a moment it does not where the machine gives the
    /// presentation thread no processor for two seconds.
    func becomesHealthy() throws -> Bool {
        try eventually { try request("GET", "/healthz").status == 200 }
    }

    func patchView(_ json: String) throws -> ViewReport {
        let answer = try request("PATCH", "/v1/view", json: json)
        try #require(answer.status == 200, "\(answer.text)")
        return try JSONText.decode(ViewReport.self, from: Data(answer.body))
    }

    /// Every sample of `/metrics`, by its name with labels.
    func metrics() throws -> [String: Double] {
        let text = try request("GET", "/metrics", accept: "text/plain").text
        let pairs = text.split(separator: "\n").compactMap { line -> (String, Double)? in
            guard !line.hasPrefix("#"), let space = line.lastIndex(of: " ") else { return nil }
            return Double(line[line.index(after: space)...]).map { (String(line[..<space]), $0) }
        }
        return Dictionary(pairs) { $1 }
    }
}

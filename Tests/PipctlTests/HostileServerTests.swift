internal import ControlAPI
internal import Foundation
internal import Glibc
internal import Media
internal import NIOCore
internal import TestSupport
internal import Testing

@testable internal import pipctl

/// The built program before servers that are no daemon of ours.
@Suite(.timeLimit(.minutes(30))) struct HostileServerTests {
    private static let json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    private static let events = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

    @Test(
        arguments: [
            ("HTTP/1.1 000 x\r\nContent-Length: 0\r\n\r\n", "it does not speak HTTP"),
            ("HTTP/1.1 000 x\r\n\r\n", "it does not speak HTTP"),
            ("HTTP/1.1 099 x\r\nContent-Length: 2\r\n\r\n{}", "it does not speak HTTP"),
            ("SSH-2.0-OpenSSH_9.6\r\n", "it does not speak HTTP"),
            ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}", "it does not speak HTTP"),
            ("HTTP/2.0 200 OK\r\nContent-Length: 2\r\n\r\n{}", "it does not speak HTTP"),
            (
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\n<p/>",
                "its answer is no JSON"
            ),
            (
                json + "Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}",
                "its answer is compressed"
            ),
            (
                "HTTP/1.1 502 Bad Gateway\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n",
                "it answered 502 Bad Gateway without pipd's reason, as a proxy before one may"
            ),
            (
                "HTTP/1.1 301 Moved\r\nLocation: /a\r\nContent-Encoding: gzip\r\n"
                    + "Content-Length: 0\r\n\r\n",
                "it refers to /a"
            ),
            (
                json + "Content-Length: 16777217\r\n\r\n{",
                "its answer has more than 16 MiB"
            ),
        ])
    func whatIsNoDaemonIsSaidToBeNone(answer: String, reason: String) throws {
        let server = try CannedDaemon { _ = CannedDaemon.send(answer, to: $0) }
        let result = try Pipctl.run(["status"], server)
        #expect(result.status == 69)
        #expect(
            result.errors == "pipctl: What answers at \(server.path) is no pipd: \(reason).\n"
        )
    }

    /// A web server of another kind, for each way of asking.
    @Test(arguments: [["status"], ["metrics"], ["show", "x"], ["screenshot", "x"], ["events"]])
    func aPageWithAnErrorIsNoDaemons(command: [String]) throws {
        let server = try CannedDaemon(
            status: "404 Not Found",
            body: "<h1>Not Found</h1>",
            type: "text/html; charset=utf-8"
        )
        let result = try Pipctl.run(command, server)
        #expect(result.status == 69)
        let reason = "it answered 404 Not Found without pipd's reason, as a proxy before one may"
        #expect(
            result.errors == "pipctl: What answers at \(server.path) is no pipd: \(reason).\n"
        )
    }

    /// Such as a framework's, and one of pipd's in another's name.
    @Test(
        arguments: [
            ("", "application/problem+json"), ("{}", "application/json"),
            (#"{"detail":"Not Found"}"#, "application/problem+json"),
            (#"{"detail":"a","status":404,"title":"t","type":"u"}"#, "application/problem+json"),
            (#"{"detail":"a","status":503,"title":"t","type":"u"}"#, "application/json"),
        ]
    )
    func aRefusalIsADaemonsThatSaysWhyAsItDoes(body: String, type: String) throws {
        let server = try CannedDaemon(status: "503 Service Unavailable", body: body, type: type)
        for command in ["status", "metrics", "events"] {
            let result = try Pipctl.run([command], server)
            #expect(result.status == 69)
            #expect(
                result.errors.hasPrefix("pipctl: What answers at \(server.path) is no pipd: it "),
                "\(result.errors)"
            )
            #expect(result.errors.contains(" 503 Service Unavailable without pipd's reason, "))
        }
    }

    /// A page that asks who one is, of a network that lets nobody out before.
    @Test(
        arguments: [
            (["metrics"], "no plain text"), (["screenshot", "x", "-o"], "no image"),
            (["snapshot", "-o"], "no image"), (["status"], "no JSON"),
            (["events"], "no event stream"),
        ])
    func aPageInPlaceOfAnAnswerIsNoneAndNoFile(command: [String], reason: String) throws {
        let server = try CannedDaemon(status: "200 OK", body: "<h1>Log in</h1>", type: "text/html")
        let kept = FileManager.default.temporaryDirectory
            .appending(path: "pipctl-kept-\(UUID().uuidString).png")
        try Data("a good one".utf8).write(to: kept)
        defer { try? FileManager.default.removeItem(at: kept) }
        let result = try Pipctl.run(command + (command.last == "-o" ? [kept.path] : []), server)
        #expect(result.status == 69)
        #expect(result.errors.contains("is no pipd: its answer is \(reason)."), "\(result.errors)")
        #expect(try Data(contentsOf: kept) == Data("a good one".utf8))
    }

    @Test func anEmptyPageIsNoStreamThatHasEnded() throws {
        let server = try CannedDaemon(status: "200 OK", body: "", type: "text/html")
        let result = try Pipctl.run(["events"], server)
        #expect(result.status == 69)
        #expect(result.errors.contains("is no pipd: its answer is no event stream."))
    }

    /// As a proxy does that speaks TLS alone.
    @Test func aReferenceElsewhereIsNotFollowed() throws {
        let server = try CannedDaemon(
            status: "301 Moved Permanently",
            body: "<h1>Moved</h1>",
            type: "text/html",
            fields: ["Location: https://kiosk.local/v1/status"]
        )
        let result = try Pipctl.run(["status"], server)
        #expect(result.status == 69)
        #expect(result.errors.contains("it refers to https://kiosk.local/v1/status.\n"))
    }

    @Test func anAnswerThatEndsTooSoonIsAClosedConnection() throws {
        let server = try CannedDaemon {
            _ = CannedDaemon.send(Self.json + "Content-Length: 9\r\n\r\n{", to: $0)
        }
        let result = try Pipctl.run(["status"], server)
        #expect(result.status == 69)
        #expect(result.errors == "pipctl: The daemon at \(server.path) closed the connection.\n")
    }

    @Test(
        arguments: [
            (["status"], json + "\r\n\"", "x", "its answer has more than 16 MiB"),
            (["metrics"], json + "\r\n\"", "x", "its answer has more than 16 MiB"),
            (["events"], events + "data: ", "x", "an event of it has more than 1 MiB"),
            (["events"], events, "data: x\n", "an event of it has more than 1 MiB"),
        ] as [([String], String, String, String)]
    )
    func anAnswerWithoutEndIsGivenUp(
        command: [String],
        start: String,
        more: String,
        reason: String
    ) throws {
        let piece = String(repeating: more, count: (1 << 16) / more.utf8.count)
        let server = try CannedDaemon {
            guard CannedDaemon.send(start, to: $0) else { return }
            // Two hundred MiB show that nobody gives up.
            for _ in 0..<3200 where !CannedDaemon.send(piece, to: $0) { return }
        }
        let result = try Pipctl.run(command, server)
        #expect(result.status == 69)
        #expect(
            result.errors == "pipctl: What answers at \(server.path) is no pipd: \(reason).\n"
        )
    }

    @Test func anAnswerThatDripsIsGivenUp() async throws {
        let server = try CannedDaemon { connection in
            guard CannedDaemon.send(Self.json + "Content-Length: 100\r\n\r\n{", to: connection)
            else { return }
            var client = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
            for _ in 0..<98 {
                // A byte in a tenth of a second, until the client leaves.
                guard poll(&client, 1, 100) == 0, CannedDaemon.send(" ", to: connection) else {
                    return
                }
            }
            _ = CannedDaemon.send("}", to: connection)
        }
        try await DaemonClient.run(server.options) { daemon in
            await #expect(
                throws: CommandFailure.noDaemon(
                    "The daemon at \(server.path) does not answer in time."
                )
            ) {
                _ = try await daemon.reply("/", patience: .milliseconds(500))
            }
        }
    }

    /// Nor the header of one without end.
    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Type: text/"])
    func anAnswerThatDoesNotBeginIsGivenUp(start: String) async throws {
        let server = try CannedDaemon { connection in
            guard CannedDaemon.send(start, to: connection) else { return }
            // Until the client leaves.
            var client = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
            _ = poll(&client, 1, -1)
        }
        try await DaemonClient.run(server.options) { daemon in
            await #expect(
                throws: CommandFailure.noDaemon(
                    "The daemon at \(server.path) does not answer in time."
                )
            ) {
                try await daemon.follow(
                    "/",
                    patience: .milliseconds(100),
                    silence: .hours(24)
                ) { _ in }
            }
        }
    }

    /// A server of another kind, which is given no token that may be another daemon's.
    @Test(arguments: [[], ["--json"]])
    func aConsoleIsADaemons(options: [String]) throws {
        let server = try CannedDaemon(port: true) {
            let body = #"{"ok":true}"#
            _ = CannedDaemon.send(Self.json + "Content-Length: 11\r\n\r\n\(body)", to: $0)
        }
        let token = try server.tokenFile()
        let words = ["console", "--url", server.url, "--token-file", token] + options
        let result = try Pipctl.run(words)
        #expect(result.status == 69 && result.output == "")
        let reason = "What answers at \(server.url) is no pipd: its answer is JSON of another kind."
        #expect(
            result.errors
                == (options.isEmpty ? "pipctl: \(reason)\n" : FailureText.json(reason))
        )
        #expect(server.request.hasPrefix("GET /v1/view "))
        #expect(!server.request.contains("Authorization"), "\(server.request)")
    }

    /// Its socket knows no tokens.
    @Test func whyTheEventsOfASocketEndIsNotAsked() throws {
        let server = try CannedDaemon { _ = CannedDaemon.send(Self.events, to: $0) }
        let result = try Pipctl.run(["events"], server)
        #expect(result.status == 69)
        #expect(result.errors == "pipctl: The daemon ended the event stream.\n")
        #expect(server.request.hasPrefix("GET /v1/events "), "\(server.request)")
    }

    @Test func whyEventsEndIsNotWaitedFor() async throws {
        let server = try CannedDaemon(port: true) {
            // A reason that comes too late, unless the client leaves before.
            var client = pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            guard poll(&client, 1, 10_000) == 0 else { return }
            let body = #"{"detail":"a","status":401,"title":"t","type":"u"}"#
            _ = CannedDaemon.send(
                "HTTP/1.1 401 Unauthorized\r\nContent-Type: application/problem+json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)",
                to: $0
            )
        }
        var options = GlobalOptions()
        (options.socket, options.url) = (nil, server.url)
        options.tokenFile = try server.tokenFile()
        try await DaemonClient.run(options) { daemon in
            let reason = await daemon.reasonOfEnd(patience: .milliseconds(100))
            #expect(reason == .noDaemon("The daemon ended the event stream."))
        }
    }

    @Test func numbersBeyondAnyUseAreNoCrash() throws {
        var stream = StreamReport(id: "door", url: "a", state: "playing")
        stream.presented = 1 << 62
        stream.dropped = ["late": 1 << 62, "rate": 1 << 62, "no_output": -1 << 62]
        stream.frameRate = 0x1p62
        stream.positionSeconds = 0x1p62
        stream.durationSeconds = 1e308
        stream.screenshotPossible = true
        stream.lookbackSeconds = 0x1p62
        let body = try JSONText.encode(StreamList(streams: [stream]))
        let server = try CannedDaemon(
            status: "200 OK",
            body: String(decoding: body, as: UTF8.self)
        )
        let result = try Pipctl.run(["streams"], server)
        #expect(result.status == 0)
        #expect(result.output.contains(" \(Int.max) "))
    }
}

internal import ControlAPI
internal import Foundation
internal import Glibc
internal import Media
internal import Platform
internal import TestSupport
internal import Testing

/// The real daemon, asked from elsewhere than its control socket.
@Suite(.timeLimit(.minutes(30))) struct AccessTests {
    /// A daemon with a port and a socket for proxies.
    private static func daemon(in scratch: Scratch) throws -> Daemon {
        let file = try scratch.write(
            "pipd.yml",
            "web: { listen: \"127.0.0.1:0\", hosts: [lobby.example], socket: web.sock }\n"
        )
        return try Daemon.ready(["--stream", "demo", "--config", file], in: scratch)
    }

    private static func pipctl(_ daemon: Daemon, _ words: [String]) throws -> String {
        let arguments = ["--socket", daemon.socketPath, "token"] + words
        let result = try Programs.run(Programs.pipctl, arguments, in: daemon.scratch)
        try #require(result.ending == .exit(0), "\(result.errors)")
        return result.output
    }

    private static func status(
        _ daemon: Daemon,
        _ request: String,
        _ fields: [String]
    ) throws -> Int {
        let connection = try Connection(daemon.scratch.path("web.sock"))
        let head = ["\(request) HTTP/1.1", "Connection: close"] + fields + ["", ""]
        _ = connection.send(Array(head.joined(separator: "\r\n").utf8))
        return Answer(connection.receiveAll(until: .patience))?.status ?? 0
    }

    @Test func pipctlMakesTokensThatLetIn() throws {
        let scratch = try Scratch()
        let daemon = try Self.daemon(in: scratch)
        let url = try Self.pipctl(daemon, ["create", "--role", "operator", "--name", "phone"])
        let parts = url.split(separator: "/#t=")
        try #require(parts.count == 2 && url.hasPrefix("http://127.0.0.1:"), "\(url)")
        let secret = parts[1].trimmingCharacters(in: .newlines)
        #expect(daemon.program.errors.contains("listening on \(parts[0].dropFirst(7))"))
        let list = try Self.pipctl(daemon, [])
        #expect(list.contains("operator") && list.contains("phone") && !list.contains(secret))
        let (host, bearer) = ("Host: lobby.example", "Authorization: Bearer \(secret)")
        #expect(try Self.status(daemon, "GET /v1/status", [host, bearer]) == 200)
        #expect(try Self.status(daemon, "GET /v1/status", [host]) == 401)
        #expect(try Self.status(daemon, "DELETE /v1/streams/demo", [host, bearer]) == 403)
        #expect(try Self.status(daemon, "GET /v1/status", ["Host: pipd", bearer]) == 421)
        // What the target names counts, and not `Host`.
        let targets = [
            "http://lobby.example": 200, "http://pipd": 421, "http://": 421,
            "http://lobby.example@pipd": 421, "http://pipd@lobby.example": 421,
        ]
        for (target, status) in targets {
            let fields = [status == 200 ? "Host: pipd" : host, bearer]
            #expect(
                try Self.status(daemon, "GET \(target)/v1/status", fields) == status,
                "\(target)"
            )
        }
        let metrics = try daemon.request("GET", "/metrics").text
        for (reason, count) in ["host": 5, "missing": 1, "role": 1] {
            let name = "pipd_http_auth_failures_total{reason=\"\(reason)\"}"
            #expect(metrics.contains("\(name) \(count).0\n"), "\(reason)")
        }
        let id = try #require(list.split(separator: "\n").last?.split(separator: " ").first)
        _ = try Self.pipctl(daemon, ["revoke", String(id)])
        #expect(try Self.status(daemon, "GET /v1/status", [host, bearer]) == 401)
        #expect(!daemon.program.errors.contains(secret))
        daemon.expectCleanStop()
        #expect(Files.attributes(of: scratch.path("web.sock")) == nil)
        #expect(Files.attributes(of: scratch.path("web.sock.lock")) == nil)
    }

    /// And one that was revoked before does not come back.
    @Test func tokensOutliveTheDaemon() throws {
        let scratch = try Scratch()
        let first = try Self.daemon(in: scratch)
        let json = try Self.pipctl(first, ["create", "--role", "viewer", "--json"])
        let made = try JSONText.decode(NewTokenReport.self, from: Data(json.utf8))
        first.expectCleanStop()
        let second = try Self.daemon(in: scratch)
        let fields = ["Host: localhost", "Authorization: Bearer \(made.secret)"]
        #expect(try Self.status(second, "GET /v1/view", fields) == 200)
        second.expectCleanStop()
    }

    /// As many as anybody sends: each costs a request, and no frame is lost uncounted.
    @Test func wrongTokensCostNoFrame() throws {
        let scratch = try Scratch()
        let daemon = try Self.daemon(in: scratch)
        let begun = MonotonicClock.now()
        var statuses: [Int] = []
        for number in 0..<1000 {
            let status = try Self.status(
                daemon,
                "GET /v1/status",
                [
                    "Host: localhost", "Authorization: Bearer \(number)",
                    "X-Forwarded-For: 192.0.2.1",
                ]
            )
            statuses.append(status)
        }
        // Ten in each minute that has begun, however many go by on a busy machine.
        let minutes = 1 + Int((MonotonicClock.now() - begun).seconds / 60)
        #expect(statuses.prefix(10).allSatisfy { $0 == 401 })
        #expect(statuses.allSatisfy { [401, 429].contains($0) })
        #expect(statuses.count { $0 == 401 } <= 10 * minutes && statuses.contains(429))
        daemon.expectBalance(try daemon.stream("demo"))
        daemon.expectCleanStop()
    }
}

internal import ControlAPI
internal import Testing

@testable internal import Control

/// Versions, transfer codings and expectations, as the client of a whole server sees them.
@Suite(.serialized, .timeLimit(.minutes(30))) struct FramingTests {
    private static let patch =
        "PATCH /v1/view HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    private static let goAhead = "HTTP/1.1 100 Continue\r\n\r\n"

    /// The client keeps its end open, and is told that nothing more comes.
    @Test(
        arguments: [
            ("GET /v1/view HTTP/1.0\r\n\r\n", "HTTP/1.0 200 "),
            ("GET /v1/view HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "HTTP/1.0 200 "),
            ("GET /v1/view HTTP/1.0\r\nExpect: cake\r\n\r\n", "HTTP/1.0 200 "),
            ("GET /nothing HTTP/1.0\r\n\r\n", "HTTP/1.0 404 "),
            ("GET /v1/view HTTP/1.1\r\nHost: a\r\nConnection: TE, Close\r\n\r\n", "HTTP/1.1 200 "),
            (
                "PATCH /v1/view HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                "HTTP/1.0 400 "
            ),
            ("GET /v1/view\r\n\r\n", "HTTP/1.1 400 "),
            ("GET /v1/view HTTP/2.0\r\nHost: a\r\n\r\n", "HTTP/1.1 400 "),
            (patch + "Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n", "HTTP/1.1 501 "),
            (patch + "Expect: cake\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.1 417 "),
            (
                patch + "Expect: 100-continue, cake\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.1 417 "
            ),
        ])
    func anAnswerThatEndsTheConnection(request: String, begins start: String) async throws {
        try await withServer { server in
            let client = try RawClient(server.path)
            client.send(request)
            let answer = client.readToEnd()
            #expect(answer.hasPrefix(start), "\(answer)")
            #expect(!answer.lowercased().contains("transfer-encoding:"))
        }
    }

    /// Requests that come in one piece, and how the answers to them begin.
    @Test(
        arguments: [
            (["1.1", "1.0"], ["1.1", "1.0"]),
            (["1.1", "1.1", "1.0"], ["1.1", "1.1", "1.0"]),
            (["1.0", "1.1"], ["1.0"]),
        ] as [(requests: [String], answers: [String])]
    )
    func eachAnswerIsOfItsRequestsVersion(requests: [String], answers: [String]) async throws {
        try await withServer { server in
            let client = try RawClient(server.path)
            client.send(
                requests.map { "GET /v1/view HTTP/\($0)\r\nHost: a\r\n\r\n" }.joined()
            )
            let answer = client.readToEnd()
            let versions = answer.matches(of: #/HTTP/(1\.[01]) 200 /#).map { String($0.output.1) }
            #expect(versions == answers, "\(answer)")
        }
    }

    /// Sent at once: what was asked for is done, and its client told so before it is told
    /// what cannot be understood.
    @Test(
        arguments: [1, 3],
        [
            ("foo\r\n\r\n", "400"),
            ("GET / HTTP/1.1\r\n\r\n", "400"),
            ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", "501"),
            ("GET / HTTP/1.1\r\nHost: a\r\nA: \(String(repeating: "a", count: 70_000))\r\n", "431"),
            ("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n{", "413"),
        ]
    )
    func whatPrecedesARefusalIsAnswered(
        count: Int,
        refused: (text: String, status: String)
    ) async throws {
        try await withServer { server in
            let client = try RawClient(server.path)
            let good = String(
                repeating: "GET /v1/view HTTP/1.1\r\nHost: a\r\n\r\n",
                count: count
            )
            client.send(good + refused.text)
            let answer = client.readToEnd()
            let statuses = answer.matches(of: #/HTTP/1.1 (\d+) /#).map { String($0.output.1) }
            #expect(statuses == Array(repeating: "200", count: count) + [refused.status])
        }
    }

    @Test func theEventsOfAnOldClientHaveNoChunks() async throws {
        try await withServer { server in
            let client = try RawClient(server.path)
            client.send("GET /v1/events HTTP/1.0\r\n\r\n")
            let start = client.read(until: ": subscribed\n\n")
            #expect(start.hasPrefix("HTTP/1.0 200 "))
            #expect(start.hasSuffix("\r\n\r\n: subscribed\n\n"))
            #expect(!start.lowercased().contains("transfer-encoding"))
            server.events.publish(ControlEvent(.snapshot))
            #expect(client.read(until: "\n\n").contains("event: snapshot\n"))
        }
    }

    @Test func whoAsksBeforeSendingABodyIsTold() async throws {
        try await withServer { server in
            let client = try RawClient(server.path)
            for _ in 0..<2 {
                client.send(Self.patch + "Expect: 100-Continue\r\nContent-Length: 2\r\n\r\n")
                #expect(client.read(until: "\r\n\r\n") == Self.goAhead)
                client.send("{}")
                #expect(client.status() == 200)
            }
        }
    }

    /// Between two answers, and not in the middle of the first.
    @Test func theGoAheadWaitsForEarlierAnswers() async throws {
        try await withServer { server in
            let client = try RawClient(server.path)
            client.send(
                "GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n" + Self.patch
                    + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n"
            )
            let first = client.read(until: Self.goAhead)
            #expect(first.hasPrefix("HTTP/1.1 200 "))
            #expect(first.hasSuffix("}" + Self.goAhead) || first.hasSuffix("}\n" + Self.goAhead))
            client.send("{}")
            #expect(client.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        }
    }

    /// A client that has sent its body already need not be told, nor one whose body is refused.
    @Test(
        arguments: [
            ("Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}", "HTTP/1.1 200 "),
            ("Expect: 100-continue\r\nContent-Length: 99999999\r\n\r\n", "HTTP/1.1 413 "),
            ("Expect: 100-continue\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 400 "),
        ])
    func nobodyElseIsTold(rest: String, begins start: String) async throws {
        try await withServer { server in
            let client = try RawClient(server.path)
            client.send(Self.patch + rest)
            #expect(client.read(until: "\r\n\r\n").hasPrefix(start))
        }
    }
}

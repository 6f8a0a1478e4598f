internal import ControlAPI
internal import Foundation
internal import HTTPTypes
internal import Media
internal import NIOCore
internal import TestSupport
internal import Testing

@testable internal import Control

/// How a browser comes in, and out again.
@Suite(.timeLimit(.minutes(30))) struct SessionTests {
    private static func body(_ token: String) -> String { #"{"token":"\#(token)"}"# }

    @Test func aTokenIsChangedForACookie() async throws {
        try await withServer(web: true) { server in
            let host = ["Host": "lobby.example", "Origin": "https://lobby.example"]
            let secret = try #require(server.secrets[.operator])
            let begun = try server.answer(
                Exchange(.post, "/v1/session", Self.body(secret), gives: 200),
                host
            )
            #expect(String(buffer: begun.body) == "{\"role\":\"operator\"}\n")
            let cookie = try #require(begun.headers[.setCookie])
            let parts = cookie.components(separatedBy: "; ")
            #expect(
                parts.dropFirst() == ["Max-Age=2592000", "HttpOnly", "SameSite=Strict", "Path=/"]
            )
            #expect(parts[0].hasPrefix("pipd-session=") && !cookie.contains(secret))
            var fields = host
            fields["Cookie"] = parts[0]
            let patch = Exchange(.patch, "/v1/view", #"{"swap":true}"#, gives: 200)
            #expect(try server.answer(patch, fields).status.code == 200)
            let end = Exchange(.delete, "/v1/session", gives: 204)
            let ended = try server.answer(end, fields)
            #expect(ended.status.code == 204)
            #expect(ended.headers[.setCookie]?.contains("Max-Age=0") == true)
            #expect(try server.answer(patch, fields).status.code == 401)
        }
    }

    /// By the cookie that comes with the token.
    @Test func aBrowserThatSignsInAgainTakesItsOwnPlace() async throws {
        try await withServer(web: true) { server in
            let body = Self.body(try #require(server.secrets[.viewer]))
            let begin = Exchange(.post, "/v1/session", body, gives: 200)
            let look = Exchange(.get, "/v1/view", gives: 200)
            var own: [String: String?] = [
                "Host": "lobby.example", "Origin": "https://lobby.example",
            ]
            var other = own
            other["Cookie"] = try server.answer(begin, own).headers[.setCookie]
            for _ in 0...Sessions.most {
                own["Cookie"] = try server.answer(begin, own).headers[.setCookie]
            }
            #expect(try server.answer(look, other).status.code == 200)
            #expect(try server.answer(look, own).status.code == 200)
        }
    }

    @Test func aProxysTLSMakesItSecure() async throws {
        try await withServer(web: true) { server in
            let body = Self.body(try #require(server.secrets[.viewer]))
            let begin = Exchange(.post, "/v1/session", body, gives: 200)
            let fields = ["Host": "localhost", "X-Forwarded-Proto": "https"]
            let path = try #require(server.proxyPath)
            let byProxy = try server.answer(begin, fields, at: path)
            #expect(byProxy.headers[.setCookie]?.hasSuffix("; Secure") == true)
            // Anybody may say so over a port.
            let direct = try server.answer(begin, fields)
            #expect(direct.headers[.setCookie]?.hasSuffix("; Path=/") == true)
        }
    }

    @Test func wrongTokensEndIn429WithATime() async throws {
        let now = MonotonicTime(nanoseconds: 100_000_000_000)
        try await withServer(web: true, clock: { now }) { server in
            let fields = ["Host": "localhost"]
            let wrong = Exchange(.post, "/v1/session", Self.body(Secret().text), gives: 401)
            for _ in 0..<AttemptLimit.most {
                #expect(try server.answer(wrong, fields).status.code == 401)
            }
            let late = try server.answer(wrong, fields)
            #expect(late.status.code == 429)
            let wait = late.headers[.retryAfter].flatMap { Int($0) }
            #expect((1...60).contains(try #require(wait)))
            // Others are let in by another way.
            let right = Exchange(
                .post,
                "/v1/session",
                Self.body(try #require(server.secrets[.viewer])),
                gives: 200
            )
            var other: [String: String?] = fields
            other["X-Forwarded-For"] = "192.0.2.9"
            let path = try #require(server.proxyPath)
            #expect(try server.answer(right, other, at: path).status.code == 200)
            #expect(server.gate.failures[.token] == 10)
            #expect(server.gate.failures[.rate] == 1)
        }
    }

    /// The one answer that has it is that to who makes it.
    @Test func noAnswerAndNoLineOfTheLogHasASecret() async throws {
        let document = try await Description.current.document
        let paths = try #require(document["paths"]).members.keys.filter {
            !OpenAPITests.endless.contains($0)
        }
        try await withServer(web: true) { server in
            let made = Exchange(.post, "/v1/tokens", #"{"role":"viewer","name":"n"}"#, gives: 201)
            let answer = try server.answer(made, at: server.path)
            let report = try JSONText.decode(
                NewTokenReport.self,
                from: Data(answer.body.readableBytesView)
            )
            #expect(report.url?.hasPrefix("http://127.0.0.1:") == true)
            #expect(report.url?.hasSuffix("/#t=\(report.secret)") == true)
            let fields = ["Host": "localhost", "Authorization": "Bearer \(report.secret)"]
            let digest = try #require(Secret.digest(of: report.secret))
            for path in paths + ["/v1/nowhere", "/v1/session"] {
                let exchange = Exchange(.get, path, gives: 200)
                for answer in [
                    try server.answer(exchange, fields),
                    try server.answer(exchange, at: server.path),
                ] {
                    let text = String(buffer: answer.body) + "\(answer.headers)"
                    #expect(!text.contains(report.secret) && !text.contains(digest), "\(path)")
                }
            }
            let bad = Exchange(
                .post,
                "/v1/session",
                #"{"token":7,"x":"\#(report.secret)"}"#,
                gives: 422
            )
            let refused = try server.answer(bad, fields)
            #expect(!String(buffer: refused.body).contains(report.secret))
            let revoke = Exchange(.delete, "/v1/tokens/\(report.token.id)", gives: 204)
            #expect(try server.answer(revoke, at: server.path).status.code == 204)
            #expect(!server.log.text.contains(report.secret) && !server.log.text.contains(digest))
            #expect(server.log.text.contains(report.token.id))
        }
    }
}

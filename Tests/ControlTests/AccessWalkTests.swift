internal import ControlAPI
internal import Foundation
internal import HTTPTypes
internal import TestSupport
internal import Testing

@testable internal import Control

/// Every route and method, asked for by everybody.
@Suite(.timeLimit(.minutes(30))) struct AccessWalkTests {
    private static let methods = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]
    /// What somebody is answered who is not let in.
    private static let refusals = [401, 403, 421, 429]

    /// Who asks, and how.
    private enum Visitor: CaseIterable {
        case none, wrongToken, viewer, `operator`, admin
        case cookie, cookieOfForeignOrigin, cookieWithoutOrigin, tokenOfForeignOrigin, wrongHost

        /// What they are if they are let in at all.
        var role: Route.Role {
            switch self {
            case .none: .anyone
            case .viewer: .viewer
            case .operator: .operator
            default: .admin
            }
        }

        /// What they are answered whatever they ask for; nil: what their role says.
        func refusal(_ method: String) -> Int? {
            switch self {
            case .wrongHost: 421
            case .cookieOfForeignOrigin, .tokenOfForeignOrigin: 403
            case .cookieWithoutOrigin: ["GET", "HEAD"].contains(method) ? nil : 403
            case .wrongToken: 401
            default: nil
            }
        }

        func fields(_ server: RunningServer, _ host: String) throws -> [String: String?] {
            func cookie() throws -> String {
                let admin = try #require(server.secrets[.admin])
                let session = try server.gate.beginSession(for: admin, of: Caller())
                return "a=b; pipd-session-8080=\(session.secret.text)"
            }
            let token: (TokenRole) -> String? = { server.secrets[$0].map { "Bearer \($0)" } }
            switch self {
            case .none: return [:]
            case .wrongToken:
                // Of a source of its own: the tenth would end all that come from there.
                let source = "10.\(Int.random(in: 0...255)).\(Int.random(in: 0...255)).1"
                return [
                    "Authorization": "Bearer \(Secret().text)",
                    "X-Forwarded-For": "1.1.1.1, \(source)",
                ]
            case .viewer: return ["Authorization": token(.viewer)]
            case .operator: return ["Authorization": token(.operator)]
            case .admin: return ["Authorization": token(.admin)]
            case .cookie: return ["Cookie": try cookie(), "Origin": "http://\(host)"]
            case .cookieOfForeignOrigin:
                return ["Cookie": try cookie(), "Origin": "http://evil.example"]
            case .cookieWithoutOrigin: return ["Cookie": try cookie()]
            case .tokenOfForeignOrigin:
                return ["Authorization": token(.admin), "Origin": "null"]
            case .wrongHost: return ["Authorization": token(.admin), "Host": "evil.example"]
            }
        }
    }

    /// What one is to be answered; nil: anything but what refuses them.
    private static func expected(_ visitor: Visitor, _ method: String, _ least: Route.Role?) -> Int?
    {
        if let refusal = visitor.refusal(method) { return refusal }
        guard let least else { return visitor == .none ? 401 : 405 }
        if visitor.role >= least { return nil }
        return visitor == .none ? 401 : 403
    }

    /// The least role of each method of each path, as the server describes it.
    private static func routes(
        _ document: JSONValue
    ) throws -> [(path: String, roles: [String: Route.Role])] {
        let named: [String: Route.Role] = [
            "anyone": .anyone, "viewer": .viewer, "operator": .operator, "admin": .admin,
            "local": .local,
        ]
        return try #require(document["paths"]).members.map { path, item in
            var roles: [String: Route.Role] = [:]
            for (method, operation) in item.members {
                let name = try #require(operation["x-least-role"]?.stringValue, "\(path)")
                let role: Route.Role? = named[name]
                #expect(role != nil, "\(path)")
                roles[method.uppercased()] = role
            }
            if !OpenAPITests.endless.contains(path) { roles["HEAD"] = roles["GET"] }
            return (path, roles)
        }
    }

    @Test(arguments: [false, true])
    func everybodyIsLetInWhereTheirRoleSays(byProxy: Bool) async throws {
        let routes = try Self.routes(await Description.current.document)
        try await withServer(web: true) { server in
            let host = "127.0.0.1:8080"
            for (path, roles) in routes {
                let uri = path.replacing("{id}", with: "door").replacing("{item}", with: "1")
                    .replacing("{device}", with: "video0")
                for visitor in Visitor.allCases where byProxy || visitor != .wrongToken {
                    for method in Self.methods {
                        var fields = try visitor.fields(server, host)
                        if fields["Host"] == nil { fields["Host"] = host }
                        let status = try Self.status(server, method, uri, fields, byProxy)
                        let expected = Self.expected(visitor, method, roles[method])
                        let isRight =
                            expected.map { $0 == status } ?? !Self.refusals.contains(status)
                        #expect(isRight, "\(visitor): \(method) \(path): \(status)")
                    }
                }
            }
        }
    }

    /// Without a body, and only the head of the answer: events have no end.
    private static func status(
        _ server: RunningServer,
        _ method: String,
        _ uri: String,
        _ fields: [String: String?],
        _ byProxy: Bool
    ) throws -> Int {
        let path = try #require(server.proxyPath)
        let port = try #require(server.port)
        let client = byProxy ? try RawClient(path) : try RawClient(port: port)
        var text = "\(method) \(uri) HTTP/1.1\r\n"
        for case (let name, let value?) in fields { text += "\(name): \(value)\r\n" }
        client.send(text + "\r\n")
        let head = client.read(until: "\r\n\r\n")
        for field in ["nosniff", "default-src 'none'", "same-origin"] {
            #expect(head.contains(field), "\(method) \(uri): \(head)")
        }
        let line = head.prefix { $0 != "\r\n" }
        return line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }

    /// What makes a file takes more than what shows.
    @Test(arguments: ["/v1/snapshot", "/v1/streams/door/screenshot", "/v1/streams/door/photo"])
    func onlyAnAdminNamesFiles(uri: String) async throws {
        let body = #"{"output":"path","path":"/srv/a"}"#
        for (role, status) in [(TokenRole.operator, 403), (.admin, 200)] {
            let answer = try await answer(Exchange(.post, uri, body, gives: status), as: role)
            #expect(answer.status.code == status)
        }
        let own = try await answer(Exchange(.post, uri, "{}", gives: 200), as: .operator)
        #expect(own.status.code == 200)
    }

    /// Over the socket for proxies nobody is local, and a form's type is none.
    @Test func aProxyIsNobody() async throws {
        try await withServer(web: true) { server in
            let path = try #require(server.proxyPath)
            let tokens = Exchange(.get, "/v1/tokens", gives: 401)
            #expect(try server.answer(tokens, ["Host": "localhost"], at: path).status.code == 401)
            #expect(try server.answer(tokens, at: server.path).status.code == 200)
            let form = "application/x-www-form-urlencoded"
            let post = Exchange(.post, "/v1/events", #"{"type":"custom.a"}"#, as: form, gives: 415)
            let admin = try #require(server.secrets[.admin])
            let fields = ["Host": "localhost", "Authorization": "Bearer \(admin)"]
            #expect(try server.answer(post, fields, at: path).status.code == 415)
        }
    }
}

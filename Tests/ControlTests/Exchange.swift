internal import ControlAPI
internal import Foundation
internal import HTTPTypes
internal import NIOCore
internal import Testing

@testable internal import Control

/// A request and what is expected of its answer.
struct Exchange: Sendable, CustomTestStringConvertible {
    var method: HTTPRequest.Method
    var uri: String
    var body: String?
    var contentType: String?
    var status: Int
    /// A part of the answer's body.
    var says: String

    init(
        _ method: HTTPRequest.Method,
        _ uri: String,
        _ body: String? = nil,
        as contentType: String? = nil,
        gives status: Int,
        says: String = ""
    ) {
        self.method = method
        self.uri = uri
        self.body = body
        self.contentType = contentType
        self.status = status
        self.says = says
    }

    var testDescription: String { "\(method) \(uri) \(body ?? "")" }

    /// As it is sent; the connection ends with the answer.
    fileprivate func text(_ fields: [String: String?]) -> String {
        var head = "\(method) \(uri) HTTP/1.1\r\nConnection: close\r\n"
        for case (let name, let value?) in fields { head += "\(name): \(value)\r\n" }
        if let contentType { head += "Content-Type: \(contentType)\r\n" }
        if let body { head += "Content-Length: \(body.utf8.count)\r\n" }
        return head + "\r\n" + (body ?? "")
    }
}

/// What a server answered.
struct Answer {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: ByteBuffer

    /// - Throws: When it is no answer.
    init(_ bytes: [UInt8]) throws {
        let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)))
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            .components(separatedBy: "\r\n")
        status = HTTPResponse.Status(
            code: try #require(Int(lines[0].split(separator: " ").dropFirst().first ?? ""))
        )
        var headers = HTTPFields()
        for line in lines.dropFirst() {
            let parts = line.split(separator: ": ", maxSplits: 1).map { String($0) }
            headers[try #require(HTTPField.Name(parts[0]))] = parts.last
        }
        self.headers = headers
        body = ByteBuffer(bytes: bytes[end.upperBound...])
    }
}

extension Exchange {
    /// As where a body has to say what it is.
    var typed: Self {
        guard body != nil, contentType == nil else { return self }
        var typed = self
        typed.contentType = "application/json"
        return typed
    }
}

/// Sends one request to a server of its own, over TCP where a role is named, with its token.
func answer(
    _ exchange: Exchange,
    of backend: FakeBackend = FakeBackend(),
    unread: UnreadAnswers = UnreadAnswers(),
    accept: String? = nil,
    as role: TokenRole? = nil,
    ifMatch revision: String? = nil,
    range: String? = nil,
    ifRange tag: String? = nil
) async throws -> Answer {
    let fields = ["Accept": accept, "If-Match": revision, "Range": range, "If-Range": tag]
    var answer: Answer?
    try await withServer(backend: backend, unread: unread, web: role != nil) { server in
        let bearer = role.flatMap { server.secrets[$0] }.map { "Bearer \($0)" }
        let own = ["Host": server.port == nil ? "pipd" : "127.0.0.1", "Authorization": bearer]
        answer = try server.answer(exchange, fields.merging(own) { $1 })
    }
    return try #require(answer)
}

extension RunningServer {
    /// Sends one request on a connection of its own, with header fields beside its own.
    func answer(_ exchange: Exchange, _ fields: [String: String?] = [:]) throws -> Answer {
        let client = try port.map { try RawClient(port: $0) } ?? RawClient(path)
        return try Self.answer(port == nil ? exchange : exchange.typed, fields, of: client)
    }

    /// As above, over the control socket, or over the one for proxies.
    func answer(
        _ exchange: Exchange,
        _ fields: [String: String?] = [:],
        at path: String
    ) throws -> Answer {
        try Self.answer(path == proxyPath ? exchange.typed : exchange, fields, of: RawClient(path))
    }

    private static func answer(
        _ exchange: Exchange,
        _ fields: [String: String?],
        of client: borrowing RawClient
    ) throws -> Answer {
        client.send(exchange.text(["Host": "pipd"].merging(fields) { $1 }))
        return try Answer(client.readBytesToEnd())
    }
}

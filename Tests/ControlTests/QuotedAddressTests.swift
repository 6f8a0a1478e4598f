internal import HTTPTypes
internal import Hummingbird
internal import Testing

@testable internal import Control

/// An address where something else is expected: no answer quotes its password.
@Suite struct QuotedAddressTests {
    private static let addresses = [
        "rtsp://u:PW7x@h/x", " rtsp://u:PW7x@h/x", "rtsp:/u:PW7x@h", "rtsp:u:PW7x@h",
        "//u:PW7x@h", "http://user%3APW7x@h", "rtsp://PW7x@h", "file://u:PW7x@h/x", "u:PW7x@h/x",
        "rtsp%3A%2F%2Fu:PW7x@h", "x rtsp://u:PW 7x@h", "http://h/x?token=PW7x",
    ]

    private static let bodies: [(HTTPRequest.Method, String, String)] = [
        (.patch, "/v1/view", #"{"main":"%"}"#), (.patch, "/v1/view", #"{"gravity":"%"}"#),
        (.patch, "/v1/view", #"{"%":1}"#), (.patch, "/v1/view", #"{"%":1,"%":2}"#),
        (.patch, "/v1/view", #"{"swap":"%"}"#), (.patch, "/v1/view", #"{"pip":"%"}"#),
        (.patch, "/v1/view", #"{"pip":{"stream":"%"}}"#),
        (.patch, "/v1/view", #"{"pip":{"corner":"%"}}"#),
        (.patch, "/v1/view", #"{"pip":{"aspect":"%"}}"#), (.patch, "/v1/view", #"{"pip":{"%":1}}"#),
        (.put, "/v1/streams/x", #"{"url":"demo","transport":"%"}"#),
        (.put, "/v1/streams/x", #"{"url":"demo","timeout":"%"}"#),
        (.put, "/v1/streams/x", #"{"url":"demo","%":1}"#),
        (.post, "/v1/snapshot", #"{"format":"%"}"#), (.post, "/v1/snapshot", #"{"output":"%"}"#),
        (.post, "/v1/snapshot", #"{"output":"path","path":"%"}"#),
        (.post, "/v1/snapshot", #"{"fit":"%"}"#), (.post, "/v1/snapshot", #"{"quality":"%"}"#),
        (.post, "/v1/snapshot?event=true", #"{"target":"%"}"#),
        (.post, "/v1/streams/door/screenshot", #"{"at":"%"}"#),
        (.post, "/v1/streams/door/screenshot", #"{"time_base":"%"}"#),
        (.post, "/v1/streams/door/photo", #"{"mode":"%"}"#),
        (.post, "/v1/events", #"{"type":"%"}"#), (.post, "/v1/events", #"{"%":1}"#),
        (.patch, "/v1/cameras/video0/controls", #"{"%":1}"#),
        (.patch, "/v1/cameras/video0/controls", #"{"%":null}"#),
        (.patch, "/v1/cameras/video0/controls", #"{"brightness":"%"}"#),
    ]

    @Test(arguments: addresses)
    func noBodyIsQuotedWithIt(address: String) async throws {
        let bodies = Self.bodies.map { method, uri, body in
            let text = body.replacing("%", with: address)
            return Exchange(method, uri, text, as: "application/json", gives: 422)
        }
        try await expectHidden(
            bodies + [Exchange(.put, "/v1/streams/x", "{}", as: address, gives: 415)]
        )
    }

    @Test(arguments: addresses, [true, false])
    func noPathIsQuotedWithIt(address: String, isEscaped: Bool) async throws {
        let segment = isEscaped ? Self.escaped(address) : address.replacing(" ", with: "%20")
        let requests: [(HTTPRequest.Method, String)] = [
            (.put, "/v1/streams/%"), (.get, "/v1/streams/%"), (.delete, "/v1/streams/%"),
            (.post, "/v1/streams/%/screenshot"), (.post, "/v1/streams/%/photo"),
            (.get, "/v1/cameras/%/formats"), (.get, "/v1/cameras/%/controls"),
            (.patch, "/v1/cameras/%/controls"), (.get, "/%"), (.patch, "/v1/streams/%"),
            (.get, "/v1/streams/%/x/y"), (.post, "/v1/snapshot?%=1"),
            (.post, "/v1/snapshot?event=%"),
        ]
        try await expectHidden(
            requests.map { method, path in
                let uri = path.replacing("%", with: segment)
                return Exchange(method, uri, "{}", as: "application/json", gives: 404)
            }
        )
    }

    private func expectHidden(_ exchanges: [Exchange]) async throws {
        try await withServer { server in
            for exchange in exchanges {
                let response = try server.answer(exchange)
                let text = String(buffer: response.body)
                // A file may have any name.
                if response.status.code == 200, exchange.body?.contains("path") == true { continue }
                #expect((400..<500).contains(response.status.code), "\(exchange): \(text)")
                #expect(!text.contains("7x"), "\(exchange): \(text)")
            }
        }
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
    }
}

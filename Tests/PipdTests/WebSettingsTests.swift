internal import Control
internal import Testing

@testable internal import pipd

/// The section `web`.
@Suite struct WebSettingsTests {
    private static func web(_ text: String) throws -> WebSettings {
        try ConfigurationFile.parse("web: \(text)", name: "x.yml").web
    }

    @Test(
        arguments: [
            ("127.0.0.1:8080", "127.0.0.1", 8080), ("\":80\"", "127.0.0.1", 80),
            ("\"[::]:0\"", "::", 0), ("localhost:65535", "localhost", 65535),
        ]
    )
    func aPortIsListenedOn(text: String, host: String, port: Int) throws {
        let web = try Self.web("{ listen: \(text) }")
        #expect(web.listener == .init(host: host, port: port))
        #expect(web.socket == nil && web.hosts.isEmpty)
    }

    @Test(
        arguments: [
            ("{ listen: nonsense }", "ADDRESS:PORT"), ("{ listen: \"kiosk:80\" }", "ADDRESS:PORT"),
            ("{ listen: \"a:65536\" }", "ADDRESS:PORT"),
            ("{ hosts: [\"http://a\"] }", "lobby.example"), ("{ socket: a/b }", "absolute path"),
            ("{ socket: .. }", "absolute path"), ("{ port: 1 }", "listen"), ("7", "web"),
            ("{ preview: { fps: 31 } }", "30"), ("{ preview: { width: 0 } }", "1920"),
            ("{ preview: { clients: 49 } }", "48"), ("{ preview: { size: 1 } }", "width"),
        ]
    )
    func whatIsWrongIsNamed(text: String, says: String) {
        let error = #expect(throws: ConfigurationError.self) { try Self.web(text) }
        #expect(error.map { "\($0)" }?.contains("x.yml:1") == true)
        #expect(error.map { "\($0)" }?.contains(says) == true)
    }

    @Test func aPreviewIsAsItIsSaid() throws {
        let usual = try Self.web("{}").preview
        #expect((usual.width, usual.rate, usual.clients) == (.w640, 10, 16))
        let said = try Self.web("{ preview: { width: 700, fps: 5, clients: 3 } }").preview
        #expect((said.width, said.rate, said.clients) == (.w960, 5, 3))
    }

    @Test(
        arguments: [
            (nil, nil), ("web.sock", "/run/pipd/web.sock"), ("/srv/a.sock", "/srv/a.sock"),
        ] as [(String?, String?)]
    )
    func aNameIsASocketBesideTheControlSocket(text: String?, path: String?) throws {
        let web = try Self.web(text.map { "{ socket: \($0) }" } ?? "{}")
        #expect(web.socketPath(beside: "/run/pipd/pipd.sock") == path)
        #expect(web.socketPath(beside: "pipd.sock") == text)
    }
}

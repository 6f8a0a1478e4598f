import ControlAPI
import TestSupport
import Testing

@testable import pipctl

@Suite struct TokenCommandTests {
    private static let token = TokenReport(
        id: "5f3a9c01",
        role: .operator,
        name: "phone",
        created: 1000
    )

    @Test func aTokenIsMadeWithWhatIsSaidOfIt() throws {
        let answer = NewTokenReport(
            token: Self.token,
            secret: "secret",
            url: "http://127.0.0.1:8080/#t=secret"
        )
        let text = String(decoding: try JSONText.encode(answer), as: UTF8.self)
        let daemon = try CannedDaemon(status: "201 Created", body: text)
        let words = ["token", "create", "--role", "operator", "--name", "phone"]
        let result = try Pipctl.run(words, daemon)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "http://127.0.0.1:8080/#t=secret\n")
        #expect(daemon.request.hasPrefix("POST /v1/tokens "))
        #expect(daemon.request.hasSuffix(#"{"name":"phone","role":"operator"}"#))
    }

    @Test func noTokenIsLeftBehindThatNoCodeIsOf() throws {
        let daemon = try CannedDaemon(status: "200 OK", body: #"{"tokens":[]}"#)
        let result = try Pipctl.run(["token", "create", "--role", "viewer", "--qr"], daemon)
        #expect(result.status == 1 && result.errors.contains("web: { listen:"))
        #expect(daemon.requests.allSatisfy { $0.hasPrefix("GET ") } && daemon.requests.count == 1)
    }

    @Test func theAddressOfThePageIsShown() throws {
        let body = #"{"tokens":[],"url":"http://192.0.2.7:8080/"}"#
        let plain = try Pipctl.run(["console"], CannedDaemon(status: "200 OK", body: body))
        #expect(plain.output == "http://192.0.2.7:8080/\n")
        let coded = try Pipctl.run(["console", "--qr"], CannedDaemon(status: "200 OK", body: body))
        #expect(coded.output.hasPrefix(plain.output) && coded.output.contains("█▀"))
        #expect(coded.errors.isEmpty)
        let nowhere = try CannedDaemon(status: "200 OK", body: #"{"tokens":[]}"#)
        let refused = try Pipctl.run(["console"], nowhere)
        #expect(refused.status == 1 && refused.errors.contains("web: { listen:"))
    }

    /// Who has the terminal may have meant another machine.
    @Test(arguments: ["127.0.0.1:8080", "[::1]:8080", "localhost:8080"])
    func anAddressThatAPhoneCannotReachIsTold(authority: String) throws {
        let body = #"{"tokens":[],"url":"http://\#(authority)/"}"#
        let result = try Pipctl.run(
            ["console", "--qr"],
            CannedDaemon(status: "200 OK", body: body)
        )
        #expect(result.status == 0 && result.output.contains("█▀"))
        #expect(
            result.errors.contains("the phone itself") && result.errors.contains("`web.listen`")
        )
        let plain = try Pipctl.run(["console"], CannedDaemon(status: "200 OK", body: body))
        #expect(plain.errors.isEmpty)
    }

    /// Its three corners and its size; a browser's test reads what it says.
    @Test func aCodeIsDrawnInHalves() throws {
        let code = try #require(
            QRCode("http://192.0.2.7:8080/#t=\(String(repeating: "A", count: 43))")
        )
        #expect(code.side == 37)
        let lines = code.text(isColoured: false).split(separator: "\n")
        #expect(lines.count == 23 && lines.allSatisfy { $0.count == 45 })
        #expect(lines[2].hasPrefix("████ ▄▄▄▄▄ █") && lines[2].hasSuffix("█ ▄▄▄▄▄ ████"))
        #expect(lines[0] == String(repeating: "█", count: 45)[...])
        let coloured = code.text(isColoured: true).split(separator: "\n")
        #expect(coloured[2].hasPrefix("\u{1B}[38;5;16;48;5;231m    █▀▀▀▀▀█ "))
        #expect(coloured.allSatisfy { $0.hasSuffix("\u{1B}[0m") })
        #expect(QRCode(String(repeating: "a", count: 2331)) != nil)
        #expect(QRCode(String(repeating: "a", count: 2332)) == nil)
    }

    @Test func aTokenIsRevokedByItsID() throws {
        let daemon = try CannedDaemon(status: "204 No Content", body: "")
        let result = try Pipctl.run(["token", "revoke", "a/b"], daemon)
        #expect(result.status == 0, "\(result.errors)")
        #expect(daemon.request.hasPrefix("DELETE /v1/tokens/a%2Fb "))
    }

    @Test func tokensSayWhatTheyPermit() {
        #expect(
            ReportText.tokens([Self.token], at: 1060) == """
                TOKEN     ROLE      MADE       NAME
                5f3a9c01  operator  1m00s ago  phone

                """
        )
        #expect(ReportText.tokens([], at: 0).contains("pipctl token create"))
        let bare = NewTokenReport(token: Self.token, secret: "secret", url: nil)
        #expect(ReportText.newToken(bare) == "secret\n")
    }
}

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

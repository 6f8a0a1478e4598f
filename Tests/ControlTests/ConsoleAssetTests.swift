internal import Foundation
internal import HTTPTypes
internal import Testing

@testable internal import Control

/// The page's files, as they are sent.
@Suite struct ConsoleAssetTests {
    @Test func allOfThePageIsSmall() throws {
        let bytes = ConsoleAsset.all.values.reduce(0) { $0 + $1.bytes.count }
        #expect((50_000...100_000).contains(bytes))
        let page = try #require(ConsoleAsset.all[ConsoleAsset.page])
        #expect(page.mediaType == "text/html; charset=utf-8")
    }

    @Test func whatIsImportedIsThere() throws {
        for asset in ConsoleAsset.all.values {
            let text = String(decoding: asset.bytes, as: UTF8.self)
            for name in text.matches(of: /(?:from '\.\/|\/assets\/)([\w.-]+)['"]/).map(\.output.1) {
                #expect(ConsoleAsset.all[String(name)] != nil, "\(name) of \(asset.name)")
            }
        }
    }

    /// What makes compacting safe.
    @Test func noLineOfAProgramLooksLikeAComment() {
        for asset in ConsoleAsset.all.values where asset.name.hasSuffix(".js") {
            let text = String(decoding: asset.bytes, as: UTF8.self)
            #expect(
                text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                    .allSatisfy { $0.offset % 2 == 0 || !$0.element.contains("\n") },
                "\(asset.name)"
            )
        }
    }

    @Test(
        arguments: [
            ("", ""), ("a;\n\n  b;\n", "a;\nb;\n"), ("  // no\nx('//y');  \n", "x('//y');\n"),
            ("/** no\n * no\n */\nz", "z\n"),
            ("a {\n  b: c; /* d */\n}\n", "a {\nb: c; /* d */\n}\n"),
        ]
    )
    func linesForReadersAreLeftOut(source: String, sent: String) {
        #expect(String(decoding: ConsoleAsset.compact(Array(source.utf8)), as: UTF8.self) == sent)
    }

    @Test func whatSaysNothingIsLeftOutOfAStyle() {
        let source = "a, b:is(c),\nd {\n  e: f g;\n  h: i\n}\n"
        let sent = ConsoleAsset.compact(
            Array(source.utf8),
            joinedAfter: "{};,",
            closing: [": ", " {"]
        )
        #expect(String(decoding: sent, as: UTF8.self) == "a, b:is(c),d{e:f g;h:i\n}")
    }

    @Test func theLastOfABlockNeedsNoEnd() {
        let source = "a {\n  b: c;\n}\nx { y: z; }\n"
        let sent = ConsoleAsset.compact(
            Array(source.utf8),
            joinedAfter: "{};,",
            closing: [": ", " {", "{ ", " }"]
        )
        #expect(String(decoding: sent, as: UTF8.self) == "a{b:c}x{y:z}")
    }

    @Test(
        arguments: [
            ("x = y ? [a, 'b, c'] : d - 1;", "x=y?[a,'b, c']:d - 1;"),
            ("if (a < b) return { c: -d };", "if(a<b)return{c:-d };"),
            ("f(' = ', `a, '${b, c}' `, d);", "f(' = ',`a, '${b, c}' `,d);"),
            ("f(`a ${b ? `, ` : ''}`, c);", "f(`a ${b ? `, ` : ''}`, c);"),
            ("a = /, '/.test(b);", "a = /, '/.test(b);"),
        ]
    )
    func spacesBesideSignsAreLeftOutButOfTexts(source: String, sent: String) {
        let bytes = ConsoleAsset.compact(Array(source.utf8), joinedAfter: ";", signs: "(=,:?<[{)]")
        #expect(String(decoding: bytes, as: UTF8.self) == sent)
    }

    @Test func aLineThatMayHaveACommentKeepsItsEnd() {
        let source = "x(a, // no,\n  b,\n  c);\n"
        let sent = ConsoleAsset.compact(Array(source.utf8), joinedAfter: "{;,")
        #expect(String(decoding: sent, as: UTF8.self) == "x(a, // no,\nb,c);")
    }

    @Test func aBlockIsOverWithItsSign() {
        let source = "f() {\n  a;\n}\ng(x)\nb = [c, {\n  d: 1,\n}]\n"
        let sent = ConsoleAsset.compact(Array(source.utf8), joinedAfter: "{;,")
        #expect(String(decoding: sent, as: UTF8.self) == "f() {a}g(x)\nb = [c, {d: 1,}]\n")
    }
}

/// The page, as it is asked for.
@Suite(.timeLimit(.minutes(30))) struct ConsoleRoutesTests {
    /// A browser goes on by the header of the later answer.
    @Test func whatIsKnownIsNotSentAgainAndKeepsItsPolicy() async throws {
        try await withServer(web: true) { server in
            let page = Exchange(.get, "/", gives: 200)
            let sent = try server.answer(page, ["Host": "localhost"])
            #expect(sent.status.code == 200)
            let tag = try #require(sent.headers[.eTag])
            let policy = try #require(sent.headers[.contentSecurityPolicy])
            #expect(policy.contains("script-src 'self'"))
            let again = try server.answer(page, ["Host": "localhost", "If-None-Match": tag])
            #expect(again.status.code == 304)
            #expect(again.headers[.contentSecurityPolicy] == policy)
            let other = try server.answer(page, ["Host": "localhost", "If-None-Match": "\"x\""])
            #expect(other.status.code == 200)
            // What is no page gets none of it.
            let api = try server.answer(
                Exchange(.get, "/v1/view", gives: 401),
                ["Host": "localhost"]
            )
            #expect(api.status.code == 401)
        }
    }
}

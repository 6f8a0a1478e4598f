internal import ControlAPI
internal import HTTPTypes
internal import NIOCore
internal import Synchronization
internal import Testing

@testable internal import Control

@Suite struct LibraryRoutesTests {
    private let backend = FakeBackend()

    @Test(
        arguments: [
            Exchange(
                .get,
                "/v1/library",
                gives: 200,
                says: #""degraded":["/srv/media: it is empty"]"#
            ),
            Exchange(.post, "/v1/library", gives: 405, says: "GET, HEAD"),
            Exchange(.post, "/v1/library/scan", "{}", gives: 202, says: #""state":"scanning""#),
            Exchange(.post, "/v1/library/scan", #"{"root":"/none"}"#, gives: 404, says: "/none"),
            Exchange(
                .post,
                "/v1/library/scan",
                #"{"root":7}"#,
                gives: 422,
                says: "the path of a root"
            ),
            Exchange(.post, "/v1/library/scan", #"{"prune":1}"#, gives: 422, says: "`prune` is 1"),
            Exchange(.get, "/v1/library/assets", gives: 200, says: #""next_cursor":"a1.1""#),
            Exchange(.get, "/v1/library/assets?cursor=strange", gives: 422, says: "no cursor"),
            Exchange(.get, "/v1/library/assets?type=film", gives: 422, says: "`photo`, `video`"),
            Exchange(.get, "/v1/library/assets?favourite=1", gives: 422, says: "`favourite`"),
            Exchange(.get, "/v1/library/assets?from=-1", gives: 422, says: "`from`"),
            Exchange(.get, "/v1/library/assets?q=", gives: 422, says: "1 to 200 characters"),
            Exchange(.get, "/v1/library/assets/1", gives: 200, says: #""media_type":"video"#),
            Exchange(.get, "/v1/library/assets/9", gives: 404, says: "no picture '9'"),
            Exchange(.get, "/v1/library/assets/1/thumbnail?size=128", gives: 200, says: "PPP"),
            Exchange(.get, "/v1/library/assets/1/thumbnail?size=1", gives: 422, says: "`size`"),
            Exchange(.get, "/v1/library/assets/2/thumbnail", gives: 409, says: "away"),
            Exchange(.get, "/v1/library/assets/9/thumbnail", gives: 404),
            Exchange(.get, "/v1/library/albums", gives: 200, says: #""id":"folder-1""#),
            Exchange(.get, "/v1/library/albums?cursor=strange", gives: 422, says: "no cursor"),
            Exchange(.post, "/v1/library/scan", #"{"prune":true}"#, gives: 422, says: "`root`"),
        ])
    func answersAsDescribed(_ exchange: Exchange) async throws {
        let response = try await answer(exchange, of: backend)
        #expect(response.status.code == exchange.status)
        #expect(String(buffer: response.body).contains(exchange.says), "\(exchange)")
    }

    @Test(
        arguments: [
            ("{}", "all"), (#"{"root":"/srv/media"}"#, "/srv/media"),
            (#"{"root":"/srv/media","prune":true}"#, "/srv/media pruned"),
            (#"{"prune":false}"#, "all"),
        ])
    func aScanIsAsked(body: String, expected: String) async throws {
        _ = try await answer(Exchange(.post, "/v1/library/scan", body, gives: 202), of: backend)
        #expect(backend.state.withLock { $0.scans } == [expected])
    }

    @Test func parametersReachTheBackend() async throws {
        let query =
            "q=caf%C3%A9&album=folder-3&type=live&favourite=true&from=1&to=2&limit=5&cursor=a1.1"
            + "&state=failed&min_duration=4.5"
        _ = try await answer(Exchange(.get, "/v1/library/assets?\(query)", gives: 200), of: backend)
        var asked = AssetAsked(cursor: "a1.1", limit: 5)
        (asked.filter.text, asked.filter.album) = ("café", "folder-3")
        (asked.filter.kind, asked.filter.favourite) = (.live, true)
        (asked.filter.from, asked.filter.to) = (1, 2)
        (asked.filter.state, asked.filter.minDuration) = (.failed, 4.5)
        #expect(backend.state.withLock { $0.assetsAsked } == [asked])
    }

    @Test(arguments: ["x", "-1", "1e10", "0x10", "nan", "inf", "", "1e999"])
    func whatIsNoDurationIsRefused(text: String) async throws {
        let path = "/v1/library/assets?min_duration=\(text)"
        let response = try await answer(Exchange(.get, path, gives: 422), of: backend)
        #expect(response.status == .unprocessableContent)
        #expect(String(buffer: response.body).contains("min_duration"))
    }

    @Test(
        arguments: [
            (#"{"favourite":true}"#, 200, #""favourite":true"#),
            (#"{"title":"Sea"}"#, 200, #""title":"Sea""#), (#"{"title":null}"#, 200, ""),
            (#"{"title":""}"#, 200, ""), (#"{"favourite":1}"#, 422, "`favourite` is 1"),
            (#"{"title":"a\nb"}"#, 422, "`null` for none"),
            (#"{"title":" \u2003"}"#, 422, "blanks alone"), (#"{"title":7}"#, 422, "`title` is 7"),
            (#"{"title":"\#(String(repeating: "é", count: 201))"}"#, 422, "200 characters"),
            (#"{"name":"a"}"#, 422, "`favourite`, `title`"), ("[]", 422, "an object"),
        ])
    func whatIsSaidOfOneIsKept(body: String, status: Int, says: String) async throws {
        let exchange = Exchange(.patch, "/v1/library/assets/1", body, gives: status)
        let response = try await answer(exchange, of: backend)
        #expect(response.status.code == status)
        #expect(says.isEmpty || String(buffer: response.body).contains(says))
    }

    /// Of an item of a playlist, too.
    @Test func thatAThumbnailIsBeingMadeIsDescribed() async throws {
        let operations = try await Description.current.operations
            .filter { $0.key.hasSuffix("/thumbnail") }
        #expect(operations.count == 2)
        for (name, operation) in operations {
            let text = operation["responses"]?["503"]?["description"]?.stringValue
            #expect(text?.contains("it is being made") == true, "\(name)")
        }
    }
}

import ControlAPI
import HTTPTypes
import NIOCore
import Synchronization
import Testing

@testable import Control

@Suite struct ExportRoutesTests {
    private let backend = FakeBackend()
    private static let tooMany = (0...500).map { "\"\($0)\"" }.joined(separator: ",")

    /// One row: a body, and a part of what it is refused with.
    @Test(
        arguments: [
            (#"{"asset":"1"}"#, "`to` is missing"), (#"{"to":"/a"}"#, "`asset` is missing"),
            (#"{"asset":1,"to":"/a"}"#, "`asset` is 1"), (#"{"asset":"1","to":7}"#, "`to` is 7"),
            (#"{"assets":[],"to":"/a"}"#, "1 to 500 IDs"),
            (#"{"assets":[1],"to":"/a"}"#, "1 to 500 IDs"),
            (#"{"assets":"1","to":"/a"}"#, "1 to 500 IDs"),
            (
                #"{"assets":[\#(Self.tooMany)],"to":"/a"}"#,
                "`assets` has 501 IDs; accepted in one list are 500"
            ),
            (#"{"asset":"1","assets":["2"],"to":"/a"}"#, "one alone is accepted"),
            (#"{"asset":"1","mode":"cut","to":"/a"}"#, "`copy`, `trim`"),
            (#"{"asset":"1","mode":"trim","to":"/a"}"#, "`trim` needs `in` or `out`"),
            (#"{"asset":"1","mode":"copy","in":1,"to":"/a"}"#, "accepted is `mode` `trim`"),
            (#"{"assets":["1","2"],"in":1,"to":"/a"}"#, "one `asset`"),
            (#"{"asset":"1","in":-1,"to":"/a"}"#, "a number from 0.0"),
            (#"{"asset":"1","in":2,"out":2,"to":"/a"}"#, "more than `in`, 2.0"),
            (#"{"asset":"1","out":0,"to":"/a"}"#, "`out` is 0.0"),
            (#"{"asset":"1","to":"/a","selection":"1"}"#, "one alone is accepted"),
            (#"{"selection":3,"to":"/a"}"#, "`selection` is 3"),
            (#"{"selection":"3","in":1,"to":"/a"}"#, "a selection may have several"),
            (#"{"selection":"3","mode":"trim","to":"/a"}"#, "`trim` needs `in` or `out`"),
            (#"{"selection":"3","mode":"copy","out":1,"to":"/a"}"#, "accepted is `mode` `trim`"),
            (#"{"asset":"1","to":"/a","query":{}}"#, "`query` is unknown"),
        ])
    func whatIsNoExportIsRefused(body: String, says: String) async throws {
        let exchange = Exchange(.post, "/v1/library/exports", body, gives: 422)
        let response = try await answer(exchange, of: backend)
        #expect(response.status.code == 422)
        #expect(String(buffer: response.body).contains(says), "\(String(buffer: response.body))")
    }

    /// Also where they are more than any request may have.
    @Test(
        arguments: [
            ("/v1/library/exports", #","to":"/a""#, "assets", "add"),
            ("/v1/library/selections", "", "ids", "add"),
            ("/v1/library/selections", #","query":{}"#, "exclude", "remove"),
            ("/v1/library/albums/sea", "", "ids", "add"),
            ("/v1/library/selections/1", "", "add", "add"),
            ("/v1/library/selections/1", "", "remove", "remove"),
        ]
    )
    func theLimitOfIDsIsOneAndNamed(
        path: String,
        rest: String,
        key: String,
        change: String
    ) async throws {
        let method: HTTPRequest.Method =
            if path.hasSuffix("s") { .post } else { path.hasSuffix("sea") ? .put : .patch }
        for (count, status) in [(501, 422), (2_000, 400)] {
            let ids = (1...count).map { "\"\($0)\"" }.joined(separator: ",")
            let exchange = Exchange(method, path, "{\"\(key)\":[\(ids)]\(rest)}", gives: status)
            let response = try await answer(exchange, of: backend)
            let text = String(buffer: response.body)
            let says =
                count == 501 ? "`\(key)` has 501 IDs; accepted in one list are 500" : "500 IDs"
            #expect(response.status.code == status && text.contains(says), "\(text)")
            #expect(status == 400 || text.contains("in several requests, with `\(change)`."))
        }
    }

    @Test func whatIsAskedReachesTheBackend() async throws {
        let body = #"{"asset":"1","in":1.5,"out":3,"to":"/srv/a"}"#
        let response = try await answer(
            Exchange(.post, "/v1/library/exports", body, gives: 202),
            of: backend
        )
        #expect(response.status.code == 202)
        #expect(response.headers[.location] == "/v1/library/exports/5")
        let copies = #"{"assets":["1","4"],"to":"/srv/a"}"#
        _ = try await answer(
            Exchange(.post, "/v1/library/exports", copies, gives: 202),
            of: backend
        )
        let selected = try await answer(
            Exchange(.post, "/v1/library/exports", #"{"selection":"3","to":"/a"}"#, gives: 202),
            of: backend
        )
        let text = String(buffer: selected.body)
        #expect(text.contains(#""count":100000"#) && text.contains(#""selection":"3""#))
        #expect(!text.contains("assets"))
        var trim = ExportDefinition(.assets(["1"]), mode: .trim, to: "/srv/a")
        (trim.start, trim.end) = (1.5, 3)
        let copy = ExportDefinition(.assets(["1", "4"]), mode: .copy, to: "/srv/a")
        let selection = ExportDefinition(.selection("3"), mode: .copy, to: "/a")
        #expect(backend.state.withLock { $0.exports } == [trim, copy, selection])
    }

    @Test func aListLeavesOutWhatGrows() async throws {
        let list = try await answer(Exchange(.get, "/v1/library/exports", gives: 200), of: backend)
        #expect(!String(buffer: list.body).contains("assets"))
        let one = try await answer(Exchange(.get, "/v1/library/exports/5", gives: 200), of: backend)
        let text = String(buffer: one.body)
        #expect(text.contains(#""requested":{"in":1.5}"#) && text.contains(#""hidden_ms":500"#))
        #expect(text.contains(#""mediaType":"video"#))
    }
}

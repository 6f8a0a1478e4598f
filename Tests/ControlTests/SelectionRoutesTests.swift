internal import ControlAPI
internal import HTTPTypes
internal import NIOCore
internal import Synchronization
internal import Testing

@testable internal import Control

@Suite struct SelectionRoutesTests {
    private let backend = FakeBackend()

    @Test(
        arguments: [
            Exchange(
                .get,
                "/v1/library/selections/1",
                gives: 200,
                says: #"{"count":2,"duration_ms":9999,"id":"1","valid":true}"#
            ),
            Exchange(.get, "/v1/library/selections/2", gives: 200, says: "5 to 1200"),
            Exchange(.get, "/v1/library/selections/2", gives: 200, says: #""valid":false"#),
            Exchange(
                .get,
                "/v1/library/selections/2",
                gives: 200,
                says: #"{"accepted_ms":[5000,1200000],"count":1"#
            ),
            Exchange(.get, "/v1/library/selections", gives: 405, says: "POST"),
            Exchange(.post, "/v1/library/selections", "{}", gives: 422, says: "one of `ids`"),
            Exchange(
                .post,
                "/v1/library/selections",
                #"{"query":{"kind":"x"}}"#,
                gives: 422,
                says: "`query.kind` is unknown; accepted are `album`"
            ),
            Exchange(
                .post,
                "/v1/library/selections/2/play",
                gives: 422,
                says: "4 s selected; 5 to 1200 are accepted"
            ),
            Exchange(
                .post,
                "/v1/library/selections/1/play",
                #"{"in":"top"}"#,
                gives: 422,
                says: "`main`, `pip`"
            ),
            Exchange(
                .patch,
                "/v1/library/selections/1",
                #"{"query":{}}"#,
                gives: 422,
                says: "`query` needs `range`"
            ),
            Exchange(
                .patch,
                "/v1/library/selections/1",
                #"{"move":{"to":1}}"#,
                gives: 422,
                says: "lacks `asset`"
            ),
            Exchange(.get, "/v1/library/albums/sea", gives: 200, says: #""name":"Sea""#),
            Exchange(.get, "/v1/library/albums/9", gives: 404, says: "no album '9'"),
            Exchange(.delete, "/v1/library/albums/all", gives: 409, says: "taken"),
        ])
    func answersAsDescribed(_ exchange: Exchange) async throws {
        let response = try await answer(exchange, of: backend)
        #expect(response.status.code == exchange.status)
        #expect(String(buffer: response.body).contains(exchange.says), "\(exchange)")
    }

    @Test func bodiesReachTheBackend() async throws {
        var (filter, patch) = (AssetFilter(), SelectionPatch())
        (filter.text, filter.kind, filter.minDuration) = ("sea", .video, 2.5)
        (patch.add, patch.remove) = (["1"], ["2"])
        patch.range = SelectionPatch.Range(from: "3", to: "4", filter: filter)
        patch.move = SelectionPatch.Move(asset: "5", place: 6)
        let query = #"{"q":"sea","type":"video","min_duration":2.5}"#
        let cases: [(Exchange, SelectionAsked)] = [
            (
                Exchange(.post, "selections", #"{"query":\#(query),"exclude":["7"]}"#, gives: 201),
                .selection(.query(filter, excluding: ["7"]))
            ),
            (
                Exchange(.post, "selections", #"{"ids":["2","1"]}"#, gives: 201),
                .selection(.assets(["2", "1"]))
            ),
            (
                Exchange(
                    .patch,
                    "selections/1",
                    #"{"add":["1"],"remove":["2"],"range":["3","4"],"query":\#(query),"#
                        + #""move":{"asset":"5","to":6}}"#,
                    gives: 200
                ),
                .patch("1", patch)
            ),
            (
                Exchange(.put, "albums/sea", #"{"album":"old","name":"Sea"}"#, gives: 200),
                .album("sea", AlbumDefinition(name: "Sea", content: .album("old")))
            ),
            (
                Exchange(.put, "albums/sea", #"{"selection":"1"}"#, gives: 200),
                .album("sea", AlbumDefinition(name: "sea", content: .selection("1")))
            ),
            (Exchange(.post, "selections/1/play", gives: 200), .shown(.play("1"), .main)),
            (
                Exchange(.post, "selections/1/preview", #"{"in":"main"}"#, gives: 200),
                .shown(.preview(selection: "1"), .main)
            ),
            (Exchange(.post, "assets/1/preview", "{}", gives: 200), .shown(.asset("1"), .pip)),
        ]
        for (exchange, expected) in cases {
            var exchange = exchange
            exchange.uri = "/v1/library/" + exchange.uri
            let response = try await answer(exchange, of: backend)
            #expect(response.status.code == exchange.status)
            #expect(backend.state.withLock { $0.selectionsAsked.popLast() } == expected)
        }
    }
}

internal import ControlAPI
internal import HTTPTypes
internal import NIOCore
internal import Synchronization
internal import Testing

@testable internal import Control

@Suite struct FeedRoutesTests {
    private let backend = FakeBackend()

    @Test(
        arguments: [
            (#"{"url":"http://a/b.xml"}"#, FeedDefinition(url: "http://a/b.xml")),
            (#"{"url":"FILE:///srv/a"}"#, FeedDefinition(url: "FILE:///srv/a")),
            (
                #"{"url":"/srv/a.xml","refresh":60,"max_items":5}"#,
                FeedDefinition(url: "/srv/a.xml", refresh: 60, maxItems: 5)
            ),
        ])
    func aDefinitionIsReadWithItsFields(body: String, expected: FeedDefinition) async throws {
        let response = try await answer(
            Exchange(.put, "/v1/feeds/a.b", body, gives: 201),
            of: backend
        )
        #expect(response.status.code == 201)
        #expect(response.headers[.location] == "/v1/feeds/a.b")
        #expect(backend.state.withLock { $0.feedDefinitions } == [expected])
    }

    @Test func aFeedThatThereIsHasNoNewPlace() async throws {
        let exchange = Exchange(.put, "/v1/feeds/news", #"{"url":"/a"}"#, gives: 200)
        let response = try await answer(exchange, of: backend)
        #expect(response.status.code == 200 && response.headers[.location] == nil)
    }

    @Test func aFeedIsForgotten() async throws {
        let response = try await answer(
            Exchange(.delete, "/v1/feeds/news", gives: 204),
            of: backend
        )
        #expect(response.status.code == 204 && response.body.readableBytes == 0)
        #expect(backend.state.withLock { $0.feeds.keys.sorted() } == ["house"])
    }

    @Test(
        arguments: [
            Exchange(.get, "/v1/feeds", gives: 200, says: #"{"feeds":[{"configured":true,"#),
            Exchange(.get, "/v1/feeds/news", gives: 200, says: #""state":"good""#),
            Exchange(.head, "/v1/feeds/news", gives: 200),
            Exchange(.get, "/v1/feeds/none", gives: 404, says: "there are: house, news"),
            Exchange(.post, "/v1/feeds/news", gives: 405, says: "DELETE, GET, HEAD, PUT"),
            Exchange(.put, "/v1/feeds/house", #"{"url":"/a"}"#, gives: 409, says: "Not so."),
            Exchange(.put, "/v1/feeds/new", #"{"url":"http://many"}"#, gives: 409),
            Exchange(.put, "/v1/feeds/-", #"{"url":"/a"}"#, gives: 422, says: "`id` is '-'"),
            Exchange(.delete, "/v1/feeds/none", gives: 404, says: "There is no feed 'none'"),
            Exchange(.delete, "/v1/feeds/house", gives: 409, says: "the file's"),
            Exchange(.post, "/v1/feeds/news/refresh", gives: 200, says: #""added":3"#),
            Exchange(.post, "/v1/feeds/none/refresh", gives: 404, says: "there are"),
            Exchange(.post, "/v1/feeds/house/refresh", gives: 502, says: "Source failed"),
            Exchange(.get, "/v1/feeds/news/refresh", gives: 405, says: "POST"),
            Exchange(.get, "/v1/feeds/news/items", gives: 200, says: #""next_cursor":"2""#),
            Exchange(.get, "/v1/feeds/none/items", gives: 404, says: "there are"),
            Exchange(.get, "/v1/feeds/news/items?cursor=strange", gives: 422, says: "no cursor"),
            Exchange(.get, "/v1/discover", gives: 200, says: #""score":1.5"#),
            Exchange(.post, "/v1/discover", gives: 405, says: "GET, HEAD"),
            Exchange(.get, "/v1/search?q=a", gives: 200, says: #""duration_seconds":61.5"#),
            Exchange(.get, "/v1/search?q=a&cursor=strange", gives: 422, says: "no cursor"),
        ])
    func answersAsDescribed(_ exchange: Exchange) async throws {
        let response = try await answer(exchange, of: backend)
        #expect(response.status.code == exchange.status)
        #expect(String(buffer: response.body).contains(exchange.says), "\(exchange)")
    }

    @Test(
        arguments: [
            #"{"refresh":60}"#, #"{"url":7}"#, #"{"url":""}"#, #"{"url":"news.xml"}"#,
            #"{"url":"ftp://a/b"}"#, #"{"url":"https://"}"#, #"{"url":"/a\n"}"#,
            #"{"url":"/\#(String(repeating: "é", count: 1024))"}"#,
            #"{"url":"/a","refresh":"60"}"#, #"{"url":"/a","refresh":59}"#,
            #"{"url":"/a","max_items":2001}"#, #"{"url":"/a","name":"A"}"#,
        ])
    func aDefinitionThatIsNoneIsRefusedWithWhatIs(body: String) async throws {
        let exchange = Exchange(.put, "/v1/feeds/new", body, gives: 422)
        #expect(try await detail(of: exchange).contains("accepted"))
        #expect(backend.state.withLock { $0.feedDefinitions }.isEmpty)
    }

    @Test(
        arguments: [
            ("/v1/feeds/news/items", FeedQuery(feed: "news", limit: 100)),
            (
                "/v1/feeds/news/items?limit=500&cursor=a%2Fb&category=Big%20News",
                FeedQuery(feed: "news", category: "Big News", cursor: "a/b", limit: 500)
            ),
            ("/v1/search?q=caf%C3%A9%20%26c", FeedQuery(text: "café &c", limit: 100)),
            ("/v1/search?q=7&limit=1&cursor=2", FeedQuery(text: "7", cursor: "2", limit: 1)),
        ])
    func parametersReachTheBackend(uri: String, query: FeedQuery) async throws {
        let response = try await answer(Exchange(.get, uri, gives: 200), of: backend)
        #expect(response.status.code == 200)
        #expect(backend.state.withLock { $0.feedQueries } == [query])
    }

    @Test(
        arguments: [
            ("feeds/news/items?limit=0", "`limit` is 0; accepted is a whole number from 1 to 500."),
            ("feeds/news/items?limit=501", "`limit` is 501"),
            ("feeds/news/items?limit=%2B1", "`limit` is '+1'"),
            ("feeds/news/items?limit=99999999999999999999", "`limit` is '99999999999999999999'"),
            ("feeds/news/items?limit=", "`limit` is ''"),
            ("feeds/news/items?category", "`category` is ''; accepted is the name of a category."),
            ("feeds/news/items?cursor=", "`cursor` is ''"),
            (
                "feeds/news/items?q=a",
                "The parameter 'q' is unknown; accepted are `category`, `cursor`, `limit`."
            ),
            ("feeds/news/items?limit=1&limit=2", "The parameter 'limit' is given twice."),
            ("search", "`q` is missing; accepted is a text of 1 to 200 characters."),
            ("search?q=", "`q` is ''; accepted is a text of 1 to 200 characters."),
            ("search?q=a&category=b", "'category' is unknown"),
            ("search?q=\(String(repeating: "a", count: 201))", "a string of 201 bytes"),
        ])
    func aParameterThatIsNoneIsRefusedWithWhatIs(uri: String, says: String) async throws {
        let detail = try await detail(of: Exchange(.get, "/v1/\(uri)", gives: 422))
        #expect(detail.contains(says), "\(detail)")
        #expect(backend.state.withLock { $0.feedQueries }.isEmpty)
    }

    /// What people write has more bytes than characters.
    @Test func aSearchHasTwoHundredCharacters() async throws {
        let text = String(repeating: "%C3%A9", count: 200)
        let response = try await answer(
            Exchange(.get, "/v1/search?q=\(text)", gives: 200),
            of: backend
        )
        #expect(response.status.code == 200)
    }

    @Test(
        arguments: [
            Exchange(.get, "/v1/feeds", gives: 503), Exchange(.get, "/v1/feeds/news", gives: 503),
            Exchange(.put, "/v1/feeds/news", #"{"url":"/a"}"#, gives: 503),
            Exchange(.delete, "/v1/feeds/news", gives: 503),
            Exchange(.post, "/v1/feeds/news/refresh", gives: 503),
            Exchange(.get, "/v1/feeds/news/items", gives: 503),
            Exchange(.get, "/v1/discover", gives: 503),
            Exchange(.get, "/v1/search?q=a", gives: 503),
        ])
    func nothingIsSaidOfFeedsWhileTheirKeeperIsAway(_ exchange: Exchange) async throws {
        backend.state.withLock { $0.hasFeeds = false }
        #expect(try await detail(of: exchange) == "It is away.")
    }

    /// The `detail` of a refusal that has the expected status.
    private func detail(of exchange: Exchange) async throws -> String {
        let response = try await answer(exchange, of: backend)
        #expect(response.status.code == exchange.status)
        #expect(response.headers[.contentType] == "application/problem+json")
        let problem = try JSONValue(parsing: Array(response.body.readableBytesView))
        return problem["detail"]?.stringValue ?? ""
    }
}

extension FeedDefinition {
    fileprivate init(url: String, refresh: Int, maxItems: Int) {
        self.init(url: url)
        (self.refresh, self.maxItems) = (refresh, maxItems)
    }
}

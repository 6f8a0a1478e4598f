import Fetching
import Media
import Testing

@Suite struct RedirectTests {
    private let calls: FetchCalls

    init() throws { calls = try FetchCalls() }

    /// Where a chain leads to, and whether for good.
    @Test(
        arguments: [
            ("301", true), ("308", true), ("302", false), ("303", false), ("307", false),
            ("301.308.301.308.301", true), ("301.301.302.301.301", false),
            ("302.302.302.302.302", false),
        ]
    )
    func redirectsAreFollowed(chain: String, isForGood: Bool) throws {
        let document = try #require(calls.fetch("hop/\(chain)").document)
        #expect(String(decoding: document.body, as: UTF8.self) == "arrived")
        let url = AddressText(calls.server.url("hop"))
        #expect(document.url == url)
        #expect(document.movedTo == (isForGood ? url : nil))
    }

    @Test(arguments: ["301.301.301.301.301.301", "302.302.302.302.302.302"])
    func redirectsHaveAnEnd(chain: String) {
        let failure = calls.fetch("hop/\(chain)").failure
        #expect(failure?.reason == .redirectsTooOften(limit: 5))
        #expect(failure?.isWorthRetrying == false)
    }

    @Test func redirectsMayBeForbidden() {
        let limits = FetchLimits.small { $0.redirects = 0 }
        #expect(calls.fetch("plain", limits: limits).text == "plain")
        #expect(
            calls.fetch("hop/301", limits: limits).failure?.reason == .redirectsTooOften(limit: 0)
        )
    }

    @Test(
        arguments: [
            "file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/x", "dict://127.0.0.1/x",
            "data:text/plain,x", "javascript:alert(1)", "FILE:///etc/passwd",
        ]
    )
    func onlyWebServersAreFollowed(place: String) {
        let failure = calls.fetch("to/\(place)").failure
        #expect(failure?.reason == .redirectsElsewhere(AddressText(place)))
        #expect(failure?.isWorthRetrying == false)
    }

    @Test func aPasswordStaysWithItsHost() throws {
        let host = "anna:secret@127.0.0.1"
        func head(_ path: String) -> String? {
            let url = AddressText(calls.server.url(path, host: host))
            return calls.fetcher.fetch(FetchRequest(url)).text?.lowercased()
        }
        #expect(try #require(head("echo")).contains("authorization: basic"))
        let own = try #require(head("to/" + calls.server.url("echo")))
        #expect(own.contains("authorization: basic"))
        let foreign = try #require(head("to/" + calls.server.url("echo", host: "localhost")))
        #expect(!foreign.contains("authorization"))
        // The one before left nothing in the connection or the fetcher.
        #expect(try #require(calls.fetch("echo").text).contains("Authorization") == false)
    }

    @Test func anAddressWithAPasswordIsNotMoved() throws {
        let url = calls.server.url("hop/301", host: "anna:secret@127.0.0.1")
        let outcome = calls.fetcher.fetch(FetchRequest(AddressText(url)))
        #expect(outcome.text == "arrived")
        #expect(outcome.document?.movedTo == nil)
    }

    @Test func noMessageHasAPassword() throws {
        let url = calls.server.url("status/500", host: "anna:secret@127.0.0.1")
        let failure = try #require(calls.fetcher.fetch(FetchRequest(AddressText(url))).failure)
        #expect(failure.description.contains("anna:***@127.0.0.1"))
        #expect(failure.description.hasSuffix("was not fetched: the server answers with 500."))
        let other = calls.fetch("to/ftp://anna:secret@127.0.0.1/").failure?.description
        #expect(try #require(other).contains("secret") == false)
    }
}

import Fetching
import Media
import Testing

@Suite struct DocumentTests {
    private let calls: FetchCalls

    init() throws { calls = try FetchCalls() }

    private let validators = Validators(
        etag: "\"v1\"",
        lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"
    )

    @Test func aDocumentComesWithWhatTheServerSaysOfIt() throws {
        let document = try #require(calls.fetch("feed").document)
        #expect(String(decoding: document.body, as: UTF8.self) == "<rss/>")
        #expect(document.mediaType == "text/xml")
        #expect(document.charset == "utf-8")
        #expect(document.contentType == "text/xml; charset=utf-8")
        #expect(document.validators == validators)
        #expect(document.url == AddressText(calls.server.url("feed")))
        #expect(document.movedTo == nil)
    }

    @Test func anEmptyDocumentIsOne() {
        let outcome = calls.fetch("empty")
        #expect(outcome.text?.isEmpty == true)
        #expect(outcome.document?.mediaType == nil)
        #expect(outcome.document?.contentType == nil)
        #expect(outcome.document?.validators == Validators())
    }

    @Test func whatIsKnownDoesNotComeAgain() {
        #expect(calls.fetch("feed", validators: validators) == .unchanged(validators))
    }

    @Test func eitherValidatorWillDo() {
        let date = Validators(lastModified: validators.lastModified)
        #expect(calls.fetch("feed", validators: date) == .unchanged(date))
        let etag = Validators(etag: validators.etag)
        #expect(calls.fetch("feed", validators: etag) == .unchanged(etag))
    }

    @Test func anUnchangedDocumentMayHaveNewValidators() {
        var changed = validators
        changed.etag = "\"v2\""
        #expect(calls.fetch("changing", validators: validators) == .unchanged(changed))
    }

    @Test func unchangedIsNoAnswerToWhoKnowsNothing() {
        #expect(calls.fetch("unasked").failure?.reason == .status(304))
    }

    @Test func validatorsThatWouldBeOtherHeaderLinesAreLeftOut() throws {
        let hostile = Validators(etag: "\"a\"\r\nX-Evil: 1", lastModified: "a\0b")
        let head = try #require(calls.fetch("echo", validators: hostile).text)
        #expect(!head.contains("Evil"))
        #expect(!head.contains("If-"))
    }

    @Test func valuesThatAreTooLongOrNoTextAreNone() {
        #expect(calls.fetch("longvalues").document?.validators == Validators())
    }

    @Test func theServerSeesWhoAsksAndForWhat() throws {
        let request = FetchRequest(
            AddressText(calls.server.url("echo")),
            accept: "application/rss+xml, */*;q=0.1"
        )
        let head = try #require(calls.fetcher.fetch(request).text)
        let lines = head.split(separator: "\r\n").map(String.init)
        #expect(lines.contains("User-Agent: pipd/1.2"))
        #expect(lines.contains("Accept: application/rss+xml, */*;q=0.1"))
        #expect(lines.contains { $0.hasPrefix("Accept-Encoding: ") && $0.contains("gzip") })
        #expect(!head.lowercased().contains("cookie"))
    }

    @Test func connectionsAreKept() {
        let first = calls.fetch("connection").text
        #expect(first != nil)
        #expect(calls.fetch("connection").text == first)
        _ = calls.fetch("status/404")
        #expect(calls.fetch("connection").text == first)
    }

    @Test(arguments: ["gzip", "deflate"])
    func packedDocumentsAreUnpacked(packing: String) {
        #expect(calls.fetch("packed/\(packing)").text == "unpacked")
    }

    @Test(
        arguments: [
            ("gone", .gone), ("busy/429/120", .busy(retryAfter: .seconds(120))),
            ("busy/503/0", .busy(retryAfter: .seconds(0))),
            ("busy/503/99999999999999999999", .busy(retryAfter: .seconds(1 << 40))),
            ("busy/429/Sun,%2006%20Nov%201994%2009:49:37%20GMT", .busy(retryAfter: .seconds(3600))),
            ("busy/503/Sunday,%2006-Nov-94%2008:49:47%20GMT", .busy(retryAfter: .seconds(10))),
            ("busy/503/Sun%20Nov%20%206%2008:00:00%201994", .busy(retryAfter: .seconds(0))),
            ("busy/503/soon", .busy(retryAfter: nil)), ("busy/503/-5", .busy(retryAfter: nil)),
            ("busy/503/", .busy(retryAfter: nil)), ("undated", .busy(retryAfter: nil)),
            ("status/503", .busy(retryAfter: nil)), ("status/429", .busy(retryAfter: nil)),
        ] as [(String, FetchOutcome)]
    )
    func refusalsAreToldApart(path: String, expected: FetchOutcome) {
        #expect(calls.fetch(path == "gone" ? "status/410" : path) == expected)
    }

    @Test(
        arguments: [
            (404, false), (401, false), (204, false), (206, false), (302, false), (408, true),
            (425, true), (500, true), (502, true),
        ]
    )
    func otherAnswersAreFailures(status: Int, isWorthRetrying: Bool) {
        let failure = calls.fetch("status/\(status)").failure
        #expect(failure?.reason == .status(status))
        #expect(failure?.isWorthRetrying == isWorthRetrying)
    }
}

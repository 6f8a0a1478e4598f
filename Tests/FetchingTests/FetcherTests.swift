import Fetching
import Media
import Platform
import TestSupport
import Testing

@Suite struct FetcherTests {
    private let calls: FetchCalls

    init() throws { calls = try FetchCalls() }

    @Test(arguments: ["silent", "trickle", "endless/200"])
    func whatIsCancelledEndsWithinASecond(path: String) {
        var limits = FetchLimits()
        limits.bytes = .max
        var questions = 0
        let request = FetchRequest(AddressText(calls.server.url(path)), limits: limits)
        let outcome = calls.fetcher.fetch(request) {
            questions += 1
            return questions > 4
        }
        #expect(outcome.failure?.reason == .cancelled)
        #expect(questions <= 6, "it goes on although it was told to end")
        // It fetches on.
        #expect(calls.fetch("plain").text == "plain")
    }

    @Test func whatIsCancelledBeforeDoesNotBegin() {
        let request = FetchRequest(AddressText(calls.server.url("plain")))
        #expect(calls.fetcher.fetch(request) { true }.failure?.reason == .cancelled)
    }

    @Test func nobodyMayBeThere() throws {
        let url = AddressText("http://127.0.0.1:\(try LoopbackPort.unused())/")
        let failure = try #require(calls.fetcher.fetch(FetchRequest(url)).failure)
        guard case .isNotConnected = failure.reason else {
            Issue.record("Taken for something else: \(failure)")
            return
        }
        #expect(failure.isWorthRetrying)
    }

    @Test func aHostMayBeUnknown() throws {
        let failure = calls.fetcher.fetch(FetchRequest("http://nowhere.invalid/feed")).failure
        #expect(try #require(failure).isWorthRetrying)
        // Where nobody answers who would know it is not known whether there is one.
        if case .connectsTooSlowly = failure?.reason { return }
        #expect(failure?.reason == .hasUnknownHost)
    }

    @Test(
        arguments: [
            "", "x", "ftp://127.0.0.1/", "http:", "http://", "http:///x", "https://:1/", "//host/x",
            "file://host/x", "file://", "file:x", "http://127.0.0.1/a b", "http://127.0.0.1:x/",
            "/a\0b", "file:///a%00b", "http://127.0.0.1/" + String(repeating: "x", count: 8 << 10),
        ] as [String]
    )
    func whatIsNoAddressIsRefused(url: String) {
        let failure = calls.fetcher.fetch(FetchRequest(AddressText(url))).failure
        #expect(failure?.reason == .isNoAddress)
        #expect(failure?.isWorthRetrying == false)
    }

    @Test func limitsWithoutMeaningAreTakenAsTheLeast() {
        var limits = FetchLimits()
        limits.bytes = .min
        limits.redirects = .min
        limits.slowestBytesPerSecond = .min
        #expect(calls.fetch("empty", limits: limits).text?.isEmpty == true)
        limits.bytes = .max
        limits.slowestBytesPerSecond = .max
        limits.connecting = .seconds(Int64.max)
        limits.patience = .seconds(Int64.max)
        limits.whole = .seconds(Int64.max)
        #expect(calls.fetch("plain", limits: limits).text == "plain")
        limits.whole = .seconds(Int64.min)
        #expect(
            calls.fetch("silent", limits: limits).failure?.reason == .takesTooLong(limits.whole)
        )
    }

    @Test func fetchersWorkSideBySide() throws {
        let server = calls.server
        let threads = try (0..<4).map { _ in
            try WorkerThread(name: "fetch") {
                let fetcher = Fetcher(version: "1.2")
                for _ in 0..<20 {
                    let request = FetchRequest(AddressText(server.url("plain")))
                    #expect(fetcher.fetch(request).text == "plain")
                }
            }
        }
        for thread in threads { thread.join() }
    }
}

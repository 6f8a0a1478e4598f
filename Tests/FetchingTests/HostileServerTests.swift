import Fetching
import Media
import Testing

/// Servers that send too much, too little, or nothing.
@Suite struct HostileServerTests {
    private let calls: FetchCalls

    init() throws { calls = try FetchCalls() }

    private static let mebibyte = FetchLimits.small { $0.bytes = 1 << 20 }

    @Test(arguments: ["short", "cut", "closed"])
    func halfADocumentIsNone(path: String) {
        let failure = calls.fetch(path).failure
        #expect(failure?.reason == .isCutOff)
        #expect(failure?.isWorthRetrying == true)
    }

    @Test func whatIsBehindTheLengthIsNotOfTheDocument() {
        #expect(calls.fetch("long").text == "0123")
        #expect(calls.fetch("plain").text == "plain")
    }

    @Test func aLengthBelowZeroIsRefused() {
        #expect(calls.fetch("negative").failure != nil)
    }

    @Test(arguments: ["huge/200", "endless/200", "endless/302", "bomb", "hollow"])
    func whatIsTooLongIsStopped(path: String) {
        let failure = calls.fetch(path, limits: Self.mebibyte).failure
        #expect(failure?.reason == .isTooLong(limitBytes: 1 << 20))
        #expect(failure?.isWorthRetrying == false)
    }

    @Test func aDocumentMayBeAsLongAsTheLimit() {
        #expect(calls.fetch("plain", limits: .small { $0.bytes = 5 }).text == "plain")
        let failure = calls.fetch("plain", limits: .small { $0.bytes = 4 }).failure
        #expect(failure?.reason == .isTooLong(limitBytes: 4))
    }

    @Test func theTextOfARefusalIsNotReadToItsEnd() {
        #expect(calls.fetch("endless/404").failure?.reason == .status(404))
        #expect(calls.fetch("endless/410") == .gone)
        #expect(calls.fetch("huge/404").failure?.reason == .status(404))
        #expect(calls.fetch("plain").text == "plain")
    }

    @Test func headersAreBounded() {
        #expect(calls.fetch("fields").text?.isEmpty == true)
        #expect(calls.fetch("longfield").failure?.reason == .hasTooLongHeader)
        #expect(calls.fetch("manyfields").failure?.reason == .hasTooLongHeader)
    }

    @Test func damagedPackingIsTold() {
        guard case .isDamaged = calls.fetch("damaged").failure?.reason else {
            Issue.record("Taken for something else")
            return
        }
    }

    @Test func whoeverSendsNextToNothingIsGivenUp() {
        let limits = FetchLimits.small { $0.patience = .seconds(1) }
        let failure = calls.fetch("trickle", limits: limits).failure
        #expect(failure?.reason == .sendsTooSlowly(.seconds(1)))
        #expect(failure?.isWorthRetrying == true)
    }

    @Test func whoeverSaysNothingIsGivenUp() {
        let limits = FetchLimits.small { $0.patience = .seconds(1) }
        #expect(
            calls.fetch("silent", limits: limits).failure?.reason == .sendsTooSlowly(.seconds(1))
        )
    }

    @Test(arguments: ["silent", "trickle"])
    func aFetchHasAnEnd(path: String) {
        let limits = FetchLimits.small { $0.whole = .milliseconds(300) }
        let failure = calls.fetch(path, limits: limits).failure
        #expect(failure?.reason == .takesTooLong(.milliseconds(300)))
    }

    @Test func redirectsShareTheTime() {
        let limits = FetchLimits.small { $0.whole = .milliseconds(300) }
        let failure = calls.fetch("to/\(calls.server.url("silent"))", limits: limits).failure
        #expect(failure?.reason == .takesTooLong(.milliseconds(300)))
    }

    @Test func encryptionThatIsNotAnsweredIsGivenUp() {
        let url = AddressText(calls.server.url("x", scheme: "https"))
        let limits = FetchLimits.small { $0.connecting = .milliseconds(300) }
        let outcome = calls.fetcher.fetch(FetchRequest(url, limits: limits))
        #expect(outcome.failure?.reason == .connectsTooSlowly(.milliseconds(300)))
    }

    @Test func aServerWithoutEncryptionIsNotSafe() {
        let url = AddressText(calls.server.url("x", host: "localhost", scheme: "https"))
        guard case .isNotSecure = calls.fetcher.fetch(FetchRequest(url)).failure?.reason else {
            Issue.record("Taken for something else")
            return
        }
    }
}

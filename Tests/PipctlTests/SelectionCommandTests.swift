import ControlAPI
import TestSupport
import Testing

@testable import pipctl

@Suite struct SelectionCommandTests {
    private static let answer = #"{"count":2,"duration_ms":9999,"id":"3","valid":true}"#

    @Test(
        arguments: [
            ("select 17 4", #"{"ids":["17","4"]}"#), ("select --all", #"{"query":{}}"#),
            (
                "select --album a --type photo --favourites --min-duration 5 --search b",
                #"{"query":{"album":"a","favourite":true,"min_duration":5,"q":"b","#
                    + #""type":"photo"}}"#
            ),
            (
                "select --all --except 1 --except 2",
                #"{"exclude":["1","2"],"query":{}}"#
            ),
            ("select --from-selection 3", #"{"selection":"3"}"#),
            ("select --from-album sea", #"{"album":"sea"}"#),
            ("selection add 3 1 2", #"{"add":["1","2"]}"#),
            ("selection remove 3 1", #"{"remove":["1"]}"#),
            ("selection range 3 1 2", #"{"range":["1","2"]}"#),
            (
                "selection range 3 1 2 --type video",
                #"{"query":{"type":"video"},"range":["1","2"]}"#
            ),
            ("selection move 3 1 0", #"{"move":{"asset":"1","to":0}}"#),
            ("play 3 --in pip", #"{"in":"pip"}"#),
            ("album put sea --name Sea 1", #"{"ids":["1"],"name":"Sea"}"#),
        ]
    )
    func whatIsSaidIsSent(command: String, body: String) throws {
        let daemon = try CannedDaemon(status: "200 OK", body: Self.answer)
        let words = ["library"] + command.split(separator: " ").map(String.init) + ["--json"]
        let result = try Pipctl.run(words, daemon)
        #expect(daemon.request.hasSuffix(body), "\(daemon.request) \(result)")
    }

    /// What one request does not take follows in others.
    @Test func manyAreSentInParts() throws {
        let daemon = try CannedDaemon(status: "200 OK", body: Self.answer)
        let ids = (1...1_001).map { "\($0)" }
        _ = try Pipctl.run(["library", "select"] + ids, daemon)
        #expect(daemon.request.hasPrefix("PATCH /v1/library/selections/3 "))
        #expect(daemon.request.hasSuffix(#"{"add":["1001"]}"#), "\(daemon.request)")
        let excepted = (1...501).flatMap { ["--except", "\($0)"] }
        _ = try Pipctl.run(["library", "select", "--all"] + excepted, daemon)
        #expect(daemon.request.hasSuffix(#"{"remove":["501"]}"#), "\(daemon.request)")
    }

    @Test(
        arguments: [
            "select", "select 1 --all", "select 1 --except 2", "select --from-album a --all",
            "preview", "preview 1 --selection 2", "album put sea",
        ]
    )
    func whatSaysNothingOrTooMuchIsRefused(command: String) throws {
        let words = ["library"] + command.split(separator: " ").map(String.init)
        #expect(try Pipctl.run(words).ending == .exit(64))
    }

    @Test func anAlbumOfTooManyIDsIsMadeOfASelection() throws {
        let ids = (1...501).map { "\($0)" }
        let result = try Pipctl.run(["library", "album", "put", "sea"] + ids)
        #expect(result.status == 64 && result.errors.contains("add', for --from-selection."))
    }

    @Test func aSelectionSaysHowLongItIsAndWhyItIsNotShown() {
        let good = SelectionReport(id: "3", count: 2, milliseconds: 9_999, reason: nil)
        #expect(
            ReportText.selection(good) == """
                selection  3
                files      2
                length     9.999 s
                shown      it can be

                """
        )
        let reason = "4 s selected; 5 to 1200 are accepted"
        let bad = SelectionReport(id: "3", count: 1, milliseconds: 4_000, reason: reason)
        #expect(ReportText.selection(bad).contains("length     4 s\nshown      no: 4 s selected;"))
    }
}

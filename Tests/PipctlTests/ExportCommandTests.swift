import ControlAPI
import TestSupport
import Testing

@testable import pipctl

@Suite struct ExportCommandTests {
    private static let done =
        #"{"id":"3","state":"done","mode":"trim","to":"/srv/x","count":1,"exported":1,"bytes":5,"#
        + #""total_bytes":5,"actual_start":1,"hidden_ms":500,"requested":{"in":1.5},"#
        + #""files":["/srv/x/a.mp4"]}"#

    @Test(
        arguments: [
            (["export", "1", "2", "--to", "/srv/x"], #"{"assets":["1","2"],"to":"/srv/x"}"#),
            (["export", "--selection", "3", "--to", "/a"], #"{"selection":"3","to":"/a"}"#),
            (
                ["export", "1", "--to", "/srv/x", "--in", "1.5", "--out", "3"],
                #"{"assets":["1"],"in":1.5,"out":3,"to":"/srv/x"}"#
            ),
            (
                ["export", "1", "--to", "/srv/x", "--in", "1:00", "--out", "0:01:30.5"],
                #"{"assets":["1"],"in":60,"out":90.5,"to":"/srv/x"}"#
            ),
        ])
    func whatIsSaidIsSent(words: [String], body: String) throws {
        let daemon = try CannedDaemon(status: "202 Accepted", body: Self.done)
        _ = try Pipctl.run(["library"] + words + ["--no-wait"], daemon)
        #expect(daemon.request.hasPrefix("POST /v1/library/exports "))
        #expect(daemon.request.hasSuffix(body), "\(daemon.request)")
    }

    @Test func anExportIsWaitedFor() throws {
        let daemon = try CannedDaemon(status: "200 OK", body: Self.done)
        let finished = try Pipctl.run(["library", "export", "1", "--to", "."], daemon)
        #expect(daemon.request.hasPrefix("GET /v1/library/exports/3 "))
        #expect(
            finished.output == """
                /srv/x/a.mp4
                begins at 1.000 s, with a key picture; the first 0.500 s are hidden

                """
        )
        let failed = try CannedDaemon(
            status: "200 OK",
            body: Self.done.replacing("\"done\"", with: "\"failed\",\"reason\":\"It is full.\"")
                .replacing("\"exported\":1", with: "\"exported\":0")
        )
        let refused = try Pipctl.run(["library", "export", "1", "--to", "/a"], failed)
        #expect(refused.status == 1 && refused.errors == "pipctl: It is full.\n")
    }

    @Test(
        arguments: [
            (1.5, 1, 500, "begins at 1.000 s, with a key picture; the first 0.500 s are hidden\n"),
            (
                1, 0, 0,
                "begins at 0.000 s, with a key picture; "
                    + "the 1.000 s before --in are seen as well, which Matroska cannot hide\n"
            ),
            (0.1, 0.25, 0, "begins at 0.250 s, with its first key picture\n"),
            // As it was to be.
            (2, 2, 0, ""), (nil, 0, 0, ""),
        ] as [(Double?, Double, Int64, String)]
    )
    func whatIsSeenBeforeAPartIsSaid(
        wanted: Double?,
        start: Double,
        hidden: Int64,
        says: String
    ) throws {
        var definition = ExportDefinition(.assets(["1"]), mode: .trim, to: "/a")
        (definition.start, definition.end) = (wanted, 3)
        var export = ExportReport(id: "3", of: definition, count: 1, bytes: 200)
        (export.state, export.actualStart, export.hiddenMilliseconds) = (.done, start, hidden)
        #expect(ReportText.export(export) == says)
    }

    @Test func exportsAreListedAndCancelled() throws {
        let daemon = try CannedDaemon(status: "200 OK", body: #"{"exports":[\#(Self.done)]}"#)
        let list = try Pipctl.run(["library", "exports"], daemon)
        #expect(
            list.output == """
                ID  STATE  MODE   FILES  WRITTEN   OF  TO      NOTE
                3   done   trim  1 of 1      5 B  5 B  /srv/x

                """
        )
        #expect(ReportText.exports(ExportList(exports: [])) == "None\n")
        let cancelling = try CannedDaemon(status: "204 No Content", body: "")
        #expect(try Pipctl.run(["library", "cancel", "3"], cancelling).status == 0)
        #expect(cancelling.request.hasPrefix("DELETE /v1/library/exports/3 "))
    }

    @Test func progressIsAShareOfWhatThereIs() throws {
        let definition = ExportDefinition(.assets(["1"]), mode: .copy, to: "/a")
        var export = ExportReport(id: "3", of: definition, count: 1, bytes: 200)
        #expect(ReportText.progress(export) == "export 3: waiting for others")
        (export.state, export.bytes) = (.running, 50)
        #expect(ReportText.progress(export) == "export 3: 25%")
        export.bytes = 300
        #expect(ReportText.progress(export) == "export 3: 100%")
    }

    /// More than an answer names.
    @Test func whatIsManyIsCounted() throws {
        let definition = ExportDefinition(.selection("7"), mode: .copy, to: "/a")
        var export = ExportReport(id: "3", of: definition, count: 2_000, bytes: 200)
        (export.state, export.bytes, export.exported) = (.running, 50, 12)
        #expect(ReportText.progress(export) == "export 3: 25%, 12 of 2000 files")
        (export.state, export.reason) = (.failed, "It is full.")
        #expect(ReportText.end(of: export) == "It is full. Exported are 12 of 2000, which stay.")
        (export.state, export.exported, export.files) = (.done, 2_000, ["/a/b"])
        #expect(ReportText.export(export) == "/a/b\nand 1999 more\n")
    }

    @Test(
        arguments: [
            (["1", "--in", "1:60"], "'1:60' is invalid"),
            (["1", "--out", "-1"], "'-1' is invalid"),
            (["1", "--in", "1m"], "[hours:]minutes:seconds"),
            (["1", "--in", "-1:00"], "'-1:00' is invalid"),
            ((1...501).map { "\($0)" }, "Accepted are 500 IDs; 'pipctl library select'"),
            ((1...501).map { "\($0)" }, "selection add', for --selection."),
        ] as [([String], String)]
    )
    func whatIsNotAcceptedIsNotSent(words: [String], says: String) throws {
        let finished = try Pipctl.run(["library", "export", "--to", "/a"] + words)
        #expect(finished.status == 64 && finished.errors.contains(says), "\(finished.errors)")
    }

    @Test(arguments: [[], ["1", "--selection", "3"]])
    func eitherIDsOrASelection(words: [String]) throws {
        let daemon = try CannedDaemon(status: "202 Accepted", body: Self.done)
        let finished = try Pipctl.run(["library", "export", "--to", "/a"] + words, daemon)
        #expect(finished.status == 64 && finished.errors.contains("IDs, or --selection"))
    }
}

internal import ControlAPI
internal import Foundation
internal import Glibc
internal import TestSupport
internal import Testing

/// Files of the library, exported and sent by a real daemon.
@Suite(.timeLimit(.minutes(30))) struct LibraryExportTests {
    private let scratch: Scratch
    private let settings: String

    init() throws {
        scratch = try Scratch()
        let clip = try Clips.make(
            "export.mp4",
            "-f lavfi -i testsrc2=s=64x36:r=25:d=3 -g 25 -c:v mpeg4"
        )
        for folder in ["media", "exports"] {
            try FileManager.default.createDirectory(
                atPath: scratch.path(folder),
                withIntermediateDirectories: true
            )
        }
        try FileManager.default.copyItem(atPath: clip, toPath: scratch.path("media/a.mp4"))
        settings = try scratch.write(
            "pipd.yml",
            """
            main: pattern
            streams: { pattern: { url: "test:64x36@30" } }
            library: { roots: ["\(scratch.path("media"))"], exports: ["\(scratch.path("exports"))"] }

            """
        )
    }

    @Test func aFileIsCopiedAndTrimmed() throws {
        let daemon = try ready()
        let id = try asset(daemon)
        let events = try Connection(daemon.socketPath)
        _ = events.send(Array("GET /v1/events HTTP/1.1\r\nHost: pipd\r\n\r\n".utf8))
        let copy = try finished(daemon, #"{"asset":"\#(id)","to":"\#(exports)"}"#)
        #expect(copy.state == .done && copy.files == ["\(exports)/a.mp4"], "\(copy)")
        #expect(Files.bytes(of: "\(exports)/a.mp4") == Files.bytes(of: scratch.path("media/a.mp4")))
        let trim = try finished(
            daemon,
            #"{"asset":"\#(id)","in":1.5,"out":2.5,"to":"\#(exports)"}"#
        )
        #expect(trim.state == .done && trim.files == ["\(exports)/a-1.mp4"], "\(trim)")
        #expect(trim.actualStart == 1 && trim.hiddenMilliseconds == 500)
        #expect(trim.result?.first?.duration == 1 && trim.result?.first?.id == id)
        let metrics = try daemon.metrics()
        #expect(metrics[#"pipd_exports_total{result="done"}"#] == 2)
        #expect(metrics[#"pipd_exports_total{result="failed"}"#] == 0)
        let list = try daemon.request("GET", "/v1/library/exports").text
        #expect(list.contains(#""mode":"trim""#))
        let removed = try daemon.request("DELETE", "/v1/library/exports/\(copy.id)")
        #expect(removed.status == 204)
        #expect(try daemon.request("GET", "/v1/library/exports/\(copy.id)").status == 404)
        daemon.expectCleanStop()
        let told = String(decoding: events.receiveAll(until: .patience), as: UTF8.self)
        #expect(told.contains("event: export-done"))
    }

    /// The original is there before and behind it, as it was.
    @Test func whatCannotBeExportedIsRefused() throws {
        try scratch.write("media/b.jpg", "This is no picture")
        let daemon = try ready()
        let id = try asset(daemon)
        #expect(try daemon.eventually { try assets(daemon, "?type=photo").count == 1 })
        let photo = try #require(try assets(daemon, "?type=photo").first?.id)
        let original = Files.bytes(of: scratch.path("media/a.mp4"))
        let cases = [
            (#"{"asset":"\#(id)","to":"/etc"}"#, 403, exports),
            (#"{"asset":"\#(id)","to":"\#(exports)/../media"}"#, 403, "accepted is"),
            (#"{"asset":"99","to":"\#(exports)"}"#, 404, "99"),
            (#"{"asset":"\#(id)","to":"\#(exports)/missing"}"#, 409, "Make the directory"),
            (#"{"asset":"\#(photo)","in":1,"to":"\#(exports)"}"#, 415, "picture"),
            (#"{"asset":"\#(id)","in":9,"to":"\#(exports)"}"#, 422, "it lasts 3.0 seconds"),
        ]
        for (body, status, says) in cases {
            let answer = try daemon.request("POST", "/v1/library/exports", json: body)
            #expect(answer.status == status && answer.text.contains(says), "\(answer.text)")
        }
        // Somebody puts a link in the place of a directory that was allowed.
        try FileManager.default.removeItem(atPath: exports)
        try FileManager.default.createSymbolicLink(
            atPath: exports,
            withDestinationPath: scratch.path("media")
        )
        let body = #"{"asset":"\#(id)","to":"\#(exports)"}"#
        let answer = try daemon.request("POST", "/v1/library/exports", json: body)
        #expect(answer.status == 409, "\(answer.text)")
        #expect(Files.bytes(of: scratch.path("media/a.mp4")) == original)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scratch.path("media")).count == 2
        )
        daemon.expectCleanStop()
    }

    /// Whenever the process is killed: there is the whole file, or nothing.
    @Test func aKilledProcessLeavesNothingHalf() throws {
        let size = 256 << 20
        let path = try scratch.write("media/large.mp4", "")
        #expect(truncate(path, size) == 0)
        let daemon = try ready()
        #expect(try daemon.eventually { try assets(daemon, "").count == 2 })
        let asset = try #require(try assets(daemon, "?q=large").first)
        let body = #"{"asset":"\#(asset.id)","to":"\#(exports)"}"#
        let answer = try daemon.request("POST", "/v1/library/exports", json: body)
        #expect(answer.status == 202, "\(answer.text)")
        kill(try #require(FeedTests.child(of: daemon.program.processID)), SIGKILL)
        let export = try report(answer)
        var last = export
        let isOver = try daemon.eventually {
            let answer = try daemon.request("GET", "/v1/library/exports/\(export.id)")
            guard answer.status == 200 else { return false }
            last = try report(answer)
            return last.state.isOver
        }
        #expect(isOver, "\(daemon.program.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: exports)
        // It may have been done, or not begun, when it was killed.
        #expect(names.isEmpty || names == ["large.mp4"], "\(names)")
        for name in names {
            #expect(Files.attributes(of: "\(exports)/\(name)")?.st_size == size)
        }
        #expect(last.state == .done || last.reason?.hasPrefix("interrupted") == true)
        daemon.expectCleanStop()
    }

    /// What is there is whole, and what is said to be there is.
    @Test func aSelectionIsExportedAndKilled() throws {
        let clip = scratch.path("media/a.mp4")
        let size = try #require(Files.attributes(of: clip)?.st_size)
        let copies = 30
        for number in 1...copies {
            let copy = scratch.path("media/b\(number).mp4")
            try FileManager.default.copyItem(atPath: clip, toPath: copy)
        }
        let daemon = try ready()
        #expect(try daemon.eventually { try assets(daemon, "").count == copies + 1 })
        let ids = try assets(daemon, "").map(\.id)
        let list = ids.map { #""\#($0)""# }.joined(separator: ",")
        let selection = #"{"ids":[\#(list)]}"#
        let made = try daemon.request("POST", "/v1/library/selections", json: selection)
        #expect(made.status == 201, "\(made.text)")
        let id = try JSONText.decode(SelectionReport.self, from: Data(made.body)).id
        let body = #"{"selection":"\#(id)","to":"\#(exports)"}"#
        let begun = try report(daemon.request("POST", "/v1/library/exports", json: body))
        #expect(begun.count == ids.count && begun.selection == id)
        kill(try #require(FeedTests.child(of: daemon.program.processID)), SIGKILL)
        var killed = begun
        #expect(
            try daemon.eventually {
                let answer = try daemon.request("GET", "/v1/library/exports/\(begun.id)")
                guard answer.status == 200 else { return false }
                killed = try report(answer)
                return killed.state.isOver
            }
        )
        let names = try FileManager.default.contentsOfDirectory(atPath: exports)
        for name in names {
            #expect(Files.attributes(of: "\(exports)/\(name)")?.st_size == size, "\(name)")
        }
        // One that appeared in that moment may not be counted.
        #expect([killed.exported, killed.exported + 1].contains(names.count), "\(killed)")
        let done = try finished(daemon, body)
        #expect(done.state == .done && done.exported == ids.count, "\(done)")
        #expect(done.result?.map(\.id) == ids)
        daemon.expectCleanStop()
    }

    @Test func aFileIsSentWholeAndInPart() throws {
        let daemon = try ready()
        let path = "/v1/library/assets/\(try asset(daemon))/file"
        let bytes = Files.bytes(of: scratch.path("media/a.mp4"))
        let whole = try daemon.request("GET", path)
        #expect(whole.status == 200 && whole.body == bytes)
        #expect(whole.head.contains("Content-Type: video/mp4"))
        let connection = try Connection(daemon.socketPath)
        let head = "GET \(path) HTTP/1.1\r\nHost: pipd\r\nConnection: close\r\n"
        _ = connection.send(Array("\(head)Range: bytes=-100\r\n\r\n".utf8))
        let part = try #require(Answer(connection.receiveAll(until: .patience)))
        #expect(part.status == 206 && part.body == Array(bytes.suffix(100)))
        #expect(try daemon.request("HEAD", path).body.isEmpty)
        try FileManager.default.removeItem(atPath: scratch.path("media/a.mp4"))
        #expect(try daemon.request("GET", path).status == 409)
        try FileManager.default.moveItem(atPath: scratch.path("media"), toPath: scratch.path("b"))
        #expect(try daemon.request("POST", "/v1/library/scan", json: "{}").status == 202)
        #expect(
            try daemon.eventually {
                try daemon.request("GET", path).text.contains("is offline: it cannot be reached")
            }
        )
        daemon.expectCleanStop()
    }

    private var exports: String { scratch.path("exports") }

    private func ready() throws -> Daemon {
        let daemon = try Daemon.ready(["--config", settings], in: scratch)
        #expect(try daemon.hasMedia(), "\(daemon.program.errors)")
        return daemon
    }

    /// The ID of the clip, once it was found.
    private func asset(_ daemon: Daemon) throws -> String {
        #expect(try daemon.eventually { try !assets(daemon, "?q=a.mp4").isEmpty })
        return try #require(try assets(daemon, "?q=a.mp4").first).id
    }

    private func assets(_ daemon: Daemon, _ query: String) throws -> [AssetReport] {
        let answer = try daemon.request("GET", "/v1/library/assets\(query)")
        guard answer.status == 200 else { return [] }
        return try JSONText.decode(AssetPage.self, from: Data(answer.body)).assets
    }

    private func finished(_ daemon: Daemon, _ body: String) throws -> ExportReport {
        let answer = try daemon.request("POST", "/v1/library/exports", json: body)
        try #require(answer.status == 202, "\(answer.text)")
        var last = try report(answer)
        let path = "/v1/library/exports/\(last.id)"
        #expect(
            try daemon.eventually {
                last = try report(daemon.request("GET", path))
                return last.state.isOver
            }
        )
        return last
    }

    private func report(_ answer: Answer) throws -> ExportReport {
        try JSONText.decode(ExportReport.self, from: Data(answer.body))
    }
}

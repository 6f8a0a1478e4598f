internal import ControlAPI
internal import Foundation
internal import Glibc
internal import Media
internal import Platform
internal import Testing

/// Images that the daemon writes to files, and those it sends to everybody.
@Suite(.timeLimit(.minutes(30))) struct ImageFileTests {
    /// A daemon whose library and one more directory are its own.
    private func daemon() throws -> Daemon {
        let folder = try Scratch()
        let configuration = folder.path("pipd.yml")
        try """
        images: { library: \(folder.path("library")), directories: [\(folder.path("exports"))] }
        """.write(toFile: configuration, atomically: true, encoding: .utf8)
        try FileManager.default.createDirectory(
            atPath: folder.path("exports/deep"),
            withIntermediateDirectories: true
        )
        return try Daemon.ready(
            ["--config", configuration, "--stream", "main=test:160x90@30"],
            in: folder
        )
    }

    private func names(_ path: String) -> [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: path).sorted()) ?? []
    }

    @Test func aFileIsWrittenWholeWhereTheClientSays() throws {
        let daemon = try daemon()
        let path = daemon.scratch.path("exports/deep/a.jpg")
        let json = #"{"output":"path","path":"\#(path)"}"#
        let report = try daemon.screenshot("main", json).report
        #expect(report.path == path)
        #expect(Files.bytes(of: path).count == report.bytes)
        let sum = try Programs.run("sha256sum", [path], in: daemon.scratch).output
        #expect(sum.hasPrefix(report.sha256))
        #expect(try Pixels(of: Files.bytes(of: path), in: daemon.scratch).width == 160)
        // Once more: only with `overwrite`.
        let again = try daemon.request("POST", "/v1/streams/main/screenshot", json: json)
        #expect(again.status == 409 && again.text.contains("overwrite"), "\(again.text)")
        let over = #"{"output":"path","path":"\#(path)","overwrite":true,"format":"png"}"#
        #expect(try daemon.screenshot("main", over).report.format == .png)
        #expect(Files.bytes(of: path).starts(with: [0x89, 0x50]))
        #expect(names(daemon.scratch.path("exports")) == ["deep", "deep/a.jpg"])
        daemon.expectCleanStop()
    }

    @Test func noClientWritesAnywhereElse() throws {
        let daemon = try daemon()
        let exports = daemon.scratch.path("exports")
        try FileManager.default.createSymbolicLink(
            atPath: exports + "/out",
            withDestinationPath: daemon.scratch.path("")
        )
        let paths = [
            (daemon.scratch.path("x.jpg"), 403), (exports + "/../x.jpg", 403),
            (exports + "/out/x.jpg", 403), (exports + "/deep/../../x.jpg", 403),
            (exports + "x/x.jpg", 403), ("/proc/self/cwd/x.jpg", 403),
            (exports + "/missing/x.jpg", 422), (exports + "/deep", 422),
            (exports + "/" + String(repeating: "x", count: 300), 422),
        ]
        for (path, status) in paths {
            let json = #"{"output":"path","path":"\#(path)"}"#
            for route in ["streams/main/screenshot", "snapshot"] {
                let answer = try daemon.request("POST", "/v1/\(route)", json: json)
                #expect(answer.status == status, "\(path): \(answer.text)")
            }
        }
        #expect(!FileManager.default.fileExists(atPath: daemon.scratch.path("x.jpg")))
        #expect(names(exports).filter { !$0.hasPrefix("out/") } == ["deep", "out"])
        daemon.expectCleanStop()
    }

    @Test func theLibraryNamesFilesByDateAndStream() throws {
        let daemon = try daemon()
        let first = try daemon.screenshot("main", #"{"output":"library"}"#).report
        let second = try daemon.image("/v1/snapshot", #"{"output":"library"}"#).report
        let files = names(daemon.scratch.path("library"))
        #expect(files.count == 2)
        #expect(files.contains { $0.hasSuffix("-main.jpg") && first.path?.hasSuffix($0) == true })
        #expect(files.contains { $0.hasSuffix("-view.png") && second.path?.hasSuffix($0) == true })
        #expect(files.allSatisfy { $0.prefix(8).allSatisfy(\.isNumber) })
    }

    /// By a link to elsewhere, or by a file; with a reload in between, which follows none either.
    @Test(arguments: ["library", "exports"])
    func aDirectoryThatIsReplacedLeadsNowhere(name: String) throws {
        let daemon = try daemon()
        let directory = daemon.scratch.path(name)
        let elsewhere = daemon.scratch.path("elsewhere")
        let json =
            name == "library"
            ? #"{"output":"library"}"# : #"{"output":"path","path":"\#(directory)/a.jpg"}"#
        _ = try daemon.screenshot("main", json)
        try systemCall("rename") { rename(directory, elsewhere) }
        let before = names(elsewhere)
        try systemCall("symlink") { symlink(elsewhere, directory) }
        for _ in 0..<2 {
            let answer = try daemon.request("POST", "/v1/streams/main/screenshot", json: json)
            #expect(answer.status == 409, "\(answer.text)")
            #expect(answer.text.contains("a symbolic link has its place"), "\(answer.text)")
            #expect(names(elsewhere) == before)
            daemon.program.send(SIGHUP)
            try #require(daemon.manager.first { $0.hasPrefix("RELOADING=1\n") } != nil)
            try #require(daemon.manager.first { $0.hasPrefix("READY=1\n") } != nil)
        }
        try systemCall("unlink") { unlink(directory) }
        try "mine".write(toFile: directory, atomically: true, encoding: .utf8)
        let answer = try daemon.request("POST", "/v1/streams/main/screenshot", json: json)
        #expect(answer.status == 409 && answer.text.contains(directory), "\(answer.text)")
        #expect(answer.text.contains("a file or a symbolic link has its place"))
        #expect(try String(contentsOfFile: directory, encoding: .utf8) == "mine")
        daemon.expectCleanStop()
    }

    /// A link that was there before the start is the administrator's.
    @Test func aLinkThatWasThereIsFollowed() throws {
        let folder = try Scratch()
        let real = folder.path("real")
        try systemCall("mkdir") { mkdir(real, 0o755) }
        try systemCall("symlink") { symlink(real, folder.path("link")) }
        let configuration = try folder.write(
            "pipd.yml",
            "images: { library: \(folder.path("link/pictures")) }\n"
        )
        let daemon = try Daemon.ready(
            ["--config", configuration, "--stream", "main=test:160x90@30"],
            in: folder
        )
        for count in 1...2 {
            _ = try daemon.screenshot("main", #"{"output":"library"}"#)
            #expect(names("\(real)/pictures").count == count)
        }
        // Made again where it was.
        try FileManager.default.removeItem(atPath: "\(real)/pictures")
        _ = try daemon.screenshot("main", #"{"output":"library"}"#)
        #expect(names("\(real)/pictures").count == 1)
        daemon.expectCleanStop()
    }

    /// Reads what a listener is sent until so many whole snapshots are among it.
    private func read(_ listener: Connection, _ text: inout String, snapshots: Int) -> Bool {
        listener.read(into: &text) { text in
            let whole = text.components(separatedBy: "event: snapshot").dropFirst()
            return whole.count { $0.contains("\n\n") } >= snapshots
        }
    }

    @Test func aSnapshotEventReachesWhoListensByRequestAndBySignal() throws {
        let daemon = try daemon()
        let listener = try Connection(daemon.socketPath)
        var text = try listener.subscribe()
        #expect(text.contains("200 OK"))
        let answer = try daemon.request("POST", "/v1/snapshot?event=true", json: "{}")
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.text.contains(#""subscribers":1"#), "\(answer.text)")
        #expect(read(listener, &text, snapshots: 1))
        daemon.program.send(Signal.realtimeMinimum.rawValue)
        #expect(read(listener, &text, snapshots: 2))
        #expect(text.contains(#""format":"jpeg""#))
        let made = try daemon.metrics()[#"pipd_images_total{kind="snapshot",result="made"}"#]
        #expect(made == 2)
        daemon.expectCleanStop()
    }

    /// A stop does not wait for images, and leaves no client without an answer.
    @Test func aStopAnswersWhoWaitsForAnImage() throws {
        let daemon = try daemon()
        let json = #"{"format":"png","wait_ms":30000}"#
        let added = try daemon.request(
            "PUT",
            "/v1/streams/down",
            json: #"{"url":"http://127.0.0.1:1/absent.mp4"}"#
        )
        #expect(added.status == 201)
        let clients = try (0..<8).map { number in
            let connection = try Connection(daemon.socketPath)
            let stream = number.isMultiple(of: 2) ? "down" : "main"
            let head =
                "POST /v1/streams/\(stream)/screenshot HTTP/1.1\r\nHost: pipd\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n\r\n"
            _ = connection.send(Array((head + json).utf8))
            return connection
        }
        #expect(try daemon.becomesHealthy())
        daemon.expectCleanStop()
        for client in clients {
            let answer = Answer(client.receiveAll(until: .patience))
            #expect(answer?.status == 200 || answer?.status == 503)
        }
        #expect(names(daemon.scratch.path("exports")) == ["deep"])
    }
}

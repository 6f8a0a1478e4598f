internal import Glibc
internal import TestSupport
internal import Testing

/// What the program says of a configuration, and the status it ends with.
@Suite(.timeLimit(.minutes(30))) struct ConfigurationTests {
    /// A bad file, the line to blame, and what else the message must contain.
    @Test(
        arguments: [
            ("main: a\nstrems:\n  a: { url: demo }", 2, ["strems", "\"streams\"", "accepted:"]),
            ("pip:\n  stream: demo\n  enabeld: true", 3, ["enabeld", "\"enabled\""]),
            ("streams:\n  a: { url: demo, lop: true }", 2, ["lop", "\"loop\""]),
            ("streams:\n  a: { url: \"gopher://x\" }", 2, ["gopher", "rtsp://"]),
            ("\nmax_fps: fast", 2, ["fast", "1000"]),
            ("\nmain: nothere", 2, ["nothere", "demo"]),
            ("pip:\n  stream: nothere", 2, ["nothere", "demo"]),
            ("\noutput: { kind: hdmi }", 2, ["hdmi", "headless"]),
            ("output:\n  mode: rubbish", 2, ["rubbish", "WxH"]),
            ("\ncompositor: gpu", 2, ["gpu", "gles"]),
            ("streams:\n  a: { url: demo }\n  a: { url: demo }", 3, ["\"a\"", "more than once"]),
            ("main: [a,\nb: {", 3, ["YAML"]),
        ] as [(text: String, line: Int, words: [String])]
    )
    func aBadFileIs78AndNamesTheLine(text: String, line: Int, words: [String]) throws {
        let scratch = try Scratch()
        let file = try scratch.write("bad.yml", text)
        for mode in [["--check-config"], ["--duration", "1"]] {
            let result = try Programs.run(Programs.pipd, ["--config", file] + mode, in: scratch)
            #expect(result.ending == .exit(78))
            #expect(result.output == "")
            for word in ["\(file):\(line): "] + words {
                #expect(result.errors.contains(word), "\(result.errors)")
            }
        }
    }

    @Test func aGoodFileIsSummedUp() throws {
        let scratch = try Scratch()
        let file = try scratch.write(
            "good.yml",
            "main: lobby\nstreams:\n  lobby: { url: /nowhere.mp4 }\n  door: { url: demo }\n"
        )
        let arguments = ["--config", file, "--check-config"]
        let result = try Programs.run(Programs.pipd, arguments, in: scratch)
        #expect(result.ending == .exit(0))
        #expect(result.errors == "")
        for word in ["good", "main lobby", "lobby, door"] { #expect(result.output.contains(word)) }
    }

    /// A path in place of the file, and what the message must say.
    @Test(
        arguments: [
            ("/nowhere/pipd.yml", "No such file"), ("/tmp", "directory"),
            ("/bin/sh", "UTF-8"),
        ] as [(String, String)]
    )
    func aFileThatCannotBeReadIs78(path: String, word: String) throws {
        let arguments = ["--config", path, "--check-config"]
        let result = try Programs.run(Programs.pipd, arguments, in: try Scratch())
        #expect(result.ending == .exit(78))
        #expect(result.errors.contains("\(path): "))
        #expect(result.errors.contains(word), "\(result.errors)")
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let line: String
        let status: CInt
        let words: [String]

        init(_ status: CInt, _ line: String, says words: String...) {
            self.status = status
            self.line = line
            self.words = words
        }

        var testDescription: String { line }
    }

    @Test(arguments: [
        Refusal(64, "--colour", says: "pipd: error: ", "--colour"),
        Refusal(64, "--stream", says: "--stream"),
        Refusal(64, "--output headless --output=kms", says: "--output is given twice"),
        Refusal(64, "--main a --once --once --main b", says: "--main is given twice"),
        Refusal(64, "--stream=", says: "--stream"),
        Refusal(64, "--stream nothere", says: "nothere", "demo"),
        Refusal(64, "--stream x=gopher://y", says: "gopher", "rtsp://"),
        Refusal(64, "--output hdmi", says: "hdmi", "headless"),
        Refusal(64, "--output headless:0x0", says: "0x0", "16x16"),
        Refusal(64, "--compositor gpu", says: "gpu", "gles"),
        Refusal(64, "--max-fps=-1", says: "-1", "1000"),
        Refusal(64, "--duration=nan", says: "--duration is nan"),
        Refusal(64, "--clock sundial", says: "sundial", "virtual"),
        Refusal(64, "--log-level loud", says: "loud", "debug"),
        Refusal(64, "--listen 127.0.0.1:8080", says: "web: {", "pipctl token create"),
        Refusal(66, "--stream /nowhere.mp4", says: "/nowhere.mp4", "No such file"),
        Refusal(66, "--once --stream /nowhere.mp4", says: "/nowhere.mp4", "No such file"),
        Refusal(66, "--once --stream demo --pip --main a=/nowhere.mp4", says: "/nowhere.mp4"),
        Refusal(64, "--output kms:", says: "kms:", "kms:CONNECTOR"),
        Refusal(64, "--output kms --clock virtual", says: "virtual", "headless"),
        Refusal(69, "--output kms", says: "kms", "/dev/dri", "headless"),
        Refusal(69, "--compositor planes", says: "planes", "cpu"),
        Refusal(74, "--frame-log /nowhere/log", says: "/nowhere/log", "No such file"),
    ])
    func whatCannotBeDoneIsRefusedWithItsStatus(refusal: Refusal) throws {
        let scratch = try Scratch()
        let arguments = refusal.line.split(separator: " ").map(String.init)
        let bound = refusal.line.contains("--duration") ? [] : ["--duration", "1"]
        let common = ["--socket", scratch.path("pipd.sock")] + bound
        let result = try Programs.run(Programs.pipd, common + arguments, in: scratch)
        #expect(result.ending == .exit(refusal.status))
        for word in refusal.words { #expect(result.errors.contains(word), "\(result.errors)") }
    }

    /// A file stands where a directory is to be made.
    @Test func aLibraryThatCannotBeMadeIsRefusedByName() throws {
        let scratch = try Scratch()
        let library = try scratch.write("file", "") + "/pictures"
        let text = "images: { library: \(library) }\n"
        let file = try scratch.write("pipd.yml", text)
        for mode in [["--check-config"], Daemon.output + ["--duration", "1"]] {
            let result = try Programs.run(Programs.pipd, ["--config", file] + mode, in: scratch)
            #expect(result.ending == .exit(78))
            #expect(result.errors.contains("images.library: \(library): "), "\(result.errors)")
        }
    }

    @Test func theCheckLeavesNothingThatItMade() throws {
        let scratch = try Scratch()
        let library = scratch.path("a/b")
        let file = try scratch.write("pipd.yml", "images: { library: \(library) }\n")
        let arguments = ["--config", file, "--check-config"]
        let result = try Programs.run(Programs.pipd, arguments, in: scratch)
        #expect(result.ending == .exit(0), "\(result.errors)")
        #expect(Files.attributes(of: scratch.path("a")) == nil)
    }

    @Test func aDirectoryThatIsNotThereIsWarnedOf() throws {
        let scratch = try Scratch()
        let names = ["there", "gone"].map { scratch.path($0) }
        _ = mkdir(names[0], 0o700)
        let text = "images: { directories: [\(names.joined(separator: ", "))] }\n"
        let file = try scratch.write("pipd.yml", text)
        let run = Daemon.output + ["--duration", "0.1", "--socket", scratch.path("s")]
        for mode in [["--check-config"], run] {
            let result = try Programs.run(Programs.pipd, ["--config", file] + mode, in: scratch)
            #expect(result.ending == .exit(0))
            let warning = "warning: images.directories: \(names[1]): "
            #expect(result.errors.contains(warning), "\(result.errors)")
            #expect(!result.errors.contains(names[0]), "\(result.errors)")
        }
    }

    @Test func aLibraryIsMadeAtTheStartAndAReloadMayRefuseAnother() throws {
        let scratch = try Scratch()
        let library = scratch.path("a/b")
        let file = try scratch.write("pipd.yml", "images: { library: \(library) }\n")
        let daemon = try Daemon.ready(["--config", file], in: scratch)
        #expect(Files.attributes(of: library) != nil)
        let other = try scratch.write("file", "") + "/pictures"
        try scratch.write("pipd.yml", "images: { library: \(other) }\n")
        daemon.program.send(SIGHUP)
        let isRefused = daemon.eventually {
            daemon.program.errors.contains("images.library: \(other): ")
        }
        #expect(isRefused, "\(daemon.program.errors)")
        daemon.expectCleanStop()
    }
}

internal import Foundation
internal import Glibc
internal import Media
internal import Platform
internal import TestSupport
internal import Testing

/// Runs that end by themselves, and what they write about each frame.
@Suite(.timeLimit(.minutes(30))) struct RunToTheEndTests {
    /// A line of the frame log.
    struct Line: Decodable {
        let stream: String
        let layer: String?
        let n: Int
        let pts: Double
        let decision: String
        let reason: String?
        let scheduled: Double
        let presented: Double?
        let width: Int
        let height: Int
        let format: String
        let md5: String?
    }

    @Test(arguments: ["virtual", "realtime"])
    func everyFrameIsShownOnceInOrderAndUnchanged(clock: String) throws {
        let scratch = try Scratch()
        let clip = try Clips.good()
        let log = scratch.path("frames")
        let result = try Self.run(
            ["--stream", clip, "--clock", clock, "--frame-log", log, "--frame-hash"],
            in: scratch
        )
        #expect(result.ending == .exit(0), "\(result.errors)")
        let lines = try Self.lines(String(decoding: Files.bytes(of: log), as: UTF8.self))
        #expect(lines.map(\.n) == Array(0..<30))
        #expect(lines.allSatisfy { $0.decision == "presented" && $0.reason == nil })
        #expect(lines.allSatisfy { $0.stream == "good.mp4" && $0.layer == "main" })
        #expect(lines.allSatisfy { $0.width == 160 && $0.height == 90 && $0.format == "I420" })
        #expect(lines.map(\.pts) == lines.map(\.pts).sorted())
        let digests = try Clips.referenceDigests(of: clip)
        #expect(digests.count == 30)
        #expect(lines.map(\.md5) == digests)
    }

    /// Byte for byte, with a window that plays at another rate and ends earlier.
    @Test func virtualTimeDecidesTheSameEveryTime() throws {
        let scratch = try Scratch()
        let short = try Clips.make(
            "short.mp4",
            "-f lavfi -i testsrc2=s=96x64:r=25 -frames:v 15 -c:v libx264 -preset ultrafast"
                + " -pix_fmt yuv420p"
        )
        let arguments = [
            "--stream", short, "--pip", "--main", try Clips.good(), "--clock", "virtual",
            "--frame-log", "-", "--frame-hash",
        ]
        let first = try Self.run(arguments, in: scratch)
        let second = try Self.run(arguments, in: scratch)
        #expect(first.ending == .exit(0), "\(first.errors)")
        #expect(first.output == second.output)
        let shown = try Self.lines(first.output).filter { $0.decision == "presented" }
        #expect(shown.filter { $0.layer == "main" }.count == 30)
        #expect(shown.filter { $0.layer == "pip" }.count == 15)
    }

    /// 60 pictures a second of which every other is left out, each for its reason.
    @Test func theCapLeavesOutEveryOtherOfSixty() throws {
        let scratch = try Scratch()
        let clip = try Clips.make(
            "sixty.mp4",
            "-f lavfi -i testsrc2=s=96x64:r=60 -frames:v 60 -c:v libx264 -preset ultrafast"
                + " -pix_fmt yuv420p"
        )
        let arguments = ["--stream", clip, "--clock", "virtual", "--frame-log", "-"]
        let capped = try Self.lines(try Self.run(arguments, in: scratch).output)
        #expect(capped.count == 60)
        #expect(capped.filter { $0.decision == "presented" }.count == 30)
        #expect(capped.filter { $0.reason == "rate" }.count == 30)
    }

    /// Whichever stream it is.
    @Test(arguments: [[], ["--pip"]])
    func theStreamIsNamedThatEndsTheRun(window: [String]) throws {
        let arguments = ["--stream", "c=\(try Clips.good())", "--clock", "virtual"] + window
        let result = try Self.run(arguments, in: try Scratch())
        #expect(result.ending == .exit(0))
        let lines = result.errors.split(separator: "\n").filter { !$0.contains("control: ") }
            .suffix(2)
        #expect(lines.first?.hasSuffix("stream c: ended") == true, "\(result.errors)")
        #expect(lines.last?.hasSuffix("--once: that ends the run") == true, "\(result.errors)")
    }

    @Test func aMainStreamThatIsNoVideoIs1() throws {
        let scratch = try Scratch()
        let file = try scratch.write("text.mp4", "not video\n")
        let result = try Self.run(["--stream", file], in: scratch)
        #expect(result.ending == .exit(1))
        let told = result.errors.components(separatedBy: "\(file) is a text file")
        #expect(told.count == 2, "\(result.errors)")
    }

    /// What of the list can be shown is enough.
    @Test(arguments: [("'text.mp4'", 1), ("'text.mp4', 'test:64x36@30'", 0)])
    func aPlaylistOfWhichNothingIsShownIs1(others: String, status: Int32) throws {
        let scratch = try Scratch()
        let file = try scratch.write("text.mp4", "not video\n")
        let items = others.replacingOccurrences(of: "text.mp4", with: file)
        let configuration = try scratch.write(
            "main.yml",
            "main: reel\nplaylists: { reel: { loop: none, items: [\(items)] } }\n"
        )
        let arguments = ["--config", configuration, "--duration", status == 0 ? "2" : "60"]
        let result = try Self.run(arguments, in: scratch)
        #expect(result.ending == .exit(status), "\(result.errors)")
    }

    @Test(arguments: [["--clock", "virtual"], []])
    func theDurationEndsTheRun(clock: [String]) throws {
        let scratch = try Scratch()
        let begin = MonotonicClock.now()
        let arguments =
            ["--stream", "test:96x64@30", "--duration", "0.5", "--frame-log", "-"] + clock
        let result = try Programs.run(
            Programs.pipd,
            Daemon.output + ["--socket", scratch.path("s")] + arguments,
            in: scratch
        )
        #expect(result.ending == .exit(0), "\(result.errors)")
        // What the start takes of it, in real time, is the machine's affair.
        guard !clock.isEmpty else {
            #expect((MonotonicClock.now() - begin).seconds >= 0.5)
            return
        }
        let shown = try Self.lines(result.output).filter { $0.decision == "presented" }
        #expect((14...16).contains(shown.count), "\(shown.count)")
    }

    @Test func anInterruptEndsALongRun() throws {
        let log = try Scratch()
        let daemon = try Daemon.ready(
            ["--once", "--stream", "demo", "--frame-log", log.path("frames")]
        )
        daemon.expectCleanStop(by: SIGINT)
        let text = String(decoding: Files.bytes(of: log.path("frames")), as: UTF8.self)
        #expect(try !Self.lines(text).isEmpty)
    }

    private static func run(
        _ arguments: [String],
        in scratch: Scratch
    ) throws -> Programs.Finished {
        try Programs.run(
            Programs.pipd,
            Daemon.output + ["--once", "--socket", scratch.path("s")] + arguments,
            in: scratch
        )
    }

    private static func lines(_ text: String) throws -> [Line] {
        try text.split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
    }
}

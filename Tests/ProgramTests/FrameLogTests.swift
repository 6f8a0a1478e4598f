internal import Foundation
internal import Glibc
internal import TestSupport
internal import Testing

/// The frame log on a disk that is full: the process may make no file larger.
@Suite(.timeLimit(.minutes(30))) struct FrameLogTests {
    private struct Line: Decodable {
        let n: Int
    }

    @Test(arguments: [true, false])
    func wholeLinesAreLostCountedAndToldOnce(isFile: Bool) throws {
        let scratch = try Scratch()
        let path = scratch.path("frames")
        let clip = try Clips.good()
        let result = try Programs.run(
            "sh",
            ["-c", "ulimit -f 4; exec \"$0\" \"$@\"", Programs.pipd] + Daemon.output
                + ["--stream", clip, "--once", "--clock", "virtual"]
                + ["--frame-log", isFile ? path : "-"],
            in: scratch
        )
        #expect(result.ending == .exit(74), "\(result.errors)")
        let text = isFile ? String(decoding: Files.bytes(of: path), as: UTF8.self) : result.output
        let numbers = try Self.numbers(in: text, isWhole: isFile)
        #expect(numbers == Array(0..<numbers.count))
        #expect((1..<30).contains(numbers.count))
        let told = result.errors.split(separator: "\n").filter { $0.contains("lines are lost") }
        #expect(told.count == 1 && told[0].contains("File too large"), "\(result.errors)")
        // A line of standard output that could not be ended is lost, though its beginning is there.
        #expect(
            result.errors.contains("frame log: \(30 - numbers.count) lines lost"),
            "\(numbers.count) written: \(result.errors)"
        )
    }

    @Test func itGoesOnWhenThereIsRoomAgain() throws {
        let scratch = try Scratch()
        let path = scratch.path("frames")
        let daemon = try Daemon.ready(
            ["--stream", "test:96x64@30", "--frame-log", path],
            in: scratch
        )
        try Self.limitFiles(of: daemon, to: "2048")
        #expect(daemon.eventually { daemon.program.errors.contains("lines are lost") })
        let lost = try daemon.eventually {
            try daemon.metrics()["pipd_frame_log_lines_lost_total"] ?? 0 > 10
        }
        #expect(lost)
        try Self.limitFiles(of: daemon, to: "unlimited")
        #expect(daemon.eventually { Files.bytes(of: path).count > 8192 })
        daemon.program.send(SIGTERM)
        #expect(daemon.program.wait(until: .patience) == .exit(74))
        let text = String(decoding: Files.bytes(of: path), as: UTF8.self)
        let numbers = try Self.numbers(in: text, isWhole: true)
        #expect(Set(numbers).count == numbers.count)
        #expect((numbers.last ?? 0) > numbers.count)
    }

    /// As logrotate does with `copytruncate`.
    @Test func aLogThatIsCutWhileItIsWrittenHasNoHole() throws {
        let scratch = try Scratch()
        let path = scratch.path("frames")
        let daemon = try Daemon.ready(
            ["--stream", "test:96x64@30", "--frame-log", path],
            in: scratch
        )
        for _ in 0..<3 {
            #expect(daemon.eventually { Files.bytes(of: path).count > 1000 })
            #expect(truncate(path, 0) == 0)
        }
        #expect(daemon.eventually { !Files.bytes(of: path).isEmpty })
        daemon.expectCleanStop()
        let text = String(decoding: Files.bytes(of: path), as: UTF8.self)
        #expect(!text.contains("\0"))
        #expect(try !Self.numbers(in: text, isWhole: true).isEmpty)
    }

    /// The numbers of the frames; every line must be whole, but for the last of some.
    private static func numbers(in text: String, isWhole: Bool) throws -> [Int] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if isWhole { #expect(lines.last?.isEmpty == true, "a broken line: \(lines.last ?? "")") }
        return try lines.dropLast().map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8)).n
        }
    }

    private static func limitFiles(of daemon: Daemon, to bytes: String) throws {
        let result = try Programs.run(
            "prlimit",
            ["--pid", "\(daemon.program.processID)", "--fsize=\(bytes):unlimited"],
            in: daemon.scratch
        )
        try #require(result.ending == .exit(0), "\(result.errors)")
    }
}

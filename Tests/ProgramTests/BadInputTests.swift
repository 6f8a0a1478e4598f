internal import ControlAPI
internal import Testing

/// Sources that cannot be shown, as picture in picture beside one that can.
@Suite(.timeLimit(.minutes(30))) struct BadInputTests {
    /// A file that is made for a test.
    enum Content: Sendable {
        case missing
        case folder
        case bytes([UInt8])
        /// Half of an MP4 clip, with its index at the end or at the beginning.
        case halfOfAClip(indexFirst: Bool)
        case made(ending: String, by: String)
    }

    struct Unusable: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let content: Content
        /// What the reason must contain besides the path.
        let words: [String]

        init(_ name: String, _ content: Content, says words: String...) {
            testDescription = name
            self.content = content
            self.words = words
        }
    }

    @Test(arguments: [
        Unusable("a missing file", .missing, says: "no such file", "give the path"),
        Unusable("a directory", .folder, says: "is a directory", "name one video file"),
        Unusable("an empty file", .bytes([]), says: "is empty"),
        Unusable("a text file", .bytes(Array("not video\n".utf8)), says: "is a text file"),
        Unusable("noise", .bytes((0..<5000).map { UInt8($0 * $0 % 251) }), says: "not a video"),
        Unusable("a cut MP4", .halfOfAClip(indexFirst: false), says: "index (moov)", "cut off"),
        Unusable(
            "sound only",
            .made(ending: "m4a", by: "-f lavfi -i sine=d=1 -c:a aac"),
            says: "no video in it"
        ),
        Unusable(
            "too large",
            .made(ending: "mkv", by: "-f lavfi -i color=s=8200x64 -frames:v 1 -c:v ffv1"),
            says: "8200x64",
            "8192x8192"
        ),
        // The decoder of JPEG does not even open for so many pixels.
        Unusable(
            "too large for its decoder",
            .made(ending: "jpg", by: "-f lavfi -i color=s=16000x4500 -frames:v 1 -c:v mjpeg"),
            says: "16000x4500",
            "8192x8192"
        ),
    ])
    func anUnusableFileIsNamedWithItsReason(file: Unusable) throws {
        let scratch = try Scratch()
        let path = try Self.make(file.content, in: scratch)
        try Pace.expectKept {
            let daemon = try Self.showing(path, in: scratch)
            let isToldWhy = try daemon.eventually { try daemon.stream("bad").reason != nil }
            #expect(isToldWhy)
            let report = try daemon.stream("bad")
            for word in [path] + file.words {
                #expect(report.reason?.contains(word) == true, "\(report.reason ?? "no reason")")
            }
            let fate = report.state == "failed" ? "cannot be shown" : "lost"
            let line = "stream bad: \(fate): \(path)"
            #expect(daemon.eventually { daemon.program.errors.contains(line) })
            daemon.expectBalance(report)
            return daemon
        }
    }

    /// It may come; only when nothing that was asked for can be shown is there no start.
    @Test func aMissingFileInTheWindowDoesNotKeepTheMainViewFromStarting() throws {
        try Pace.expectKept {
            let scratch = try Scratch()
            let path = scratch.path("later.mp4")
            let daemon = try Daemon.ready(
                ["--stream", "bad=\(path)", "--pip", "--main", "main=test:160x90@30"],
                in: scratch
            )
            let isToldWhy = try daemon.eventually { try daemon.stream("bad").reason != nil }
            #expect(isToldWhy)
            try scratch.write("later.mp4", Files.bytes(of: try Clips.good()))
            let isShown = try daemon.eventually { try daemon.stream("bad").presented > 0 }
            #expect(isShown)
            return daemon
        }
    }

    struct Odd: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let content: Content
        /// The last picture's size.
        let size: String
        /// Whether packets are such that no decoder takes them.
        let isDamaged: Bool

        init(_ name: String, _ size: String, _ content: Content, isDamaged: Bool = false) {
            testDescription = name
            self.size = size
            self.content = content
            self.isDamaged = isDamaged
        }
    }

    /// What is unusual or damaged but has pictures in it is shown.
    @Test(arguments: [
        Odd("half of a streamable MP4", "160x90", .halfOfAClip(indexFirst: true)),
        Odd(
            "one pixel",
            "1x1",
            .made(
                ending: "mkv",
                by: "-f lavfi -i color=red:s=16x16:r=30 -vf scale=1:1,format=yuv444p"
                    + " -frames:v 5 -c:v ffv1"
            )
        ),
        Odd(
            "odd sides",
            "33x21",
            .made(
                ending: "mkv",
                by: "-f lavfi -i color=red:s=34x22:r=30 -vf format=yuv444p,scale=33:21,"
                    + "format=yuv420p -frames:v 5 -c:v ffv1"
            )
        ),
        Odd(
            "8K",
            "7680x4320",
            .made(
                ending: "mkv",
                by: "-f lavfi -i color=red:s=7680x4320:r=30 -frames:v 1 -c:v mjpeg"
            )
        ),
        // AVI has an empty chunk for every frame that is left out.
        Odd(
            "empty chunks",
            "160x90",
            .made(
                ending: "avi",
                by: "-f lavfi -i testsrc2=s=160x90:r=30 -frames:v 8 -vf select=not(mod(n\\,3))"
                    + " -fps_mode vfr -c:v mjpeg"
            )
        ),
        Odd(
            "damaged packets",
            "160x90",
            .made(
                ending: "mkv",
                by: "-f lavfi -i testsrc2=s=160x90:r=30 -frames:v 20 -c:v libx264 -g 5"
                    + " -pix_fmt yuv420p -bsf:v noise=amount=20"
            ),
            isDamaged: true
        ),
    ])
    func anOddFileIsShown(file: Odd) throws {
        let scratch = try Scratch()
        let path = try Self.make(file.content, in: scratch)
        try Pace.expectKept {
            let daemon = try Self.showing(path, in: scratch)
            let hasEnded = try daemon.eventually { try daemon.stream("bad").state == "ended" }
            let report = try daemon.stream("bad")
            #expect(hasEnded, "\(report)")
            #expect(report.received > 0)
            if file.isDamaged { #expect(report.dropped["decode_error"] ?? 0 > 0) }
            #expect("\(report.width ?? 0)x\(report.height ?? 0)" == file.size)
            daemon.expectBalance(report)
            let isShown = try daemon.eventually { try daemon.stream("bad").presented > 0 }
            #expect(isShown)
            return daemon
        }
    }

    /// From 160x90 in 4:2:0 to 96x64 in 4:2:2, in one transport stream.
    @Test func aStreamMayChangeSizeAndFormatMidway() throws {
        let scratch = try Scratch()
        let first = try Clips.make("first.ts", Self.part("160x90", "yuv420p", offset: "0"))
        let second = try Clips.make("second.ts", Self.part("96x64", "yuv422p", offset: "0.5"))
        let bytes = Files.bytes(of: first) + Files.bytes(of: second)
        let path = try scratch.write("changing.ts", bytes)
        try Pace.expectKept {
            let daemon = try Self.showing(path, in: scratch)
            let hasEnded = try daemon.eventually { try daemon.stream("bad").state == "ended" }
            #expect(hasEnded)
            let areAllShown = try daemon.eventually { try daemon.stream("bad").presented == 30 }
            let report = try daemon.stream("bad")
            #expect(areAllShown, "\(report)")
            #expect(report.width == 96)
            #expect(report.pixelFormat == "I422")
            daemon.expectBalance(report)
            return daemon
        }
    }

    private static func part(_ size: String, _ format: String, offset: String) -> String {
        "-f lavfi -i testsrc2=s=\(size):r=30 -frames:v 15 -c:v libx264 -preset ultrafast"
            + " -pix_fmt \(format) -output_ts_offset \(offset)"
    }

    /// What can never be shown is told as such, and told apart.
    @Test(
        arguments: [
            ("text.mp4", "not_media", "not-media"), ("sound.mka", "no_video", "no-video"),
            ("encrypted.mp4", "encrypted", "encrypted"),
        ]
    )
    func anImageOfWhatCanNeverBeShownIsAConflict(
        name: String,
        failure: String,
        problem: String
    ) throws {
        let scratch = try Scratch()
        let path = try Self.makeUseless(name, in: scratch)
        let daemon = try Self.showing(path, in: scratch)
        let isTold = try daemon.eventually { try daemon.stream("bad").state == "failed" }
        let report = try daemon.stream("bad")
        #expect(isTold && report.failure == failure, "\(report)")
        for body in ["{}", #"{"at":0}"#] {
            let answer = try daemon.request("POST", "/v1/streams/bad/screenshot", json: body)
            #expect(answer.status == 409, "\(answer.text)")
            #expect(answer.text.contains("urn:pipd:problem:\(problem)"), "\(answer.text)")
            #expect(!answer.text.contains("again"), "\(answer.text)")
        }
        let line = "stream bad: cannot be shown: "
        #expect(daemon.eventually { daemon.program.errors.contains(line) })
    }

    private static func makeUseless(_ name: String, in scratch: Scratch) throws -> String {
        switch name {
        case "sound.mka": return try Clips.make(name, "-f lavfi -i sine=d=0.2 -c:a flac")
        case "encrypted.mp4":
            return try Clips.make(
                name,
                "-f lavfi -i testsrc2=s=160x90:r=30 -frames:v 20 -c:v libx264 -pix_fmt yuv420p"
                    + " -encryption_scheme cenc-aes-ctr"
                    + " -encryption_key 76a6c65c5ea762046bd749a2e632ccbb"
                    + " -encryption_kid a7e61c373e219033c21091fa607bf3b8"
            )
        default: return try scratch.write(name, Array("not video\n".utf8))
        }
    }

    /// A daemon with the bad stream as picture in picture.
    static func showing(_ url: String, in scratch: Scratch) throws -> Daemon {
        let file = try scratch.write(
            "pipd.yml",
            """
            main: main
            pip: { stream: bad, enabled: true }
            streams:
              main: { url: "test:160x90@30" }
              bad: { url: "\(url)", timeout: 0.4 }
            """
        )
        return try .ready(["--config", file], in: scratch)
    }

    private static func make(_ content: Content, in scratch: Scratch) throws -> String {
        switch content {
        case .missing: return scratch.path("missing.mp4")
        case .folder: return scratch.folder
        case .bytes(let bytes): return try scratch.write("bad.mp4", bytes)
        case .halfOfAClip(let isIndexFirst):
            let clip = try Clips.make(
                "noisy-\(isIndexFirst).mp4",
                "-f lavfi -i testsrc2=s=160x90:r=30 -frames:v 20 -c:v libx264 -preset ultrafast"
                    + " -pix_fmt yuv420p" + (isIndexFirst ? " -movflags +faststart" : "")
            )
            let bytes = Files.bytes(of: clip)
            return try scratch.write("cut.mp4", bytes.prefix(bytes.count / 2))
        case .made(let ending, let command):
            return try Clips.make("\(command.hashValue).\(ending)", command)
        }
    }
}

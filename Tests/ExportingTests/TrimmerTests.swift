import Exporting
import Foundation
import Platform
import TestSupport
import Testing

/// Real movies, cut, against what ffmpeg and ffprobe say of them.
@Suite struct TrimmerTests {
    private let folder: ExportFolder

    init() throws {
        folder = try ExportFolder()
    }

    /// Four seconds, a key picture each, and pictures that refer to later ones.
    private static let pictures =
        "-f lavfi -i testsrc2=s=160x90:r=25:d=4 -f lavfi -i sine=f=440:d=4 -c:v libx264"
        + " -preset veryfast -bf 2 -g 25 -pix_fmt yuv420p -c:a aac -b:a 64k"
    private static let web =
        "-f lavfi -i testsrc2=s=160x90:r=25:d=4 -f lavfi -i sine=f=440:d=4 -c:v libvpx"
        + " -deadline realtime -g 25 -c:a libopus"
    private static let prediction =
        "-f lavfi -i testsrc2=s=160x90:r=30000/1001:d=4 -c:v mpeg4 -g 12"

    /// One row: the file, what it is made by, the part, and where that begins.
    @Test(
        arguments: [
            ("a.mp4", pictures, 1.5, 3.0, 1.0), ("a.mov", pictures, 1.0, 2.48, 1.0),
            ("a.mp4", pictures, 0.0, 2.0, 0.0), ("a.mp4", pictures, 3.2, 9.0, 3.0),
            ("a.mkv", pictures, 1.5, 3.0, 1.0), ("a.webm", web, 0.0, 2.0, 0.0),
            ("a.webm", web, 1.5, 3.0, 1.0), ("a.webm", "\(web) -live 1", 0.0, 2.0, 0.0),
            ("a.mp4", "\(pictures) -bf 0", 2.04, 3.0, 2.0),
            ("a.mp4", "\(pictures) -output_ts_offset 10", 1.5, 3.0, 1.0),
            ("a.mov", prediction, 1.7, 3.0, 1.6016),
            ("a.mkv", "\(prediction) -avoid_negative_ts disabled", 1.7, 3.0, 1.6016),
        ])
    func aPartBeginsWithAKeyPicture(
        name: String,
        words: String,
        start: Double,
        end: Double,
        actual: Double
    ) throws {
        try folder.make(name, words)
        let cut = try trim(name, start, end)
        // Sound may begin a little before the pictures, and the file with it.
        #expect(abs(cut.actualStart - actual) < 0.03)
        #expect(abs(cut.actualStart - (try keyTime(name, before: start))) < 0.002)
        let hides = !Self.isMatroska(name)
        let hidden = hides ? Int64(((start - cut.actualStart) * 1_000).rounded()) : 0
        #expect(abs(cut.hiddenMilliseconds - hidden) <= 1)
        // The payload is the original's, picture by picture.
        let (whole, part) = (try digests("in/\(name)", "v"), try digests("out/\(name)", "v"))
        let from = try #require(whole.firstIndex { part.first == $0 })
        #expect(Array(whole[from..<(from + part.count)]) == part && part.count > 10)
        let sound = (try digests("in/\(name)", "a"), try digests("out/\(name)", "a"))
        if let first = sound.1.first {
            let from = try #require(sound.0.firstIndex(of: first))
            #expect(Array(sound.0[from..<(from + sound.1.count)]) == sound.1)
        }
        // What is shown is as long as asked for, and a picture or two.
        let shown = min(end, 4) - (hides ? start : cut.actualStart)
        let duration = try seconds("format=duration", "out/\(name)")
        #expect(abs(duration - shown) < 0.13, "\(duration) of \(shown)")
        #expect(abs(Double(cut.milliseconds ?? 0) / 1_000 - shown) < 0.05)
    }

    /// A player shows the picture that was asked for, not the one that it is decoded from.
    @Test func anEditListHidesWhatLiesBefore() throws {
        try folder.make("a.mp4", Self.pictures)
        _ = try trim("a.mp4", 1.52, 3)
        let picture = ["-frames:v", "1", "-f", "framemd5", "-"]
        let wanted = try ClipCache.output(
            "ffmpeg",
            ["-v", "error", "-ss", "1.52", "-i", "\(folder.path)/in/a.mp4", "-an"] + picture
        )
        let shown = try ClipCache.output(
            "ffmpeg",
            ["-v", "error", "-i", "\(folder.path)/out/a.mp4", "-an"] + picture
        )
        #expect(Self.lastField(of: wanted) == Self.lastField(of: shown))
    }

    @Test func whatTheMovieSaysOfItselfStays() throws {
        try folder.make(
            "a.mov",
            "\(Self.pictures) -metadata com.apple.quicktime.creationdate=2024-01-31T23:59:58+0100"
                + " -movflags use_metadata_tags"
        )
        _ = try trim("a.mov", 1, 2)
        let tags = try ClipCache.output(
            "ffprobe",
            ["-v", "error", "-show_entries", "format_tags", "\(folder.path)/out/a.mov"]
        )
        #expect(tags.contains("com.apple.quicktime.creationdate=2024-01-31T23:59:58+0100"))
    }

    @Test(
        arguments: [
            ("a.ts", pictures, "it is no MP4, MOV, Matroska or WebM file"),
            ("a.mka", "-f lavfi -i sine=d=1", "it has no video"),
            ("a.avi", "\(prediction)", "it is no MP4"),
        ])
    func whatCannotBeCutIsRefused(name: String, words: String, says: String) throws {
        try folder.make(name, words)
        let error = #expect(throws: ExportError.self) { try trim(name, 0.5, 1) }
        guard case .isUnsupported(_, let reason) = error else {
            return #expect(Bool(false), "\(error.map { "\($0)" } ?? "")")
        }
        #expect(reason.contains(says))
        #expect(folder.exported.isEmpty)
    }

    @Test func aDamagedMovieIsRefusedAndAPartThatIsNotInItToo() throws {
        try folder.make("a.mp4", Self.pictures)
        #expect(throws: ExportError.self) { try trim("a.mp4", 4.5, 5) }
        #expect(throws: ExportError.self) { try trim("a.mp4", 2, 1) }
        let bytes = try #require(folder.bytes("in/a.mp4"))
        try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: folder.path + "/in/b.mp4"))
        #expect(throws: ExportError.self) { try trim("b.mp4", 1, 2) }
        #expect(folder.exported.isEmpty)
    }

    /// As where the camera began later than the microphone.
    @Test func aPartWithoutAKeyPictureIsRefused() throws {
        try folder.make(
            "a.webm",
            "-itsoffset 2 -f lavfi -i testsrc2=s=160x90:r=25:d=2 -f lavfi -i sine=f=440:d=4"
                + " -map 0 -map 1 -c:v libvpx -deadline realtime -g 25 -c:a libopus"
        )
        let error = #expect(throws: ExportError.self) { try trim("a.webm", 0, 1) }
        guard case .isOutside(_, let reason) = error else {
            return #expect(Bool(false), "\(error.map { "\($0)" } ?? "")")
        }
        #expect(reason.contains("first key picture is at 2.0"), "\(reason)")
        #expect(folder.exported.isEmpty)
        #expect(abs(try trim("a.webm", 0, 3).actualStart - 2) < 0.03)
    }

    @Test func whatIsCancelledOrHasNoRoomLeavesNothing() throws {
        try folder.make("a.mp4", Self.pictures)
        let progress = ExportProgress()
        let trimmer = try Trimmer(
            folder.original("a.mp4"),
            at: "/in/a.mp4",
            TrimRange(start: 1, end: 3),
            progress
        )
        progress.cancel()
        #expect(throws: ExportError.cancelled) { try trimmer.write(to: folder.directory()) }
        let error = #expect(throws: ExportError.self) {
            try SystemCallFaults.withFault("pwrite", .noSpace) { try trim("a.mp4", 1, 3) }
        }
        guard case .isFull = error else { return #expect(Bool(false)) }
        #expect(folder.exported.isEmpty)
    }

    private func trim(_ name: String, _ start: Double, _ end: Double) throws -> TrimCut {
        let trimmer = try Trimmer(
            folder.original(name),
            at: "/in/\(name)",
            TrimRange(start: start, end: end),
            ExportProgress()
        )
        #expect(try trimmer.write(to: folder.directory()) == "\(folder.path)/out/\(name)")
        return trimmer.cut
    }

    private static func isMatroska(_ name: String) -> Bool {
        name.hasSuffix("mkv") || name.hasSuffix("webm")
    }

    /// The last key picture at or before a time, else the first, in seconds from the start.
    private func keyTime(_ name: String, before time: Double) throws -> Double {
        let path = "\(folder.path)/in/\(name)"
        let text = try ClipCache.output(
            "ffprobe",
            [
                "-v", "error", "-select_streams", "v", "-skip_frame", "nokey", "-show_entries",
                "frame=pts_time", "-of", "csv=p=0", path,
            ]
        )
        let first = try seconds("format=start_time", "in/\(name)")
        let times = text.split(separator: "\n").compactMap {
            Double($0.split(separator: ",").first ?? "")
        }
        let from = times.map { $0 - first }
        return try #require(from.filter { $0 <= time + 0.000_1 }.max() ?? from.min())
    }

    private func seconds(_ entry: String, _ name: String) throws -> Double {
        let text = try ClipCache.output(
            "ffprobe",
            ["-v", "error", "-show_entries", entry, "-of", "csv=p=0", "\(folder.path)/\(name)"]
        )
        return try #require(Double(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    /// The MD5 of each packet's payload, undecoded.
    private func digests(_ name: String, _ kind: String) throws -> [String] {
        let text = try ClipCache.output(
            "ffmpeg",
            [
                "-v", "error", "-ignore_editlist", "1", "-i", "\(folder.path)/\(name)", "-map",
                "0:\(kind)?", "-c", "copy", "-copyts", "-f", "framemd5", "-",
            ].filter { !(Self.isMatroska(name) && ["-ignore_editlist", "1"].contains($0)) }
        )
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .compactMap { Self.lastField(of: String($0)) }
    }

    private static func lastField(of text: String) -> String? {
        text.split(separator: "\n").last?.split(separator: ",").last?
            .trimmingCharacters(in: .whitespaces)
    }
}

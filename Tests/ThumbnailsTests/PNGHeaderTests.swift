import Glibc
import Imaging
import Media
import TestSupport
import Testing

@testable import Thumbnails

/// What is read of PNG files before their pixels, whoever made them.
@Suite struct PNGHeaderTests {
    private static let texts = [
        PNGText(key: .uri, value: "file:///a%20b.png"),
        PNGText(key: .modified, value: "1700000000"),
        PNGText(key: .software, value: "pipd 1.2"),
    ]

    private static func png() throws -> [UInt8] {
        let encoded = try ImageEncoder.encode(bitmap(40, 30), ImageOptions(format: .png))
        return try PNGText.insert(texts, into: encoded.bytes)
    }

    private static func header(_ bytes: [UInt8]) -> PNGHeader? {
        if case .header(let header) = PNGHeader.read(bytes) { header } else { nil }
    }

    @Test func aThumbnailSaysWhatItIsOf() throws {
        let png = try Self.png()
        let header = try #require(Self.header(png))
        #expect(header.size == PixelSize(width: 40, height: 30))
        #expect(header.texts.count == 3)
        for text in Self.texts { #expect(header.texts[text.key] == text.value) }
        #expect(png.suffix(12) == PNGHeader.end[...])
    }

    /// `ffprobe` reads the texts, and `ffmpeg` the pixels, of both kinds of file.
    @Test func otherProgramsReadTheFiles() throws {
        let folder = try ScratchFolder()
        for (name, bytes) in [
            ("a.png", try Self.png()), ("b.png", try PNGText.failure(Self.texts)),
        ] {
            let path = try folder.write(name, bytes)
            let facts = try Command.run(
                "ffprobe",
                ["-v", "error", "-show_frames", "-show_entries", "frame_tags", "-of", "flat", path]
            )
            for text in Self.texts { #expect(facts.contains("\"\(text.value)\"")) }
            try Command.run("ffmpeg", ["-v", "error", "-xerror", "-i", path, "-f", "null", "-"])
        }
    }

    /// Every length, and what is left when any byte is another one.
    @Test func noPartAndNoDamageTraps() throws {
        let png = try PNGText.failure(Self.texts)
        for count in png.indices {
            let outcome = PNGHeader.read(Array(png[..<count]))
            #expect(outcome != .isGarbage)
        }
        for index in png.indices {
            for value in [0, 0x7F, 0x80, 0xFF, png[index] ^ 1] as [UInt8] {
                var damaged = png
                damaged[index] = value
                _ = PNGHeader.read(damaged)
            }
        }
    }

    @Test func anyBytesAreRead() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let count = Int.random(in: 0..<200, using: &random)
            let tail = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            _ = PNGHeader.read(tail)
            _ = PNGHeader.read(PNGHeader.signature + tail)
        }
    }

    /// Behind the signature: what no PNG file has.
    @Test(
        arguments: [
            [0xFF, 0xFF, 0xFF, 0xFF] + Array("IHDR".utf8),
            [0, 0, 0, 0] + Array("IDAT".utf8),
            [0, 0, 0, 0] + Array("IEND".utf8),
            [0, 0, 0, 0, 0, 0, 0, 0],
            [0, 0, 0, 13] + Array("IHDR".utf8) + Array(repeating: 0, count: 17),
            [0, 0, 0, 4] + Array("IHDR".utf8) + Array(repeating: 1, count: 8),
        ] as [[UInt8]]
    )
    func garbageIsKnown(bytes: [UInt8]) {
        #expect(PNGHeader.read(PNGHeader.signature + bytes) == .isGarbage)
    }

    @Test func aTextWithAWrongChecksumIsNone() throws {
        var png = try PNGText.failure(Self.texts)
        let place = try #require(png.firstRange(of: Array("file:///a".utf8))).lowerBound
        png[place + 8] ^= 1
        let header = try #require(Self.header(png))
        #expect(header.texts[.uri] == nil)
        #expect(header.texts[.modified] == "1700000000")
    }

    @Test func theFirstOfTwoTextsCounts() throws {
        let twice = [PNGText(key: .uri, value: "one"), PNGText(key: .uri, value: "two")]
        let header = try #require(Self.header(PNGText.failure(twice)))
        #expect(header.texts == [.uri: "one"])
    }

    /// The longest path, with every byte escaped.
    @Test func aLongTextIsReadAndALongerOnePassedOver() throws {
        let folder = try ScratchFolder()
        for (count, isRead) in [(3 * 4_096 + 7, true), (PNGText.mostBytes, false)] {
            let texts = [
                PNGText(key: .uri, value: String(repeating: "u", count: count)),
                PNGText(key: .modified, value: "1"),
            ]
            let path = try folder.write("a.png", PNGText.failure(texts))
            let file = try #require(CachedFile(path))
            #expect((file.header.texts[.uri]?.count == count) == isRead)
            #expect(file.header.texts[.modified] == "1")
        }
    }

    /// Its pixels begin behind all that is looked at.
    @Test func onlySoMuchIsRead() throws {
        let folder = try ScratchFolder()
        let text = PNGText(key: .uri, value: String(repeating: "u", count: 9_000))
        let texts = Array(repeating: text, count: 8)
        #expect(CachedFile(try folder.write("a.png", PNGText.failure(texts))) == nil)
    }

    @Test func whatIsNoWholeFileIsNotThere() throws {
        let folder = try ScratchFolder()
        let png = try Self.png()
        #expect(CachedFile(try folder.write("whole.png", png)) != nil)
        #expect(CachedFile(try folder.write("cut.png", png.dropLast())) == nil)
        #expect(CachedFile(try folder.write("empty.png", [])) == nil)
        #expect(CachedFile(try folder.write("zeros.png", Array(repeating: 0, count: 9_000))) == nil)
        #expect(CachedFile("\(folder.path)/none.png") == nil)
        #expect(CachedFile(folder.path) == nil)
        // Nobody writes to it.
        mkfifo("\(folder.path)/pipe.png", 0o600)
        #expect(CachedFile("\(folder.path)/pipe.png") == nil)
        symlink("whole.png", "\(folder.path)/link.png")
        #expect(CachedFile("\(folder.path)/link.png") == nil)
    }
}

import Addressing
import CTurboJPEG
import Glibc
import Imaging
import Media
import Platform
import Stills
import TestSupport
import Testing

@testable import Thumbnails

/// The picture that stands for a file, whatever that is.
@Suite struct ThumbnailerTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    /// No test reads a clock.
    private static let nobodyWaits = SearchLimit(deadline: MonotonicTime(nanoseconds: .max)) {
        true
    }
    private static let never = SearchLimit(deadline: MonotonicTime(nanoseconds: .max)) { false }

    private func draw(_ path: String, _ size: ThumbnailSize = .normal) throws -> Bitmap {
        try Thumbnailer.draw(path, size, within: Self.never)
    }

    private static let image = "-f lavfi -i color=c=0x2040E0:s=400x200 -frames:v 1"

    @Test(
        arguments: [
            ("a.png", ""), ("a.jpg", "-q:v 2"), ("a.jpeg", ""), ("a.webp", ""), ("a.gif", ""),
            ("a.bmp", ""), ("a.tiff", ""), ("gray.png", "-pix_fmt gray"),
            ("deep.png", "-pix_fmt rgb48be"), ("alpha.png", "-pix_fmt rgba"),
        ]
    )
    func anImageOfAnyKind(name: String, arguments: String) throws {
        let path = try Clips.make(name, in: folder, "\(Self.image) \(arguments)")
        let bitmap = try draw(path)
        #expect(bitmap.size == PixelSize(width: 128, height: 64))
        if name != "gray.png" { #expect(bitmap.isAbout([0xE0, 0x40, 0x20])) }
        #expect(try draw(path, .large).size == PixelSize(width: 256, height: 128))
    }

    @Test(arguments: ["a.png", "a.jpg", "a.webp", "a.gif", "a.bmp", "a.tiff", "a.mp4"])
    func whatIsBeneathAFolderIsReachedThroughNoLink(name: String) throws {
        let path = try Clips.make(name, in: folder, Self.image)
        let bitmap = try Thumbnailer.draw(
            path,
            beneath: folder.path,
            .normal,
            within: Self.never
        )
        #expect(bitmap.size == PixelSize(width: 128, height: 64))
        let link = "\(folder.path)/link-\(name)"
        #expect(symlink(path, link) == 0)
        for (path, root) in [(link, folder.path), (path, "/srv")] {
            let error = #expect(throws: ThumbnailError.self) {
                try Thumbnailer.draw(path, beneath: root, .normal, within: Self.never)
            }
            #expect(error?.description.contains("through a symbolic link") == true)
            #expect(error?.isDamage == false)
        }
    }

    /// As a camera's preview, or how bright it is.
    @Test func aPhotographWithAnotherOneBehindItIsOne() throws {
        let path = try Clips.make(
            "small.jpg",
            in: folder,
            "-f lavfi -i color=red:s=16x8 -frames:v 1"
        )
        let bytes = try #require(fileBytes(path))
        let both = try folder.write("both.jpg", bytes + bytes)
        let bitmap = try Thumbnailer.draw(both, beneath: folder.path, .normal, within: Self.never)
        #expect(bitmap.size == PixelSize(width: 16, height: 8))
    }

    /// That fewer pixels of a JPEG are decoded shows as little as that it is one.
    @Test(arguments: ["yuvj420p", "yuvj422p", "yuvj444p", "yuvj440p"])
    func aLargePhotographLooksLikeItself(samples: String) throws {
        let source = "-f lavfi -i testsrc2=1603x1201 -frames:v 1"
        let exact = try draw(Clips.make("large.png", in: folder, source))
        let arguments = "\(source) -pix_fmt \(samples) -q:v 2"
        let photo = try draw(Clips.make("large.jpg", in: folder, arguments))
        #expect(photo.size == exact.size && exact.size == PixelSize(width: 128, height: 96))
        let differences = zip(photo.pixels, exact.pixels).map { abs(Int($0) - Int($1)) }
        #expect(differences.reduce(0, +) < 4 * differences.count)
    }

    /// Its pixels need not be squares, and nobody misses the mark of its end.
    @Test(arguments: [0, 2])
    func aLargePhotographHasTheShapeThatItSays(cut: Int) throws {
        let source = "-f lavfi -i color=red:s=1600x1200,setsar=1/2 -frames:v 1 -q:v 2"
        let bytes = try #require(fileBytes(Clips.make("shape.jpg", in: folder, source)))
        let path = try folder.write("cut.jpg", Array(bytes.dropLast(cut)))
        #expect(try draw(path).size == PixelSize(width: 85, height: 128))
    }

    /// Of YCCK with half the colours libavcodec decodes all or nothing.
    @Test func aPhotographForPrintersIsDecodedWhole() throws {
        let cyan: [UInt8] = [0, 255, 255, 255]
        let path = try folder.write("print.jpg", Self.plain(cyan, TJPF_CMYK, TJSAMP_420))
        let bitmap = try draw(path)
        #expect(bitmap.size == PixelSize(width: 128, height: 64))
        #expect(bitmap.isAbout([0xFF, 0xFF, 0]))
    }

    @Test func aPhotographWithoutColourIsGray() throws {
        let path = try folder.write("gray.jpg", Self.plain([90], TJPF_GRAY, TJSAMP_GRAY))
        let bitmap = try draw(path)
        #expect(bitmap.size == PixelSize(width: 128, height: 64))
        #expect(bitmap.isAbout([90, 90, 90]))
    }

    /// A JPEG file of 600x300 equal pixels.
    private static func plain(_ pixel: [UInt8], _ format: TJPF, _ samples: TJSAMP) throws
        -> [UInt8]
    {
        let (width, height): (CInt, CInt) = (600, 300)
        let handle = try #require(tjInitCompress())
        defer { tjDestroy(handle) }
        let pixels = (0..<width * height).flatMap { _ in pixel }
        var (bytes, count): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
        let result = tjCompress2(
            handle,
            pixels,
            width,
            0,
            height,
            CInt(format.rawValue),
            &bytes,
            &count,
            CInt(samples.rawValue),
            80,
            0
        )
        let start = try #require(result == 0 ? bytes : nil)
        defer { tjFree(start) }
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }

    @Test func nothingIsMadeLarger() throws {
        let path = try Clips.make(
            "small.png",
            in: folder,
            "-f lavfi -i color=green:s=40x30 -frames:v 1"
        )
        #expect(try draw(path, .xxLarge).size == PixelSize(width: 40, height: 30))
    }

    /// A name that libavformat would take for that of many files, or of another kind.
    @Test(arguments: ["%03d.png", "a?*.png", "no end", "a.txt.png", "http:/.png", "ü #%41.png"])
    func aNameMeansNothing(name: String) throws {
        let made = try Clips.make("made.png", in: folder, Self.image)
        try folder.write("x/\(name)", try #require(fileBytes(made)))
        #expect(try draw("\(folder.path)/x/\(name)").size.width == 128)
    }

    /// Values of the tag Orientation (Exif 2.32), and what is to be seen then of a picture whose
    /// quarters are, from the left and from above, red, green, blue and white.
    @Test(arguments: [
        (1, "rg/bw"), (2, "gr/wb"), (3, "wb/gr"), (4, "bw/rg"), (5, "rb/gw"), (6, "br/wg"),
        (7, "wg/br"), (8, "gw/rb"),
    ])
    func aPhotographIsUpright(orientation: UInt8, seen: String) throws {
        try checkUpright(orientation, seen, quarter: "200x100")
        // Not all of its pixels are decoded.
        try checkUpright(orientation, seen, quarter: "600x300")
    }

    private func checkUpright(_ orientation: UInt8, _ seen: String, quarter: String) throws {
        let path = try Clips.make(
            "plain-\(quarter).jpg",
            in: folder,
            "-f lavfi -i color=red:s=\(quarter) -f lavfi -i color=lime:s=\(quarter) "
                + "-f lavfi -i color=blue:s=\(quarter) -f lavfi -i color=white:s=\(quarter) "
                + "-filter_complex xstack=inputs=4:layout=0_0|w0_0|0_h0|w0_h0 -frames:v 1 -q:v 2"
        )
        let bytes = try #require(fileBytes(path))
        let exif: [UInt8] =
            Array("Exif\0\0MM\0*".utf8)
            + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
        let segment = [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif
        let turned = try folder.write("turned.jpg", bytes.prefix(2) + segment + bytes.dropFirst(2))
        let bitmap = try draw(turned)
        let size = PixelSize(width: 128, height: 64)
        #expect(bitmap.size == (orientation > 4 ? size.transposed : size))
        func color(_ column: Int32, _ row: Int32) -> Character {
            let pixel = bitmap.pixel(
                bitmap.size.width * (1 + 2 * column) / 4,
                bitmap.size.height * (1 + 2 * row) / 4
            )
            switch (pixel[2] > 128, pixel[1] > 128, pixel[0] > 128) {
            case (true, false, false): return "r"
            case (false, true, false): return "g"
            case (false, false, true): return "b"
            case (true, true, true): return "w"
            default: return "?"
            }
        }
        let rows = [0, 1].map { row in String([color(0, row), color(1, row)]) }
        #expect(rows.joined(separator: "/") == seen, "quarters of \(quarter)")
    }

    /// A video of colours, each for some seconds, of 10 pictures a second.
    private func video(_ name: String, _ colors: [(String, Int)], _ arguments: String = "") throws
        -> String
    {
        let inputs = colors.map { "-f lavfi -i color=c=\($0):s=160x120:r=10:d=\($1)" }
        let encoder = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 5"
        return try Clips.make(
            name,
            in: folder,
            inputs.joined(separator: " ")
                + " -filter_complex concat=n=\(colors.count):v=1 \(encoder) \(arguments)"
        )
    }

    @Test(
        arguments: [
            // 10 % of 10 s.
            ([("red", 2), ("white", 8)], [0, 0, 255]),
            // 25 %
            ([("black", 2), ("0x00C000", 2), ("white", 6)], [0, 0xC0, 0]),
            // 50 %
            ([("black", 4), ("0x4080FF", 4), ("white", 2)], [255, 0x80, 0x40]),
            // All are dark: the brightest.
            ([("0x101010", 2), ("0x181818", 2), ("0x080808", 6)], [0x18, 0x18, 0x18]),
        ] as [([(String, Int)], [UInt8])]
    )
    func aVideosPictureIsAnEarlyOneThatIsNotDark(colors: [(String, Int)], seen: [UInt8]) throws {
        for type in ["mp4", "mkv", "ts"] {
            let bitmap = try draw(video("video.\(type)", colors))
            #expect(bitmap.isAbout(seen), "\(type): \(bitmap.pixel(0, 0))")
            #expect(bitmap.size == PixelSize(width: 128, height: 96))
        }
    }

    /// Where key pictures lie far apart the one of the moment is decoded.
    @Test func aVideoWithOneKeyPictureIsNotShownByThat() throws {
        let colors = [("black", 1), ("red", 9)]
        let path = try video("long.mp4", colors, "-g 1000 -x264-params scenecut=0")
        #expect(try draw(path).isAbout([0, 0, 255]))
    }

    @Test func theShapeOfPixelsAndTheRotationAreApplied() throws {
        let wide = try video("wide.mp4", [("red", 1)], "-aspect 8:3")
        #expect(try draw(wide).size == PixelSize(width: 128, height: 48))
        let turned = try Clips.make("turned.mp4", in: folder, "-i \(wide) -c copy \(rotation)")
        #expect(try draw(turned).size == PixelSize(width: 48, height: 128))
    }

    private var rotation: String { "-metadata:s:v:0 rotate=90" }

    @Test func aVideoThatBreaksOffHasAPicture() throws {
        let whole = try #require(fileBytes(try video("whole.mkv", [("red", 10)])))
        let cut = try folder.write("cut.mkv", whole.prefix(whole.count / 4 * 3))
        #expect(try draw(cut).isAbout([0, 0, 255]))
    }

    @Test func whatIsNoPictureSaysWhy() throws {
        let png = try #require(fileBytes(try Clips.make("a.png", in: folder, Self.image)))
        let mp4 = try #require(fileBytes(try video("a.mp4", [("red", 1)])))
        let files: [(name: String, bytes: [UInt8], kind: String)] = [
            ("text.jpg", Array("Not an image\n".utf8), "notMedia"),
            ("empty.png", [], "notMedia"),
            ("zeros.webp", Array(repeating: 0, count: 5_000), "notMedia"),
            ("start.png", Array(png.prefix(40)), "notMedia"),
            ("start.mp4", Array(mp4.prefix(500)), "notMedia"),
        ]
        for file in files {
            let path = try folder.write(file.name, file.bytes)
            #expect("\(try kind(path))" == file.kind, "\(file.name)")
        }
        #expect("\(try kind(folder.path))" == "notAFile")
        #expect("\(try kind(folder.path + "/none"))" == "notFound")
        let sound = try Clips.make("a.wav", in: folder, "-f lavfi -i sine=d=1")
        #expect("\(try kind(sound))" == "noVideo")
    }

    /// Whatever comes of them, it is a picture or a refusal.
    @Test(arguments: ["a.jpg", "a.png", "a.webp", "a.gif", "a.tiff", "a.mp4"])
    func damagedFilesTrapNowhere(name: String) throws {
        let path =
            name == "a.mp4"
            ? try video(name, [("red", 1)])
            : try Clips.make(
                name,
                in: folder,
                Self.image
            )
        let whole = try #require(fileBytes(path))
        var random = SeededGenerator(seed: 7)
        for round in 0..<12 {
            var bytes = whole
            for _ in 0...round {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(
                    in: 0...255,
                    using: &random
                )
            }
            let damaged = try folder.write("\(round)-\(name)", bytes)
            do throws(ThumbnailError) {
                _ = try Thumbnailer.draw(damaged, .normal, within: Self.never)
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }

    @Test func aPictureThatIsTooLargeIsRefused() throws {
        let path = try Clips.make(
            "wide.png",
            in: folder,
            "-f lavfi -i color=s=8200x8 -frames:v 1"
        )
        let error = #expect(throws: ThumbnailError.self) { try draw(path) }
        #expect(error?.isLasting == true)
    }

    /// What kind of refusal a file meets.
    private func kind(_ path: String) throws -> String {
        let error = #expect(throws: ThumbnailError.self) { try draw(path) }
        guard case .hasNoPicture(path, .source(let cause)) = error else {
            return "\(error, default: "none")"
        }
        return "\(cause.kind)"
    }

    @Test func itEndsAtTheDeadlineAndWhenNobodyWaits() throws {
        let path = try video("a.mp4", [("red", 1)])
        #expect(throws: ThumbnailError.hasNoPicture(path: path, .timedOut)) {
            let past = SearchLimit(deadline: MonotonicTime(nanoseconds: 0)) { false }
            _ = try Thumbnailer.draw(path, .normal, within: past)
        }
        #expect(throws: ThumbnailError.hasNoPicture(path: path, .tooMuchWork)) {
            let none = SearchLimit(deadline: MonotonicTime(nanoseconds: .max), work: .zero) {
                false
            }
            _ = try Thumbnailer.draw(path, .normal, within: none)
        }
        #expect(throws: ThumbnailError.hasNoPicture(path: path, .cancelled)) {
            _ = try Thumbnailer.draw(path, .normal, within: Self.nobodyWaits)
        }
        #expect(throws: ThumbnailError.isNoPath("a.mp4")) { try draw("a.mp4") }
    }

    /// GLib checks what the thumbnail says, as file managers do.
    @Test func fileManagersFindIt() throws {
        let cache = ThumbnailCache(root: "\(folder.path)/cache", version: "1.2")
        let path = try Clips.make("ü (a) [b];%.png", in: folder, Self.image)
        let made = try cache.thumbnail(ofFile: path, .large, at: noon, within: Self.never)
        let finished = try Command(["gio", "info", "-a", "thumbnail::*", path]).finish(
            environment: ["XDG_CACHE_HOME": "\(folder.path)/cache", "LC_ALL": "C.UTF-8"]
        )
        #expect(finished.output.contains("thumbnail::path: \(made.path)"))
        #expect(finished.output.contains("thumbnail::is-valid: TRUE"))
    }

    @Test func aFilesThumbnailIsMadeKeptAndMadeAnewWhenTheFileChanges() throws {
        let cache = ThumbnailCache(root: "\(folder.path)/cache", version: "1.2")
        let path = try Clips.make("a.png", in: folder, Self.image)
        func make() throws -> CachedThumbnail {
            try cache.thumbnail(ofFile: path, .large, at: noon, within: Self.never)
        }
        folder.setTime(of: "a.png", to: 1_000)
        let made = try make()
        #expect(made.size == PixelSize(width: 256, height: 128))
        #expect(try draw(made.path, .large).size == made.size)
        #expect(try make() == made.whenFound)
        #expect(throws: ThumbnailError.isThumbnail(path: made.path)) {
            try cache.thumbnail(ofFile: made.path, .normal, at: noon, within: Self.never)
        }
        try folder.write("a.png", Array("No longer an image".utf8))
        #expect(throws: ThumbnailError.self) { try make() }
        #expect(throws: ThumbnailError.hasFailed(uri: "file://\(path)", isDamage: true)) {
            try make()
        }
        folder.setTime(of: "a.png", to: 1_000)
        #expect(throws: ThumbnailError.hasNoPicture(path: path, .cancelled)) {
            try cache.thumbnail(ofFile: path, .large, at: noon, within: Self.nobodyWaits)
        }
    }
}

extension Bitmap {
    /// Blue, green and red.
    func pixel(_ x: Int32, _ y: Int32) -> [UInt8] {
        Array(pixels[(Int(y * size.width + x) * 4)...].prefix(3))
    }

    /// Whether the middle has a colour, within what encoding makes of it.
    func isAbout(_ color: [UInt8]) -> Bool {
        let middle = pixel(size.width / 2, size.height / 2)
        return zip(middle, color).allSatisfy { abs(Int($0) - Int($1)) < 24 }
    }
}

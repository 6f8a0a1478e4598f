import Imaging
import Media
import TestSupport
import Testing

@Suite struct ImageEncoderTests {
    /// Soft waves of colour, which JPEG keeps well.
    private static func waves(_ width: Int, _ height: Int) -> Bitmap {
        Bitmap(width, height) { x, y in
            SIMD3(UInt8(x * 2 % 256), UInt8(255 - y * 3 % 256), UInt8((x + y) % 256))
        }
    }

    @Test func aPNGIsThePictureExactly() throws {
        for size in [(1, 1), (1, 9), (53, 31)] as [(Int, Int)] {
            let bitmap = Self.waves(size.0, size.1)
            let file = try ImageEncoder.encode(bitmap, ImageOptions(format: .png))
            #expect(file.size == bitmap.size)
            #expect(try Files.decoded(file) == bitmap.colors)
        }
    }

    @Test(arguments: [(0.6, 34.0), (0.85, 38.0), (0.95, 42.0)])
    func aJPEGLooksLikeThePicture(_ quality: Double, _ decibels: Double) throws {
        for size in [(120, 80), (53, 31)] as [(Int, Int)] {
            let bitmap = Self.waves(size.0, size.1)
            let file = try ImageEncoder.encode(bitmap, ImageOptions(quality: quality))
            #expect(file.size == bitmap.size)
            let difference = Difference(try Files.decoded(file), bitmap.colors)
            #expect(difference.decibels > decibels)
        }
    }

    @Test func anotherReaderSeesThatAJPEGIsUprightAndSRGB() throws {
        let lines = try Files.probed(try ImageEncoder.encode(Self.waves(20, 10), ImageOptions()))
        #expect(lines.contains { $0.contains("Orientation") && $0.hasSuffix("\"    1\"") })
        #expect(lines.contains { $0.contains("ColorSpace") && $0.hasSuffix("\"    1\"") })
    }

    @Test func aPNGSaysThatItIsSRGB() throws {
        let file = try ImageEncoder.encode(Self.waves(20, 10), ImageOptions(format: .png))
        let chunks = try #require(PNGParts(file.bytes)).chunks
        let tag = try #require(chunks.firstIndex { $0.name == "sRGB" })
        #expect(tag < (chunks.firstIndex { $0.name == "IDAT" } ?? 0))
        // A rendering intent: perceptual, relative, saturation or absolute.
        #expect((0...3).contains(chunks[tag].payload[0]))
        #expect(chunks[tag].payload.count == 1)
    }

    @Test func betterQualityTakesMoreBytes() throws {
        let bitmap = Self.waves(64, 64)
        let sizes = try [0, 0.2, 0.4, 0.6, 0.85, 0.95, 1].map {
            try ImageEncoder.encode(bitmap, ImageOptions(quality: $0)).bytes.count
        }
        #expect(sizes == sizes.sorted())
        #expect(Set(sizes).count == sizes.count)
    }

    @Test(arguments: [.nan, -.infinity, -1, 0, 1, 7, .infinity] as [Double])
    func anyQualityIsKeptInRange(_ quality: Double) throws {
        let file = try ImageEncoder.encode(Self.waves(8, 8), ImageOptions(quality: quality))
        #expect((0...1).contains(file.quality))
    }

    @Test(arguments: ImageFormat.allCases)
    func anImageFitsItsBox(_ format: ImageFormat) throws {
        for (box, size) in [
            ((nil, nil), (90, 60)), ((45, nil), (45, 30)), ((nil, 20), (30, 20)),
            ((45, 20), (30, 20)), ((900, 900), (90, 60)), ((1, 1), (1, 1)), ((-3, 0), (1, 1)),
        ] as [((Int32?, Int32?), (Int32, Int32))] {
            var options = ImageOptions(format: format)
            options.maximumWidth = box.0
            options.maximumHeight = box.1
            let fitted = Self.waves(90, 60).scaled(toFit: options.box)
            let file = try ImageEncoder.encode(fitted, options)
            #expect(file.size == PixelSize(width: size.0, height: size.1))
            #expect(!file.isScaledDown)
            #expect(file.codedSize == file.size)
        }
    }

    /// A snapshot in an event: its base64 text and what is around it take 100,000 bytes.
    @Test func noiseFitsAnEventInTwoEncodes() throws {
        var random = SeededGenerator(seed: 4)
        let noise = Bitmap(320, 320) { _, _ in
            let bits = random.next()
            return SIMD3(truncatingIfNeeded: SIMD3(bits, bits >> 8, bits >> 16))
        }
        let options = ImageOptions(quality: 0.8, maximumBytes: 74_000)
        let file = try ImageEncoder.encode(noise, options)
        #expect(file.encodes <= 2)
        #expect(file.bytes.count <= 74_000)
        #expect(file.size == PixelSize(width: 320, height: 320))
    }

    @Test(arguments: ImageFormat.allCases)
    func anImageThatCannotBeSmallEnoughIsRefused(_ format: ImageFormat) throws {
        let options = ImageOptions(format: format, maximumBytes: 50)
        let error = #expect(throws: ImagingError.self) {
            try ImageEncoder.encode(Self.waves(64, 64), options)
        }
        guard case .tooFewBytes(let maximum, let needed) = error else {
            Issue.record("Another error: \(String(describing: error))")
            return
        }
        #expect(maximum == 50)
        #expect((51...2048).contains(needed))
    }

    @Test func aCancelledImageIsNotMade() {
        #expect(throws: ImagingError.cancelled) {
            try ImageEncoder.encode(Self.waves(8, 8), ImageOptions()) { true }
        }
        // Between two encodes too.
        var asked = 0
        #expect(throws: ImagingError.cancelled) {
            try ImageEncoder.encode(Self.waves(90, 90), ImageOptions(maximumBytes: 1000)) {
                asked += 1
                return asked == 2
            }
        }
    }
}

extension EncodedPicture {
    /// The size that the file itself states.
    var codedSize: PixelSize? {
        switch format {
        case .jpeg:
            JPEGParts(bytes).map { PixelSize(width: Int32($0.width), height: Int32($0.height)) }
        case .png:
            PNGParts(bytes).map { PixelSize(width: Int32($0.width), height: Int32($0.height)) }
        }
    }
}

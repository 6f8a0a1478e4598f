import FrameTransport
import Imaging
import Media
import Testing

@Suite struct GeometryTests {
    /// A picture's form, what its image has to fit into, and the image's size.
    struct Case: Sendable {
        var size: PixelSize
        var aspect = SampleAspectRatio.square
        var rotation = Rotation.none
        var box = PixelSize.largest
        var displayed: PixelSize
        var stored: PixelSize

        init(
            _ width: Int32,
            _ height: Int32,
            aspect: (Int32, Int32) = (1, 1),
            rotation: Rotation = .none,
            box: (Int32, Int32)? = nil,
            displayed: (Int32, Int32),
            stored: (Int32, Int32)? = nil
        ) {
            size = PixelSize(width: width, height: height)
            self.aspect = SampleAspectRatio(numerator: aspect.0, denominator: aspect.1)
            self.rotation = rotation
            if let box { self.box = PixelSize(width: box.0, height: box.1) }
            self.displayed = PixelSize(width: displayed.0, height: displayed.1)
            self.stored = stored.map { PixelSize(width: $0.0, height: $0.1) } ?? size
        }
    }

    private static let cases = [
        Case(64, 48, displayed: (64, 48)),
        Case(64, 48, box: (320, 320), displayed: (64, 48)),
        Case(64, 48, box: (32, 32), displayed: (32, 24), stored: (32, 24)),
        Case(64, 48, rotation: .clockwise90, displayed: (48, 64)),
        Case(64, 48, rotation: .halfTurn, displayed: (64, 48)),
        Case(64, 48, rotation: .clockwise270, box: (24, 99), displayed: (24, 32), stored: (24, 18)),
        // PAL and NTSC of 4:3 and 16:9.
        Case(72, 57, aspect: (16, 15), displayed: (77, 57)),
        Case(72, 48, aspect: (8, 9), displayed: (72, 54)),
        Case(72, 57, aspect: (64, 45), rotation: .clockwise90, displayed: (57, 102)),
        // Slivers, boxes smaller than one pixel and larger than any.
        Case(1, 1, displayed: (1, 1)),
        Case(1, 301, box: (100, 100), displayed: (1, 100), stored: (1, 100)),
        Case(301, 1, box: (100, 100), displayed: (100, 1), stored: (100, 1)),
        Case(33, 17, box: (0, -5), displayed: (1, 1), stored: (1, 1)),
        Case(5, 7, aspect: (1, 64), displayed: (5, 448)),
        Case(5, 7, aspect: (64, 1), displayed: (320, 7)),
        Case(300, 3, aspect: (64, 1), displayed: (8192, 1)),
        Case(3, 300, aspect: (1, 64), rotation: .clockwise90, displayed: (8192, 1)),
    ]

    @Test(arguments: cases)
    func anImageHasThePicturesShape(_ entry: Case) throws {
        for pixelFormat in [PixelFormat.i420, .yuyv, .p010, .rgba] {
            let format = FormatDescription(
                pixelFormat: pixelFormat,
                size: entry.size,
                sampleAspectRatio: entry.aspect,
                rotation: entry.rotation
            )
            let picture = TestPicture.noise(format, seed: 1)
            let displayed = try picture.bitmap(fitting: entry.box)
            #expect(displayed.size == entry.displayed)
            #expect(displayed.pixels.count == displayed.colors.count * 4)
            let stored = try picture.bitmap(fitting: entry.box, orientation: .stored)
            #expect(stored.size == entry.stored)
        }
    }

    /// Where the stored picture's top left and top right corner are shown.
    private static let turns: [(Rotation, first: SIMD2<Int>, second: SIMD2<Int>)] = [
        (.none, [0, 0], [1, 0]),
        (.clockwise90, [1, 0], [1, 1]),
        (.halfTurn, [1, 1], [0, 1]),
        (.clockwise270, [0, 1], [0, 0]),
    ]

    @Test(arguments: Rotation.allCases, PixelFormat.allCases)
    func turnedPicturesAreUpright(_ rotation: Rotation, _ pixelFormat: PixelFormat) throws {
        let format = FormatDescription(
            pixelFormat: pixelFormat,
            size: PixelSize(width: 12, height: 8),
            rotation: rotation
        )
        // White in the top left quarter, grey in the top right one.
        var picture = TestPicture(format)
        picture.fill { channel, x, y in
            guard channel == 0 || pixelFormat.isRGB else { return 512 }
            return y >= 4 ? 64 : x < 6 ? 940 : 500
        }
        let bitmap = try picture.bitmap()
        let (width, height) = (Int(bitmap.size.width), Int(bitmap.size.height))
        func brightness(_ corner: SIMD2<Int>) -> UInt8 {
            bitmap.color(corner.x * (width - 1), corner.y * (height - 1)).y
        }
        let turn = try #require(Self.turns.first { $0.0 == rotation })
        #expect(brightness(turn.first) > 230)
        #expect((100...160).contains(brightness(turn.second)))
        #expect(try picture.bitmap(orientation: .stored).color(0, 0).y > 230)
    }

    @Test func turningChangesNoPixel() throws {
        var format = FormatDescription(pixelFormat: .nv12, size: PixelSize(width: 23, height: 9))
        let upright = try TestPicture.noise(format, seed: 5).bitmap().colors
        format.rotation = .halfTurn
        #expect(try TestPicture.noise(format, seed: 5).bitmap().colors == upright.reversed())
        format.rotation = .clockwise90
        let turned = try TestPicture.noise(format, seed: 5).bitmap()
        var expected: [SIMD3<UInt8>] = []
        for x in 0..<23 {
            for y in 0..<9 { expected.append(upright[(8 - y) * 23 + x]) }
        }
        #expect(turned.colors == expected)
    }

    @Test func aCircleOfAnamorphicPixelsIsRound() throws {
        let format = FormatDescription(
            pixelFormat: .i420,
            size: PixelSize(width: 40, height: 80),
            sampleAspectRatio: SampleAspectRatio(numerator: 2, denominator: 1)
        )
        var picture = TestPicture(format)
        picture.fill { channel, x, y in
            guard channel == 0 else { return 512 }
            let (across, down) = (2 * Double(x) + 1 - 40, Double(y) + 0.5 - 40)
            return across * across + down * down < 900 ? 940 : 64
        }
        let bitmap = try picture.bitmap()
        #expect(bitmap.size == PixelSize(width: 80, height: 80))
        let bright = (0..<80).map { place in
            (row: bitmap.color(place, 40).y > 127, column: bitmap.color(40, place).y > 127)
        }
        #expect(abs(bright.count { $0.row } - 60) <= 1)
        #expect(abs(bright.count { $0.column } - 60) <= 1)
    }

    @Test func aViewIsScaledToItsBox() {
        let pixels = [[UInt8]](repeating: [10, 20, 30, 0], count: 64 * 36).flatMap { $0 }
        let view = Bitmap(bgrx: pixels, size: PixelSize(width: 64, height: 36))
        let small = view.scaled(toFit: PixelSize(width: 30, height: 30))
        #expect(small.size == PixelSize(width: 30, height: 17))
        #expect(Set(small.colors) == [[30, 20, 10]])
        let same = view.scaled(toFit: PixelSize(width: 900, height: 900))
        #expect(same.size == view.size)
        #expect(same.pixels == pixels)
    }

    @Test func picturesWithoutPixelsAreRefused() {
        let empty = FormatDescription(pixelFormat: .i420, size: PixelSize(width: 0, height: 4))
        #expect(throws: ImagingError.noPixels) { try Bitmap(PictureComponents(), format: empty) }
        let whole = FormatDescription(pixelFormat: .i420, size: PixelSize(width: 4, height: 4))
        #expect(throws: ImagingError.noPixels) { try Bitmap(PictureComponents(), format: whole) }
        [UInt8](repeating: 0, count: 64).withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            let luma = PictureComponents.Component(base: base, bytesPerRow: 4)
            let color = PictureComponents.Component(base: base, bytesPerRow: 1)
            #expect(throws: ImagingError.noPixels) {
                try Bitmap(PictureComponents(luma, color), format: whole)
            }
            #expect(throws: ImagingError.noPixels) {
                try Bitmap(PictureComponents(luma, color, color), format: whole)
            }
        }
    }

    /// Smooth pictures come out as with `scaled`, whatever the sizes.
    @Test(arguments: [
        (1_920, 1_080, 640), (1_281, 400, 1_280), (1_280, 720, 640), (1_366, 768, 320),
        (101, 67, 32),
    ])
    func whatIsDrawnIsNearWhatIsScaled(width: Int, height: Int, box: Int32) {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let (across, down) = (UInt8(x * 200 / width), UInt8(y * 200 / height))
                pixels += [across, down, across / 2 + down / 2, 0]
            }
        }
        let image = Bitmap(
            bgrx: pixels,
            size: PixelSize(width: Int32(width), height: Int32(height))
        )
        let size = PixelSize(width: box, height: 8_192)
        let (drawn, scaled) = (image.drawn(toFit: size), image.scaled(toFit: size))
        #expect(drawn.size == scaled.size && drawn.size.width == box)
        let differences = zip(drawn.pixels, scaled.pixels).enumerated().map { index, pair in
            index % 4 == 3 ? 0 : abs(Int(pair.0) - Int(pair.1))
        }
        #expect(differences.max() ?? 0 <= 4)
        // It is never made larger.
        #expect(drawn.drawn(toFit: PixelSize(width: 4_000, height: 4_000)).size == drawn.size)
    }
}

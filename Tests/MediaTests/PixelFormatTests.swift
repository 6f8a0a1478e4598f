import Media
import Testing

@Suite struct PixelFormatTests {
    /// Bytes of a packed 5x3 picture, component by component, as FFmpeg's
    /// av_image_get_buffer_size counts them.
    @Test(
        arguments: [
            (.i420, [15, 6, 6]), (.i422, [15, 9, 9]), (.i444, [15, 15, 15]), (.nv12, [15, 12]),
            (.yuyv, [36]), (.i010, [30, 12, 12]), (.p010, [30, 24]), (.bgra, [60]), (.rgba, [60]),
            (.gray8, [15]),
        ] as [(PixelFormat, [Int])]
    )
    func oddSizesRoundColourUp(format: PixelFormat, bytes: [Int]) {
        #expect(format.componentCount == bytes.count)
        let counted = bytes.indices.map { component in
            format.rowBytes(component: component, width: 5)
                * format.rows(component: component, height: 3)
        }
        #expect(counted == bytes)
        let size = PixelSize(width: 5, height: 3)
        #expect(format.pictureBytes(size: size) == bytes.reduce(0, +))
    }

    @Test func everyFormatIsInTheTableAbove() {
        #expect(PixelFormat.allCases.count == 10)
    }

    @Test func largePicturesDoNotOverflow() {
        let largest = PixelSize(width: .max, height: 2)
        #expect(PixelFormat.bgra.pictureBytes(size: largest) == 8 * Int(Int32.max))
    }

    @Test func namesAndCodesAreDistinct() {
        #expect(Set(PixelFormat.allCases.map(\.name)).count == 10)
        #expect(Set(PixelFormat.allCases.map(\.fourCC)).count == 10)
    }

    @Test func onlyColourFormatsWithoutAMatrixAreRGB() {
        #expect(PixelFormat.allCases.filter(\.isRGB) == [.bgra, .rgba])
    }
}

@Suite struct FourCCTests {
    /// drm_fourcc.h: the first character is the lowest byte.
    @Test func charactersAreLittleEndian() {
        #expect(FourCC("NV12").rawValue == 0x3231_564E)
        #expect(PixelFormat.nv12.fourCC.rawValue == 0x3231_564E)
    }

    @Test func shortCodesArePaddedWithSpaces() {
        #expect(FourCC("R8").rawValue == 0x2020_3852)
        #expect(FourCC("").rawValue == 0x2020_2020)
    }
}

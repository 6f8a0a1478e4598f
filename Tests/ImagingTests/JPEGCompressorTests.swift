import Media
import Testing

@testable import Imaging

@Suite struct JPEGCompressorTests {
    private static let square = Bitmap(40, 40) { x, y in SIMD3(UInt8(x * 6), UInt8(y * 6), 90) }

    @Test func aFileSaysThatItIsUprightAndSRGB() throws {
        let file = try JPEGCompressor.open().encode(Self.square, quality: 0.85)
        let parts = try #require(JPEGParts(file))
        // JFIF wants to be first; what reads EXIF looks behind it.
        #expect(parts.segments[0].marker == 0xE0)
        #expect(parts.segments[0].payload.starts(with: Array("JFIF\0".utf8)))
        #expect(parts.segments[1].marker == 0xE1)
        let exif = try #require(ExifParts(parts.segments[1].payload))
        #expect(Set(exif.values.keys) == [0x0112, 0x8769, 0x9000, 0xA001])
        #expect(exif.values[0x0112] == 1)
        #expect(exif.values[0xA001] == 1)
        #expect(parts.width == 40)
        #expect(parts.height == 40)
    }

    @Test(arguments: [(0, 0x22), (0.89, 0x22), (0.9, 0x11), (1, 0x11)] as [(Double, UInt8)])
    func colorHasFullResolutionFromQuality90On(_ quality: Double, _ sampling: UInt8) throws {
        let file = try JPEGCompressor.open().encode(Self.square, quality: quality)
        #expect(try #require(JPEGParts(file)).lumaSampling == sampling)
        #expect(JPEGCompressor.hasFullColor(quality) == (sampling == 0x11))
    }

    @Test func oneCompressorMakesManyFiles() throws {
        let compressor = try JPEGCompressor.open()
        let first = try compressor.encode(Self.square, quality: 0.5)
        #expect(try compressor.encode(Self.square, quality: 1).count > first.count)
        #expect(try compressor.encode(Self.square, quality: 0.5) == first)
    }
}

import FrameTransport
import Media
import Testing

@testable import Capture

/// How the brightness of a picture is told from a few of its points.
@Suite struct MeanLumaTests {
    private static func luma(
        of bytes: [UInt8],
        _ format: PixelFormat,
        _ width: Int32,
        _ height: Int32,
        bytesPerRow: Int
    ) -> Double? {
        bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            return MeanLuma.of(
                PictureComponents(.init(base: base, bytesPerRow: bytesPerRow)),
                FormatDescription(
                    pixelFormat: format,
                    size: PixelSize(width: width, height: height)
                )
            )
        }
    }

    /// One pixel in memory, and the byte that counts.
    @Test(
        arguments: [
            (.nv12, [80]), (.i420, [80]), (.gray8, [80]), (.yuyv, [80, 1]), (.p010, [3, 80]),
            (.bgra, [1, 80, 2, 3]),
        ] as [(PixelFormat, [UInt8])]
    )
    func onlyLumaCounts(format: PixelFormat, pixel: [UInt8]) {
        // Between two rows lies something else.
        let row: [UInt8] = Array([[UInt8]](repeating: pixel, count: 130).joined()) + [255, 255]
        let bytes = Array([[UInt8]](repeating: row, count: 98).joined())
        #expect(Self.luma(of: bytes, format, 130, 98, bytesPerRow: row.count) == 80)
    }

    @Test func theWholePictureCounts() {
        // Dark above, bright below; then a ramp from left to right.
        let halves = (0..<96).flatMap { [UInt8](repeating: $0 < 48 ? 10 : 210, count: 128) }
        #expect(Self.luma(of: halves, .gray8, 128, 96, bytesPerRow: 128) == 110)
        let ramp = (0..<96 * 128).map { UInt8($0 % 128 * 2) }
        #expect(abs((Self.luma(of: ramp, .gray8, 128, 96, bytesPerRow: 128) ?? 0) - 127) < 2)
    }

    @Test func aPictureSmallerThanTheGridHasOneToo() {
        #expect(Self.luma(of: [7], .gray8, 1, 1, bytesPerRow: 1) == 7)
        #expect(Self.luma(of: [], .gray8, 0, 0, bytesPerRow: 0) == nil)
        #expect(Self.luma(of: [7, 0], .i010, 1, 1, bytesPerRow: 2) == nil)
    }
}

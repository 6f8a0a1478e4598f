import Media
import Testing

@testable import Decoding
@testable import Demuxing

/// Of Exif, which way up the picture is, is all that libavcodec is told.
@Suite struct ExifReductionTests {
    private static let orientation: [UInt8] = [0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
    private static let other: [UInt8] = [0x0F, 1, 1, 0, 0x60, 0xEA, 0, 0, 8, 0, 0, 0]

    private func tiff(_ entries: [[UInt8]]) -> [UInt8] {
        [0x49, 0x49, 42, 0, 8, 0, 0, 0, UInt8(entries.count), 0] + entries.joined() + [26, 0, 0, 0]
    }

    private func segment(_ content: [UInt8]) -> [UInt8] {
        let length = content.count + 8
        return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + Array("Exif\0\0".utf8)
            + content
    }

    private func reduced(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        bytes.withUnsafeMutableBytes { ExifReduction.reduce($0) }
        return bytes
    }

    @Test func onlyTheOrientationIsLeft() {
        let jpeg = [0xFF, 0xD8] + segment(tiff([Self.other, Self.orientation, Self.other]))
        let left = reduced(jpeg + jpeg)
        let header: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
        let wanted = header + [1, 0] + Self.orientation + [0, 0, 0, 0]
        for start in [12, jpeg.count + 12] {
            #expect(left.count == 2 * jpeg.count && left[start...].starts(with: wanted))
        }
    }

    @Test func withoutOneThereIsNone() {
        let left = reduced(segment(tiff([Self.other])))
        #expect(Array(left[18..<24]) == [0, 0, 0, 0, 0, 0])
    }

    @Test func ofWebPTheChunkIs() {
        let content = tiff([Self.other, Self.orientation])
        let size = [UInt8(content.count), 0, 0, 0]
        let file = Array("RIFF----WEBPEXIF".utf8) + size + content
        #expect(reduced(file)[20...].dropFirst(8).starts(with: [1, 0] + Self.orientation))
    }

    @Test func anyBytesAreTaken() {
        var random = SystemRandomNumberGenerator()
        for count in 0..<300 {
            let rest = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            for head in [segment([0x49, 0x49]), segment([]), Array("RIFF----WEBPEXIF".utf8)] {
                #expect(reduced(head + rest).count == head.count + count)
            }
            for head in [[0xFF, 0xD8], Array("RIFF----WEBP".utf8)] as [[UInt8]] {
                (head + rest).withUnsafeBytes { _ = StillHeader.size($0) }
            }
        }
    }

    @Test(
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC2, 0, 9, 8, 1, 0, 2, 1, 3], 513, 256),
            (
                Array("RIFF----WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 7, 1, 0], 10,
                264
            ),
        ] as [([UInt8], Int, Int)]
    )
    func theHeadTellsTheSize(bytes: [UInt8], width: Int, height: Int) {
        let size = bytes.withUnsafeBytes { StillHeader.size($0) }
        #expect(size.map { [Int($0.width), Int($0.height)] } == [width, height])
    }
}

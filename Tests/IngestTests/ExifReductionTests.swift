import TestSupport
import Testing

@testable import Decoding

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

    private func reduced(
        _ bytes: [UInt8],
        _ container: ExifReduction.Container = .jpeg
    ) -> [UInt8] {
        var bytes = bytes
        bytes.withUnsafeMutableBytes { ExifReduction.reduce($0, container) }
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

    @Test func ofWebPNoneIsLeft() {
        let content = tiff([Self.other, Self.orientation])
        let size = [UInt8(content.count), 0, 0, 0]
        let head = Array("RIFF----WEBP".utf8)
        let left = reduced(head + Array("EXIF".utf8) + size + content, .webP)
        #expect(left == head + Array("----".utf8) + size + content)
        // However many there are.
        let empty = Array("EXIF".utf8) + [0, 0, 0, 0]
        let many = reduced(head + Array(repeating: empty, count: 50_000).joined(), .webP)
        #expect(many.count == 400_012 && !many.contains(UInt8(ascii: "X")))
    }

    /// Neither one in the other's place, nor a directory in the header, nor what follows.
    @Test func whatLiesInItIsGone() {
        let inner = segment(tiff([Self.other, Self.orientation]))
        let nested = segment([0x49, 0x49, 42, 0, 60, 0, 0, 0] + inner + tiff([Self.orientation]))
        let left = reduced(nested)
        #expect(left[20...].dropFirst(2).allSatisfy { $0 == 0 })
        let inHeader = reduced(
            segment([0x4D, 0x4D, 0, 42, 0, 0, 0, 4] + [UInt8](repeating: 7, count: 90))
        )
        let wanted: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0]
        #expect(Array(inHeader[10...].prefix(10)) == wanted)
        #expect(inHeader[20...].allSatisfy { $0 == 0 })
        let none = reduced(segment([0x4D, 0x49] + [UInt8](repeating: 7, count: 90)))
        #expect(none[10...].allSatisfy { $0 == 0 })
    }

    @Test func anyBytesAreTaken() {
        var random = SeededGenerator(seed: 5)
        for count in 0..<300 {
            let rest = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            for head in [segment([0x49, 0x49]), segment([]), Array("RIFF----WEBPEXIF".utf8)] {
                for container in [ExifReduction.Container.jpeg, .webP] {
                    #expect(reduced(head + rest, container).count == head.count + count)
                }
            }
        }
    }
}

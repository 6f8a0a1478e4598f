import Media
import TestSupport
import Testing

@testable import Demuxing

/// The size of a picture without decoding it.
@Suite struct StillHeaderTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let header: StillHeader
        let bytes: [UInt8]
        let width: CInt
        let height: CInt

        init(
            _ name: String,
            _ header: StillHeader,
            _ bytes: [UInt8],
            _ width: CInt = 513,
            _ height: CInt = 256
        ) {
            testDescription = name
            (self.header, self.bytes) = (header, bytes)
            (self.width, self.height) = (width, height)
        }
    }

    private static let sof: [UInt8] = [0xFF, 0xC0, 0, 9, 8, 1, 0, 2, 1, 3]

    private static func jpeg(_ between: [UInt8], sof: [UInt8] = Self.sof) -> [UInt8] {
        [0xFF, 0xD8] + between + sof
    }

    private static func png(_ between: [UInt8]) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + between + [0, 0, 0, 13]
            + Array("IHDR".utf8) + [0, 0, 2, 1, 0, 0, 1, 0]
    }

    private static func webP(_ chunks: (String, [UInt8])...) -> [UInt8] {
        chunks.reduce(into: Array("RIFF----WEBP".utf8)) {
            $0 += Array($1.0.utf8) + [UInt8($1.1.count), 0, 0, 0] + $1.1
        }
    }

    /// 14 bits for each side, less one: 512 and 255.
    private static let lossless: [UInt8] = [0x2F, 0x00, 0xC2, 0x3F, 0x00]
    private static let lossy: [UInt8] = [0, 0, 0, 0x9D, 1, 0x2A, 1, 2, 0, 1]

    private static func bmp(_ header: [UInt8]) -> [UInt8] {
        Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + header
    }

    private static let rows = [
        Row("JPEG", .jpeg, jpeg([0xFF, 0xE0, 0, 4, 1, 2])),
        Row("progressive", .jpeg, jpeg([], sof: [0xFF, 0xC2] + sof.dropFirst(2))),
        Row("JPEG-LS", .jpeg, jpeg([], sof: [0xFF, 0xF7] + sof.dropFirst(2))),
        Row("fill bytes", .jpeg, jpeg([0xFF, 0xFF, 0xFF])),
        Row("a restart before the frame", .jpeg, jpeg([0xFF, 0xD0, 0xFF, 0xD7])),
        Row("a temporary marker", .jpeg, jpeg([0xFF, 0x01])),
        Row("a second start", .jpeg, jpeg([0xFF, 0xD8])),
        Row("an end before the frame", .jpeg, jpeg([0xFF, 0xD9])),
        Row("bytes between segments", .jpeg, jpeg([7, 0xFF, 0, 7])),
        Row("bytes before the start", .jpeg, [0, 0] + jpeg([])),
        Row("a scan before the frame", .jpeg, jpeg([0xFF, 0xDA, 0, 4, 1, 2, 9, 0xFF, 0, 9])),
        Row("PNG", .png, png([])),
        Row(
            "a chunk before the header",
            .png,
            png([0, 0, 0, 1] + Array("tIME".utf8) + [1, 2, 3, 4, 5])
        ),
        Row("extended WebP", .webP, webP(("VP8X", [0, 0, 0, 0, 0, 2, 0, 255, 0, 0]))),
        Row("lossy WebP", .webP, webP(("VP8 ", lossy))),
        Row("the least lossless WebP", .webP, webP(("VP8L", lossless))),
        Row("a chunk before the picture", .webP, webP(("ICCP", [1, 2]), ("VP8L", lossless))),
        Row("BMP", .bmp, bmp([40, 0, 0, 0, 1, 2, 0, 0, 0, 1, 0, 0])),
        Row("BMP downwards", .bmp, bmp([40, 0, 0, 0, 1, 2, 0, 0, 0, 0xFF, 0xFF, 0xFF])),
        Row("BMP of OS/2", .bmp, bmp([12, 0, 0, 0, 1, 2, 0, 1, 1, 0, 24, 0])),
    ]

    @Test(arguments: rows) func theHeadTellsTheSize(row: Row) {
        let size = row.bytes.withUnsafeBytes { row.header.size($0) }
        #expect(size == PixelSize(width: row.width, height: row.height))
        // Whatever is missing of it.
        for count in row.bytes.indices {
            let cut = row.bytes.prefix(count).withUnsafeBytes { row.header.size($0) }
            #expect(cut == nil || cut == size)
        }
    }

    @Test func aSideOfNothingIsNoSize() {
        let bytes = Self.jpeg([], sof: [0xFF, 0xC0, 0, 9, 8, 0, 0, 2, 1, 3])
        #expect(bytes.withUnsafeBytes { StillHeader.jpeg.size($0) } == nil)
    }

    @Test(arguments: StillHeader.allCases) func anyBytesAreTaken(header: StillHeader) {
        var random = SeededGenerator(seed: 4)
        for count in 0..<300 {
            let rest = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            for head in [[], Self.png([]), Self.jpeg([]), Array("RIFF----WEBP".utf8)] {
                (head.dropLast(10) + rest).withUnsafeBytes { _ = header.size($0) }
            }
        }
    }
}

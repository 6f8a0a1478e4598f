import Foundation
import MediaFiles
import TestSupport
import Testing

/// Exif in files other than JPEG; none has a picture, of which nothing here reads one.
@Suite final class ExifPlaceTests {
    private let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("pipd-exif-\(UUID().uuidString)").path

    deinit {
        unlink(path)
    }

    private static let values = ExifFile.Values(
        orientation: 6,
        taken: "2024:01:31 23:59:58",
        fraction: "25",
        offset: "+01:00"
    )

    private static func png(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(UInt32(content.count).bigEndian) + Array(type.utf8) + content + [0, 0, 0, 0]
    }

    private static func riff(_ type: String, _ content: [UInt8]) -> [UInt8] {
        Array(type.utf8) + number(UInt32(content.count).littleEndian) + content
            + [UInt8](repeating: 0, count: content.count % 2)
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        withUnsafeBytes(of: value) { [UInt8]($0) }
    }

    private static func files(_ order: ExifFile.Order) -> [[UInt8]] {
        let exif = ExifFile.content(values, order)
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let picture = png("IHDR", [1, 2, 3]) + png("IDAT", [UInt8](repeating: 7, count: 300))
        let webp = riff("VP8X", [1, 2, 3]) + riff("VP8 ", [UInt8](repeating: 7, count: 301))
        let head = Array("RIFF".utf8) + number(99) + Array("WEBP".utf8)
        return [
            signature + picture + png("eXIf", exif) + png("IEND", []),
            signature + png("eXIf", exif) + picture, head + webp + riff("EXIF", exif),
            head + webp + riff("EXIF", Array("Exif\0\0".utf8) + exif), exif,
        ]
    }

    private func facts(_ bytes: [UInt8]) throws -> ExifFacts? {
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        guard let file = OpenedFile(path) else {
            Issue.record("it cannot be opened")
            return nil
        }
        return ExifFacts(in: file, beginning: file.beginning(atMost: 1 << 10))
    }

    @Test(arguments: ExifFile.Order.allCases)
    func itIsFoundWhereverItIs(order: ExifFile.Order) throws {
        for file in Self.files(order) {
            let facts = try #require(try facts(file))
            #expect(facts.taken == MediaDate("2024-01-31T23:59:58.25+0100"))
            // Nothing turns these when they are shown.
            #expect(facts.orientation == 1)
        }
    }

    @Test func noBytesTrap() throws {
        var generator = SeededGenerator(seed: 23)
        for whole in Self.files(.little) + Self.files(.big) {
            for end in stride(from: 0, to: whole.count, by: 7) {
                _ = try facts(Array(whole[..<end]))
            }
            for _ in 0..<40 {
                var bytes = whole
                for _ in 0..<Int.random(in: 1...6, using: &generator) {
                    let index = Int.random(in: bytes.indices, using: &generator)
                    bytes[index] = UInt8.random(in: 0...255, using: &generator)
                }
                _ = try facts(bytes)
            }
        }
    }
}

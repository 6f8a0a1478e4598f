import Foundation
import Lettering
import Testing

/// What is said of files that are no pictures.
@Suite struct PNGPictureTests {
    /// A red pixel, and a blue one that is half seen.
    private static let file: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00, 0x00, 0x00, 0x0D, 0x49, 0x48, 0x44,
        0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x08, 0x06, 0x00, 0x00, 0x00, 0xF4,
        0x22, 0x7F, 0x8A, 0x00, 0x00, 0x00, 0x14, 0x49, 0x44, 0x41, 0x54, 0x78, 0x01, 0x01, 0x09,
        0x00, 0xF6, 0xFF, 0x00, 0xFF, 0x00, 0x00, 0xFF, 0x00, 0x00, 0xFF, 0x80, 0x0F, 0x7A, 0x03,
        0x7E, 0x4A, 0x6E, 0x70, 0x0C, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42,
        0x60, 0x82,
    ]

    /// What is said of a file, without its name; of a picture, its first four pixels' bytes.
    private func answer(_ file: [UInt8]) throws -> String {
        let path = NSTemporaryDirectory() + "pipd-png-\(UUID().uuidString).png"
        try Data(file).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        do {
            return "\(try PNGPicture.load(path, height: 1, width: 100).pixels)"
        } catch {
            return "\(error)".replacing(path, with: "it")
        }
    }

    private func sized(_ width: UInt32, _ height: UInt32) -> [UInt8] {
        var file = Self.file
        for (index, value) in [width, height].enumerated() {
            for byte in 0..<4 {
                file[16 + 4 * index + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * byte))
            }
        }
        return file
    }

    @Test func aPictureIsOne() throws {
        #expect(try answer(Self.file) == "[0, 0, 255, 255, 128, 0, 0, 128]")
    }

    @Test func whatIsWrongWithAFileIsSaid() throws {
        #expect(try answer([1, 2, 3]) == "it is no PNG file")
        #expect(try answer(Array(Self.file.prefix(45))) == "it is damaged: it ends too early")
        #expect(try answer(sized(0, 7)) == "it is damaged: it is 0x7")
        let wide = "it is 40000x2, and has more than 32767 pixels a side"
        #expect(try answer(sized(40_000, 2)) == wide)
        #expect(try answer(sized(.max, .max)).contains("4294967295x4294967295"))
        #expect(try answer(sized(30_000, 30_000)).contains("more than 16 megapixels"))
        var file = Self.file
        file[44] ^= 0xFF
        #expect(try answer(file).hasPrefix("it is damaged: "))
        #expect(try !answer(file).contains("memory"))
    }
}

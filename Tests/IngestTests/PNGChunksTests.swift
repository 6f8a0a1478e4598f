import TestSupport
import Testing

@testable import Decoding

/// Chunks without checksums, which nothing here looks at.
private func chunk(_ type: String, _ content: [UInt8] = [], length: UInt32? = nil) -> [UInt8] {
    let length = length ?? UInt32(content.count)
    let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
    return size + Array(type.utf8) + content + [1, 2, 3, 4]
}

@Suite struct PNGChunksTests {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private func needed(_ bytes: [UInt8]) -> [UInt8] {
        var needed: [UInt8] = []
        bytes.withUnsafeBytes { buffer in
            PNGChunks.needed(of: buffer) { needed += buffer[$0] }
        }
        return needed
    }

    @Test func onlyThePictureIsLeft() {
        let head = Self.signature + chunk("IHDR", [UInt8](repeating: 7, count: 13))
        let picture = chunk("PLTE", [1, 2, 3]) + chunk("IDAT", [9, 9]) + chunk("IEND")
        let beside = ["zTXt", "iTXt", "iCCP", "tEXt", "prVt", "tIME"].flatMap { chunk($0, [1]) }
        #expect(needed(head + beside + picture + beside) == head + picture)
    }

    @Test(arguments: ["gAMA", "cHRM", "sRGB", "tRNS", "eXIf", "acTL", "fcTL", "fdAT"])
    func whatSaysHowItIsShownStays(type: String) {
        let bytes = Self.signature + chunk(type, [1, 2, 3]) + chunk("IEND")
        #expect(needed(bytes) == bytes)
    }

    @Test func chunksOfAnAnimationHaveNoSignature() {
        #expect(needed(chunk("fcTL") + chunk("zTXt", [1])) == chunk("fcTL"))
    }

    @Test func aLongExifIsLeftOut() {
        let most = [UInt8](repeating: 0, count: PNGChunks.mostBeside)
        #expect(needed(chunk("eXIf", most) + chunk("IEND")) == chunk("eXIf", most) + chunk("IEND"))
        #expect(needed(chunk("eXIf", most + [0]) + chunk("IEND")) == chunk("IEND"))
    }

    /// One that lies about its length has what is there.
    @Test(arguments: [UInt32(3), 100, 0x7FFF_FFFF, .max])
    func aChunkEndsWithTheFile(length: UInt32) {
        let lying = chunk("IDAT", length: length)
        #expect(needed(lying) == lying)
        #expect(needed(chunk("IHDR") + chunk("zTXt", length: length)) == chunk("IHDR"))
    }

    @Test func anyBytesAreTaken() {
        var random = SeededGenerator(seed: 5)
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            #expect(needed(Self.signature + bytes).count <= count + 8)
            #expect(needed(bytes).count <= count)
        }
    }
}

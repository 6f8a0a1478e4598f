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

    /// Nothing of it is libavcodec's to read but which way up the picture is.
    @Test func ofExifTheOrientationIsLeft() {
        let entries: [UInt8] = [0x0F, 1, 2, 0, 9, 0, 0, 0, 0, 0, 0, 0]
        let orientation: [UInt8] = [0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
        let head: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
        let exif = head + [2, 0] + entries + orientation + [UInt8](repeating: 7, count: 90)
        let rest = [UInt8](repeating: 0, count: exif.count - 22)
        let picture = chunk("IDAT", [9, 9]) + chunk("IEND")
        for signature in [Self.signature, []] {
            let left = leaned(signature + chunk("eXIf", exif) + chunk("zTXt", [1]) + picture)
            let wanted = chunk("eXIf", head + [1, 0] + orientation + rest)
            #expect(left == signature + wanted + picture)
            let cut = leaned(signature + chunk("eXIf", exif, length: 1 << 20))
            #expect(cut?.count == signature.count + exif.count + 12 && cut?.contains(7) == false)
        }
        #expect(leaned(Self.signature + picture) == nil)
    }

    /// What libavcodec is given in its place; nil for the same.
    private func leaned(_ bytes: [UInt8]) -> [UInt8]? {
        bytes.withUnsafeBytes { buffer in
            guard let count = PNGChunks.leanCount(of: buffer) else { return nil }
            var lean = [UInt8](repeating: 7, count: count)
            let written = lean.withUnsafeMutableBufferPointer {
                $0.baseAddress.map { PNGChunks.copyNeeded(of: buffer, to: $0) }
            }
            return written == count ? lean : []
        }
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

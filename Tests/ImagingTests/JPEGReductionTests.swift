import Media
import Testing

@testable import Imaging

@Suite struct JPEGReductionTests {
    private static let size = PixelSize(width: 200, height: 90)

    private static func file(quality: Double = 0.85) throws -> [UInt8] {
        try JPEGCompressor.open().encode(
            Bitmap(200, 90) { x, y in SIMD3(UInt8(x), UInt8(2 * y), 90) },
            quality: quality
        )
    }

    /// What is left, and the pixels that are wanted at least.
    @Test(
        arguments: [(100, (100, 45)), (50, (50, 23)), (1, (25, 12))] as [(Int32, (Int32, Int32))]
    )
    func itIsHalvedAsOftenAsItCanBe(_ leastPixels: Int32, _ left: (Int32, Int32)) throws {
        let size = try Self.file().withUnsafeBytes { file in
            JPEGReduction(file, of: Self.size, leastPixels: leastPixels)?.size
        }
        #expect(size == PixelSize(width: left.0, height: left.1))
    }

    /// Of Motion JPEG a packet may be one field of two; a file may say one size and have another.
    @Test(arguments: [(200, 180), (200, 45), (400, 90)] as [(Int32, Int32)])
    func whatHasAnotherSizeThanWasSaidIsLeftAlone(_ width: Int32, _ height: Int32) throws {
        let taken = try Self.file().withUnsafeBytes { file in
            let size = PixelSize(width: width, height: height)
            return JPEGReduction(file, of: size, leastPixels: 50)?.size
        }
        #expect(taken == nil)
    }

    @Test func whatIsCutOffIsNotWhole() throws {
        let file = try Self.file(quality: 0.95)
        for (count, isWhole) in [(file.count, true), (file.count / 2, false)] {
            let result = file[..<count].withUnsafeBytes { bytes -> Bool? in
                guard let reduction = JPEGReduction(bytes, of: Self.size, leastPixels: 50) else {
                    return nil
                }
                #expect(reduction.pixelFormat == .i444)
                let bytesOfPlane = 50 * 23
                let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 3 * bytesOfPlane)
                defer { memory.deallocate() }
                let planes = (0..<3).map { memory + $0 * bytesOfPlane }
                return reduction.decode(bytes, to: planes, bytesPerRow: [50, 50, 50])
            }
            #expect(result == isWhole)
        }
    }
}

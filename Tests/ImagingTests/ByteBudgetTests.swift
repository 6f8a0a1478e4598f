import Glibc
import Media
import TestSupport
import Testing

@testable import Imaging

@Suite struct ByteBudgetTests {
    /// How the bytes of an imagined image go with quality and size.
    struct Law: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var format = ImageFormat.jpeg
        var bytes: @Sendable (_ quality: Double, _ pixels: Double) -> Double
    }

    private static let laws = [
        Law(testDescription: "as noise") { pow($0, 1.4) * 3 * $1 },
        Law(testDescription: "hardly by quality") { pow($0, 0.1) * $1 },
        Law(testDescription: "not by quality") { 2 * $1 },
        Law(testDescription: "steeply by quality") { exp(6 * $0 - 6) * 3 * $1 },
        Law(testDescription: "slowly by size") { $0 * 4000 * pow($1, 0.4) },
        Law(testDescription: "only when tiny") { _, pixels in min(pixels * 300, 3_000_000) },
        Law(testDescription: "PNG by size", format: .png) { 3 * $1 },
        Law(testDescription: "PNG, more when scaled", format: .png) {
            $1 == 640 * 480 ? 0.2 * $1 : 2.5 * $1
        },
        Law(testDescription: "PNG, only when tiny", format: .png) { min($1 * 3, 9000) },
    ]

    private static let size = PixelSize(width: 640, height: 480)

    /// Follows a law up to the end; what fitted, or nil.
    private func attempts(
        _ law: Law,
        maximumBytes: Int,
        quality: Double = 0.85
    ) -> (attempts: [ByteBudget.Attempt], verdict: ByteBudget.Verdict) {
        var budget = ByteBudget(
            maximumBytes: maximumBytes,
            format: law.format,
            quality: quality,
            size: Self.size
        )
        var attempts: [ByteBudget.Attempt] = []
        while true {
            let attempt = budget.attempt
            attempts.append(attempt)
            let pixels = Double(attempt.size.width) * Double(attempt.size.height)
            // No real image breaks the bounds of its format.
            let bytes = min(
                max(Int(law.bytes(attempt.quality, pixels)), law.format.leastBytes(attempt)),
                law.format.mostBytes(attempt.size)
            )
            let verdict = budget.encoded(bytes)
            #expect(budget.encodes == attempts.count)
            guard verdict == .again else { return (attempts, verdict) }
        }
    }

    @Test(arguments: laws, [2048, 5000, 20_000, 100_000, 400_000])
    func sixEncodesAreEnoughForAnyImage(_ law: Law, _ maximumBytes: Int) {
        for quality in [0.05, 0.3, 0.5, 0.85, 0.9, 1] {
            let (attempts, verdict) = attempts(law, maximumBytes: maximumBytes, quality: quality)
            #expect(verdict == .fits)
            #expect(attempts.count <= 6)
            // Each attempt is worse than the last, and none below the lowest quality.
            for (earlier, later) in zip(attempts, attempts.dropFirst()) {
                #expect(later != earlier)
                #expect(later.quality <= earlier.quality)
                #expect(later.size.width <= earlier.size.width)
                #expect(later.size.height <= earlier.size.height)
                #expect(later.quality >= min(quality, ByteBudget.lowestQuality))
            }
        }
    }

    @Test func whatFitsIsLeftAsItIs() {
        let (attempts, verdict) = attempts(Self.laws[0], maximumBytes: 10_000_000)
        #expect(verdict == .fits)
        #expect(attempts == [ByteBudget.Attempt(quality: 0.85, size: Self.size)])
    }

    @Test func qualityIsLoweredBeforeSize() {
        let noise = Self.laws[0]
        let whole = noise.bytes(0.85, 640 * 480)
        for share in [0.95, 0.8, 0.6] {
            let (attempts, _) = attempts(noise, maximumBytes: Int(whole * share))
            #expect(attempts.count == 2)
            #expect(attempts[1].size == Self.size)
            #expect(attempts[1].quality < 0.85)
        }
        let (attempts, _) = attempts(noise, maximumBytes: Int(whole * 0.1))
        #expect(attempts.count == 2)
        #expect(attempts[1].size.width < 640)
        #expect(attempts[1].quality == ByteBudget.lowestQuality)
    }

    @Test func aLowQualityIsNotRaised() {
        let (attempts, verdict) = attempts(Self.laws[0], maximumBytes: 20_000, quality: 0.1)
        #expect(verdict == .fits)
        #expect(attempts.allSatisfy { $0.quality == 0.1 })
    }

    @Test func noEncodeIsWastedOnASizeThatCannotFit() {
        let huge = PixelSize(width: 8192, height: 8192)
        for (format, bytes) in [(.jpeg, 100_000), (.png, 50_000)] as [(ImageFormat, Int)] {
            let budget = ByteBudget(maximumBytes: bytes, format: format, quality: 1, size: huge)
            #expect(format.leastBytes(budget.attempt) < bytes)
            #expect(budget.attempt.size.width < 8192)
        }
    }

    @Test(arguments: ImageFormat.allCases, [Int.min, -1, 0, 1, 60])
    func impossibleNumbersOfBytesAreRecognized(_ format: ImageFormat, _ maximumBytes: Int) {
        var budget = ByteBudget(
            maximumBytes: maximumBytes,
            format: format,
            quality: 0.85,
            size: Self.size
        )
        #expect(budget.attempt.size == .onePixel)
        #expect(budget.encoded(70) == .impossible)
    }

    @Test(arguments: ImageFormat.allCases)
    func boundsHoldForRealImages(_ format: ImageFormat) throws {
        for (width, height) in [(1, 1), (16, 16), (17, 3), (64, 48), (129, 70)] {
            var random = SeededGenerator(seed: 1)
            let flat = Bitmap(width, height) { _, _ in [40, 90, 200] }
            let noise = Bitmap(width, height) { _, _ in
                SIMD3(repeating: random.next() % 2 == 0 ? 0 : 255)
            }
            for quality in [0.01, 0.3, 0.89, 0.9, 1] {
                let attempt = ByteBudget.Attempt(quality: quality, size: flat.size)
                let options = ImageOptions(format: format, quality: quality)
                let least = try ImageEncoder.encode(flat, options).bytes.count
                #expect(format.leastBytes(attempt) <= least)
                let most = try ImageEncoder.encode(noise, options).bytes.count
                #expect(quality > ByteBudget.lowestQuality || most <= format.mostBytes(flat.size))
            }
        }
    }
}

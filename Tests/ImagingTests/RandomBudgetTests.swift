import Foundation
import Imaging
import Media
import Testing

/// What was found for many images, each with its own number of bytes.
private struct Findings: CustomStringConvertible {
    private var count = 0
    /// Where the first encode was too large.
    private var encodes: [Int] = []
    /// Of the bytes allowed, what was used there.
    private var shares: [Double] = []

    mutating func add(_ file: EncodedPicture, maximumBytes: Int) {
        count += 1
        guard file.encodes > 1 else { return }
        encodes.append(file.encodes)
        shares.append(Double(file.bytes.count) / Double(maximumBytes))
    }

    func encodes(at quantile: Double) -> Int { Self.value(encodes.sorted(), at: quantile) ?? 0 }
    var usedShare: Double { Self.value(shares.sorted(), at: 0.5) ?? 1 }

    private static func value<Value>(_ sorted: [Value], at quantile: Double) -> Value? {
        guard !sorted.isEmpty else { return nil }
        return sorted[min(Int(Double(sorted.count) * quantile), sorted.count - 1)]
    }

    var description: String {
        let quantiles = [0.5, 0.95, 0.99, 1].map { String(encodes(at: $0)) }.joined(separator: " ")
        let shares = [0.05, 0.5, 0.95].map { Self.value(self.shares.sorted(), at: $0) ?? 1 }
            .map { String(format: "%.2f", $0) }.joined(separator: " ")
        return """
            \(count) images, \(encodes.count) too large at first; \
            their encodes p50 p95 p99 max: \(quantiles); bytes used p5 p50 p95: \(shares)
            """
    }
}

/// Images of all kinds with numbers of bytes of all sizes.
///
/// `PIPD_IMAGES=10000` makes that many JPEG files, and a fifth of it PNG, in
/// sizes up to 1000 pixels a side; `PIPD_CLIP` names a video whose frames are
/// used beside ffmpeg's own.
@Suite struct RandomBudgetTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["PIPD_IMAGES"].flatMap(Int.init)

    @Test(arguments: ImageFormat.allCases)
    func noImageHasMoreBytesThanAllowed(_ format: ImageFormat) throws {
        let share = format == .jpeg ? 1.0 : Self.count == nil ? 0.5 : 0.2
        let count = Int(Double(Self.count ?? 120) * share)
        let sides = 16...(Self.count == nil ? 200.0 : 1000)
        var images = RandomImages(seed: 11, photos: try Self.photos())
        var findings = Findings()
        for _ in 0..<count {
            let image = images.next(sides: sides).image
            var options = ImageOptions(format: format, quality: images.logarithmic(0.3...1))
            let unlimited = try ImageEncoder.encode(image, options).bytes.count
            // From a little too few to a tiny part.
            let allowed = max(Int(Double(unlimited) * images.logarithmic(0.04...1.2)), 2048)
            options.maximumBytes = allowed
            let file = try ImageEncoder.encode(image, options)
            findings.add(file, maximumBytes: allowed)
            #expect(file.bytes.count <= allowed)
            #expect(file.codedSize == file.size)
            #expect(file.size.hasShape(of: image.size))
            #expect(file.isScaledDown == (file.size != image.size))
            #expect(file.encodes <= 6)
        }
        if Self.count != nil { print("\(format): \(findings)") }
        // Few images make a coarse quantile; the second may come out too large 1 in 20 times.
        #expect(findings.encodes(at: Self.count == nil ? 0.9 : 0.95) <= 2)
        #expect(findings.usedShare >= 0.6)
    }

    /// Frames of ffmpeg's own sources, and of a clip where one is named.
    private static func photos() throws -> [Bitmap] {
        let size =
            count == nil ? PixelSize(width: 320, height: 240) : PixelSize(width: 1280, height: 720)
        let sources = [
            "mandelbrot=r=1", "testsrc2=r=1",
            "life=s=160x120:mold=10:r=1:life_color=#8040ff:random_seed=7",
        ]
        var frames = try sources.flatMap {
            try Files.pixels(["-f", "lavfi", "-i", $0, "-frames:v", "2"], size: size)
        }
        if let clip = environment["PIPD_CLIP"] {
            frames += try Files.pixels(["-i", clip, "-r", "1", "-frames:v", "12"], size: size)
        }
        return frames
    }
}

extension PixelSize {
    /// Whether both sides are smaller by the same factor, within a pixel.
    fileprivate func hasShape(of other: Self) -> Bool {
        let width = Double(other.width) * Double(height) / Double(other.height)
        let height = Double(other.height) * Double(self.width) / Double(other.width)
        return abs(width - Double(self.width)) <= 1 || abs(height - Double(self.height)) <= 1
    }
}

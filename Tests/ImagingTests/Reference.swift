import Foundation
import Media

@testable import Imaging

/// What an image of a picture has to look like, computed in double precision
/// and one pixel at a time from the standards' own formulas.
enum Reference {
    /// Red, green and blue of each pixel, row by row, before it is turned.
    static func pixels(of picture: TestPicture, size: PixelSize) -> [SIMD3<UInt8>] {
        let channels = picture.channels.indices.map { means(of: picture, channel: $0, size: size) }
        return channels[0].indices.map { index in
            color(channels.map { $0[index] }, of: picture)
        }
    }

    /// A channel's mean over each pixel of the image: over the pixel's area
    /// where it is larger than a sample, else over a sample's area around its middle.
    private static func means(
        of picture: TestPicture,
        channel: Int,
        size: PixelSize
    ) -> [Double] {
        let grid = channel == 0 ? (x: 1, y: 1) : picture.grid
        let counts = picture.sampleCounts(channel)
        let stored = picture.format.size
        let across = Double(stored.width) / Double(grid.x) / Double(size.width)
        let down = Double(stored.height) / Double(grid.y) / Double(size.height)
        let columns = (0..<Int(size.width)).map { shares($0, step: across, count: counts.width) }
        return (0..<Int(size.height)).flatMap { y in
            let rows = shares(y, step: down, count: counts.height)
            return columns.map { column in
                var sum = 0.0
                for row in rows {
                    for part in column {
                        let sample = picture.sample(channel, part.index, row.index)
                        sum += row.share * part.share * Double(sample)
                    }
                }
                return sum
            }
        }
    }

    /// The samples that a scaled one is the mean of, and their shares of it.
    private static func shares(
        _ index: Int,
        step: Double,
        count: Int
    ) -> [(index: Int, share: Double)] {
        let middle = step * (Double(index) + 0.5)
        let reach = max(step, 1) / 2
        let (start, end) = (max(middle - reach, 0), min(middle + reach, Double(count)))
        return (0..<count).compactMap { sample in
            let covered = min(end, Double(sample) + 1) - max(start, Double(sample))
            return covered > 0 ? (sample, covered / (end - start)) : nil
        }
    }

    private static func color(_ samples: [Double], of picture: TestPicture) -> SIMD3<UInt8> {
        let format = picture.format
        if format.pixelFormat.isRGB { return rounded(SIMD3(samples[0], samples[1], samples[2])) }
        let depth = Double(1 << (picture.bits - 8))
        let top = Double(1 << picture.bits) - 1
        let isFull = format.colorimetry.range == .full
        let luma = isFull ? samples[0] / top : (samples[0] / depth - 16) / 219
        guard samples.count == 3 else { return rounded(SIMD3(repeating: luma * 255)) }
        let differences = samples[1...].map {
            isFull ? ($0 - 128 * depth) / top : ($0 / depth - 128) / 224
        }
        let (kr, kb) =
            switch format.colorimetry.matrix {
            case .bt601: (0.299, 0.114)
            case .bt709: (0.2126, 0.0722)
            case .bt2020: (0.2627, 0.0593)
            }
        let red = luma + differences[1] * 2 * (1 - kr)
        let blue = luma + differences[0] * 2 * (1 - kb)
        let green = (luma - kr * red - kb * blue) / (1 - kr - kb)
        return rounded(SIMD3(red, green, blue) * 255)
    }

    private static func rounded(_ color: SIMD3<Double>) -> SIMD3<UInt8> {
        SIMD3<UInt8>(
            UInt8(min(max(color.x.rounded(), 0), 255)),
            UInt8(min(max(color.y.rounded(), 0), 255)),
            UInt8(min(max(color.z.rounded(), 0), 255))
        )
    }
}

/// How far two images of the same size are apart.
struct Difference {
    private(set) var largest = 0
    private var squares = 0
    private var count = 0

    init(_ pixels: [SIMD3<UInt8>], _ others: [SIMD3<UInt8>]) {
        precondition(pixels.count == others.count, "Not of the same size")
        for (pixel, other) in zip(pixels, others) {
            for channel in 0..<3 {
                let step = abs(Int(pixel[channel]) - Int(other[channel]))
                largest = max(largest, step)
                squares += step * step
                count += 1
            }
        }
    }

    /// Mean of the squared differences; 0 for the same images.
    var meanSquare: Double { Double(squares) / Double(count) }
    /// The peak signal-to-noise ratio.
    var decibels: Double { 10 * log10(255 * 255 / meanSquare) }
}

extension Bitmap {
    /// An image whose pixels `color` gives as red, green and blue.
    init(_ width: Int, _ height: Int, color: (_ x: Int, _ y: Int) -> SIMD3<UInt8>) {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                let color = color(x, y)
                pixels += [color.z, color.y, color.x, 0]
            }
        }
        self.init(bgrx: pixels, size: PixelSize(width: Int32(width), height: Int32(height)))
    }

    /// Red, green and blue of each pixel, row by row.
    var colors: [SIMD3<UInt8>] {
        stride(from: 0, to: pixels.count, by: 4).map {
            SIMD3(pixels[$0 + 2], pixels[$0 + 1], pixels[$0])
        }
    }

    func color(_ x: Int, _ y: Int) -> SIMD3<UInt8> { colors[y * Int(size.width) + x] }
}

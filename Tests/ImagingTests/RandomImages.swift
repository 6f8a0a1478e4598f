import Glibc
import Imaging
import Media
import TestSupport

/// Images of all kinds, from flat areas to noise, that are the same in every run.
struct RandomImages {
    private var random: SeededGenerator
    /// Frames to cut pieces out of.
    private let photos: [Bitmap]

    init(seed: UInt64, photos: [Bitmap]) {
        random = SeededGenerator(seed: seed)
        self.photos = photos
    }

    enum Kind: CaseIterable {
        case noise
        case grain
        case gradient
        case text
        case blocks
        case waves
        case photo
        case grainyPhoto
    }

    /// One more, with sides in a range; short ones are as likely as long ones.
    mutating func next(sides: ClosedRange<Double>) -> (kind: Kind, image: Bitmap) {
        let kind = Kind.allCases.randomElement(using: &random) ?? .noise
        let width = Int(logarithmic(sides))
        let height = Int(
            min(max(Double(width) * logarithmic(0.4...2.5), sides.lowerBound), sides.upperBound)
        )
        return (kind, image(kind, width, height))
    }

    /// A number whose logarithm is evenly distributed.
    mutating func logarithmic(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound
            * pow(range.upperBound / range.lowerBound, Double.random(in: 0...1, using: &random))
    }

    private mutating func image(_ kind: Kind, _ width: Int, _ height: Int) -> Bitmap {
        switch kind {
        case .noise: noise(width, height)
        case .grain: grain(over: Bitmap(width, height) { _, _ in [128, 110, 90] })
        case .gradient: gradient(width, height)
        case .text: text(width, height)
        case .blocks: blocks(width, height)
        case .waves: waves(width, height)
        case .photo: photo(width, height)
        case .grainyPhoto: grain(over: photo(width, height))
        }
    }

    private mutating func noise(_ width: Int, _ height: Int) -> Bitmap {
        Bitmap(width, height) { _, _ in
            let bits = random.next()
            return SIMD3(
                UInt8(truncatingIfNeeded: bits),
                UInt8(truncatingIfNeeded: bits >> 8),
                UInt8(truncatingIfNeeded: bits >> 16)
            )
        }
    }

    /// The same in each channel, as a camera's at night.
    private mutating func grain(over image: Bitmap) -> Bitmap {
        let strength = Int(logarithmic(2...100))
        var pixels = image.pixels
        for start in stride(from: 0, to: pixels.count, by: 4) {
            let change = Int.random(in: -strength...strength, using: &random)
            for index in start..<start + 3 {
                pixels[index] = UInt8(min(max(Int(pixels[index]) + change, 0), 255))
            }
        }
        return Bitmap(bgrx: pixels, size: image.size)
    }

    private mutating func gradient(_ width: Int, _ height: Int) -> Bitmap {
        let (across, down) = (Int(logarithmic(1...800)), Int(logarithmic(1...800)))
        return Bitmap(width, height) { x, y in
            let (x, y) = (x * across / width, y * down / height)
            return SIMD3(UInt8((x + y) % 256), UInt8(x % 256), UInt8(y % 256))
        }
    }

    /// Shapes of a pen's width in lines, dark on light or light on dark.
    private mutating func text(_ width: Int, _ height: Int) -> Bitmap {
        let ground: UInt8 = Bool.random(using: &random) ? 250 : 20
        let ink = SIMD3<UInt8>(255 - ground, 128, ground / 2 + 60)
        let letters = (0..<64).map { _ in random.next() & random.next() }
        let density = UInt64(logarithmic(8...64))
        return Bitmap(width, height) { x, y in
            let (column, line) = (x / 9, y / 14)
            let (left, top) = (x % 9 / 2, y % 14 / 2)
            let letter = UInt64(column &* 31 &+ line &* 17) % 64
            guard letter < density, left < 4, top < 5 else { return SIMD3(repeating: ground) }
            let isInk = letters[Int(letter)] >> UInt64(top * 4 + left) & 1 == 1
            return isInk ? ink : SIMD3(repeating: ground)
        }
    }

    private mutating func blocks(_ width: Int, _ height: Int) -> Bitmap {
        let side = Int(logarithmic(2...60))
        let columns = (width + side - 1) / side
        let colors = (0...columns * ((height + side - 1) / side)).map { _ in
            let bits = random.next()
            return SIMD3<UInt8>(
                UInt8(truncatingIfNeeded: bits),
                UInt8(truncatingIfNeeded: bits >> 8),
                UInt8(truncatingIfNeeded: bits >> 16)
            )
        }
        return Bitmap(width, height) { x, y in colors[y / side * columns + x / side] }
    }

    private mutating func waves(_ width: Int, _ height: Int) -> Bitmap {
        let (across, down) = (logarithmic(0.02...2), logarithmic(0.02...2))
        let strength = logarithmic(4...120)
        return Bitmap(width, height) { x, y in
            let wave = sin(Double(x) * across) * cos(Double(y) * down)
            let level = UInt8(128 + strength * wave)
            return SIMD3(level, 255 - level, level / 2)
        }
    }

    /// A piece of a frame, magnified or shrunk to the image's size.
    private mutating func photo(_ width: Int, _ height: Int) -> Bitmap {
        guard let frame = photos.randomElement(using: &random) else { return noise(width, height) }
        let (frameWidth, frameHeight) = (Int(frame.size.width), Int(frame.size.height))
        let largest = min(Double(frameWidth) / Double(width), Double(frameHeight) / Double(height))
        let scale = min(largest, logarithmic(0.3...3))
        let across = min(Int((Double(width) * scale).rounded(.up)), frameWidth)
        let down = min(Int((Double(height) * scale).rounded(.up)), frameHeight)
        let left = Int.random(in: 0...frameWidth - across, using: &random)
        let top = Int.random(in: 0...frameHeight - down, using: &random)
        return Bitmap(width, height) { x, y in
            let column = left + Int(Double(x) * scale)
            let start = ((top + Int(Double(y) * scale)) * frameWidth + column) * 4
            return SIMD3(frame.pixels[start + 2], frame.pixels[start + 1], frame.pixels[start])
        }
    }
}

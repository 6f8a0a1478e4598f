internal import Imaging
internal import Lettering
internal import Media
internal import Pixels

/// Packed rows of blue, green, red and alpha, the colours multiplied by alpha, to draw on.
struct TileBitmap {
    let size: PixelSize
    private(set) var pixels: [UInt8]

    /// Nothing to see.
    init(size: PixelSize) {
        self.size = size
        pixels = Array(repeating: 0, count: 4 * Int(size.width) * Int(size.height))
    }

    init(_ picture: TextPicture) {
        size = picture.size
        pixels = picture.withUnsafeBytes { Array($0) }
    }

    /// Becomes one colour, with round corners.
    mutating func fill(_ color: TextColor, radius: Int32) {
        let alpha = UInt32(color.alpha)
        func share(_ value: UInt8) -> UInt8 { UInt8((UInt32(value) * alpha + 127) / 255) }
        let inside = [share(color.blue), share(color.green), share(color.red), color.alpha]
        let word = inside.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }.littleEndian
        pixels.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: UInt32.self) { $0.update(repeating: word) }
        }
        // Only the corners are not filled.
        for y in 0..<size.height where y < radius || y >= size.height - radius {
            for x in 0..<size.width where x < radius || x >= size.width - radius {
                let coverage = Self.coverage(x, y, size, Double(radius))
                let first = 4 * (Int(y) * Int(size.width) + Int(x))
                for channel in 0..<4 {
                    pixels[first + channel] = UInt8(Double(inside[channel]) * coverage)
                }
            }
        }
    }

    /// How much of a pixel lies inside a rectangle with round corners.
    private static func coverage(
        _ x: Int32,
        _ y: Int32,
        _ size: PixelSize,
        _ radius: Double
    ) -> Double {
        func beyond(_ place: Int32, _ length: Int32) -> Double {
            let center = Double(place) + 0.5
            return max(radius - center, center - (Double(length) - radius), 0)
        }
        let (across, down) = (beyond(x, size.width), beyond(y, size.height))
        guard across > 0, down > 0 else { return 1 }
        let distance = (across * across + down * down).squareRoot()
        return min(max(radius - distance + 0.5, 0), 1)
    }

    /// Lays another one over it; what lies outside is cut off.
    mutating func lay(_ other: Self, x: Int32, y: Int32) {
        let place = PixelRect(x: x, y: y, width: other.size.width, height: other.size.height)
            .intersection(PixelRect(size))
        guard !place.isEmpty else { return }
        let size = size
        let inside = PixelRect(
            x: place.x - x,
            y: place.y - y,
            width: place.width,
            height: place.height
        )
        pixels.withUnsafeMutableBytes { target in
            other.pixels.withUnsafeBytes { source in
                guard let base = target.baseAddress, let above = source.baseAddress else { return }
                let pixels = UnsafeMutableRawPointer(mutating: above)
                Surface(packed: base, size: size).part(place)
                    .layKeepingAlpha(Surface(packed: pixels, size: other.size).part(inside))
            }
        }
    }

    /// Lets what lies under it shine through.
    mutating func fade(to opacity: Double) {
        guard opacity < 1 else { return }
        let share = UInt32((max(0, opacity) * 256).rounded())
        for index in pixels.indices { pixels[index] = UInt8((UInt32(pixels[index]) * share) >> 8) }
    }
}

extension TileBitmap {
    init(_ picture: PNGPicture) {
        size = picture.size
        pixels = picture.pixels
    }
}

extension TileBitmap {
    /// A picture in a white frame.
    ///
    /// - Parameters:
    ///   - picture: Opaque.
    ///   - width: The frame's, around it.
    init(_ picture: Bitmap, frame width: Int32) {
        self.init(
            size: PixelSize(
                width: picture.size.width + 2 * width,
                height: picture.size.height + 2 * width
            )
        )
        fill(.white, radius: 0)
        let rowBytes = 4 * Int(picture.size.width)
        for y in 0..<Int(picture.size.height) {
            let target = 4 * ((y + Int(width)) * Int(size.width) + Int(width))
            let source = y * rowBytes
            pixels.replaceSubrange(
                target..<target + rowBytes,
                with: picture.pixels[source..<source + rowBytes]
            )
            for x in 0..<Int(picture.size.width) { pixels[target + 4 * x + 3] = 255 }
        }
    }
}

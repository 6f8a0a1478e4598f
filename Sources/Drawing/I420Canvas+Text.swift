internal import Lettering
internal import Media

extension I420Canvas {
    /// Lays a picture of text over what is there, in the colours of BT.709; outside of the
    /// canvas nothing is drawn.
    ///
    /// - Parameters:
    ///   - picture: The text.
    ///   - x: Where its left edge is.
    ///   - y: Where its top edge is.
    func draw(_ picture: TextPicture, x: Int32, y: Int32) {
        picture.withUnsafeBytes { draw($0, size: picture.size, x: x, y: y) }
    }

    /// The same of a picture of a file.
    func draw(_ picture: PNGPicture, x: Int32, y: Int32) {
        picture.pixels.withUnsafeBytes { draw($0, size: picture.size, x: x, y: y) }
    }

    private func draw(_ bytes: UnsafeRawBufferPointer, size: PixelSize, x: Int32, y: Int32) {
        let place = PixelRect(x: x, y: y, width: size.width, height: size.height)
        let area = place.intersection(PixelRect(self.size))
        guard !area.isEmpty else { return }
        let text = TextPixels(bytes: bytes, place: place, area: area)
        for row in Int(area.y)..<Int(area.maxY) { blendLuma(text, row: row) }
        for row in Int(area.y) / 2...Int(area.maxY - 1) / 2 { blendChroma(text, row: row) }
    }

    private func blendLuma(_ text: TextPixels, row: Int) {
        let target = luma.base + row * luma.bytesPerRow
        for column in Int(text.area.x)..<Int(text.area.maxX) {
            let pixel = text.pixel(column, row)
            guard pixel.w > 0 else { continue }
            target[column] = Self.mixed(target[column], 16, pixel, TextPixels.luma, pixels: 1)
        }
    }

    /// One sample of each colour difference for a block of 2x2.
    private func blendChroma(_ text: TextPixels, row: Int) {
        let blue = blueDifference.base + row * blueDifference.bytesPerRow
        let red = redDifference.base + row * redDifference.bytesPerRow
        for column in Int(text.area.x) / 2...Int(text.area.maxX - 1) / 2 {
            let pixel =
                text.pixel(2 * column, 2 * row) &+ text.pixel(2 * column + 1, 2 * row)
                &+ text.pixel(2 * column, 2 * row + 1) &+ text.pixel(2 * column + 1, 2 * row + 1)
            guard pixel.w > 0 else { continue }
            let (u, v) = (TextPixels.blueDifference, TextPixels.redDifference)
            blue[column] = Self.mixed(blue[column], 128, pixel, u, pixels: 4)
            red[column] = Self.mixed(red[column], 128, pixel, v, pixels: 4)
        }
    }

    /// A sample with text over it.
    ///
    /// - Parameters:
    ///   - old: What is there.
    ///   - zero: What black or grey has there.
    ///   - text: The sum of blue, green, red and alpha, the first three times the last.
    ///   - matrix: What a component of full strength adds, with 12 bits behind the point.
    ///   - pixels: How many were added.
    /// - Returns: What is there then.
    private static func mixed(
        _ old: UInt8,
        _ zero: Int32,
        _ text: SIMD4<Int32>,
        _ matrix: SIMD4<Int32>,
        pixels: Int32
    ) -> UInt8 {
        let full = 255 * pixels
        let ground = Int64(Int32(old) * (full - text.w) + zero * text.w)
        let color = Int64((text &* matrix).wrappedSum())
        let sum = (ground << 12 + color) / Int64(full)
        return UInt8(clamping: (sum + 1 << 11) >> 12)
    }
}

/// The pixels of a text that are drawn, by their place on a canvas.
private struct TextPixels {
    let bytes: UnsafeRawBufferPointer
    /// Where the whole text is.
    let place: PixelRect
    /// Where it is drawn.
    let area: PixelRect

    /// Blue, green, red and alpha; nothing outside of what is drawn.
    func pixel(_ column: Int, _ row: Int) -> SIMD4<Int32> {
        guard column >= Int(area.x), column < Int(area.maxX),
            row >= Int(area.y), row < Int(area.maxY)
        else { return .zero }
        let index = (row - Int(place.y)) * Int(place.width) + column - Int(place.x)
        let pixel = bytes.loadUnaligned(fromByteOffset: index * 4, as: SIMD4<UInt8>.self)
        return SIMD4(truncatingIfNeeded: pixel)
    }

    /// What blue, green and red of 255 add to luma, times 4096: 219 in all.
    static let luma = weights(219, 0.0722, 0.7152, 0.2126)
    static let blueDifference = weights(224 / 1.8556, 1 - 0.0722, -0.7152, -0.2126)
    static let redDifference = weights(224 / 1.5748, -0.0722, -0.7152, 1 - 0.2126)

    private static func weights(
        _ scale: Double,
        _ blue: Double,
        _ green: Double,
        _ red: Double
    ) -> SIMD4<Int32> {
        let weights = SIMD4(blue, green, red, 0) * scale * 4096
        return SIMD4<Int32>(weights.rounded(.toNearestOrAwayFromZero))
    }
}

package import FrameTransport
package import Media
internal import Presentation

/// A colour as limited-range Y, Cb and Cr.
struct YUVColor: Hashable, Sendable {
    var y: UInt8
    var u: UInt8 = 128
    var v: UInt8 = 128

    static let black = Self(y: 16)
    static let white = Self(y: 235)

    init(_ color: RGBColor) {
        self.init(
            red: Double(color.red) / 255,
            green: Double(color.green) / 255,
            blue: Double(color.blue) / 255
        )
    }

    /// Whether dark letters are read better on it.
    var isLight: Bool { y > 140 }

    /// From red, green and blue (0 to 1) with the BT.709 matrix.
    init(red: Double, green: Double, blue: Double) {
        let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        y = UInt8((16 + 219 * luma).rounded())
        u = UInt8((128 + 224 * (blue - luma) / 1.8556).rounded())
        v = UInt8((128 + 224 * (red - luma) / 1.5748).rounded())
    }

    init(y: UInt8) {
        self.y = y
    }
}

/// Draws rectangles and text into the memory of an I420 picture.
///
/// Everything is clipped to the picture: any rectangle and any text can be drawn.
/// A borrowed view of memory that someone else keeps alive and writable.
package struct I420Canvas {
    let size: PixelSize
    let luma: Component
    let blueDifference: Component
    let redDifference: Component

    package struct Component {
        let base: UnsafeMutablePointer<UInt8>
        let bytesPerRow: Int

        package init(base: UnsafeMutablePointer<UInt8>, bytesPerRow: Int) {
            self.base = base
            self.bytesPerRow = bytesPerRow
        }
    }

    /// - Parameters:
    ///   - size: Of the picture; each component is at least as large as that takes.
    ///   - y: Luma.
    ///   - u: The blue difference.
    ///   - v: The red difference.
    package init(size: PixelSize, _ y: Component, _ u: Component, _ v: Component) {
        self.size = size
        luma = y
        blueDifference = u
        redDifference = v
    }

    /// Fills a rectangle; its chroma covers the blocks of 2x2 that it touches.
    func fill(_ rectangle: PixelRect, _ color: YUVColor) {
        fillLuma(rectangle, color.y)
        let area = rectangle.intersection(PixelRect(size))
        guard !area.isEmpty else { return }
        let left = area.x / 2
        let top = area.y / 2
        let chroma = PixelRect(
            x: left,
            y: top,
            width: (area.maxX + 1) / 2 - left,
            height: (area.maxY + 1) / 2 - top
        )
        Self.set(chroma, of: blueDifference, to: color.u)
        Self.set(chroma, of: redDifference, to: color.v)
    }

    /// Fills a rectangle's luma and leaves its colour as it is.
    func fillLuma(_ rectangle: PixelRect, _ y: UInt8) {
        Self.set(rectangle.intersection(PixelRect(size)), of: luma, to: y)
    }

    /// Draws one line of text in luma alone, on a background of no colour.
    ///
    /// - Parameters:
    ///   - text: ASCII; other characters show as `?`.
    ///   - x: The left edge.
    ///   - y: The top edge; tails reach `BitmapFont.descent` dots below the line.
    ///   - dot: Pixels for one dot of the font, at least 1.
    ///   - luma: Of the letters.
    func draw(_ text: some Sequence<UInt8>, x: Int32, y: Int32, dot: Int32, luma: UInt8 = 235) {
        var left = x
        for character in text {
            guard left < size.width else { return }
            draw(BitmapFont.glyph(character), x: left, y: y, dot: dot, luma: luma)
            left += Int32(BitmapFont.advance) * dot
        }
    }

    /// The width of so many characters in pixels, without the last one's gap.
    static func width(of characters: Int, dot: Int32) -> Int32 {
        max(0, Int32(characters * BitmapFont.advance - 1) * dot)
    }

    private func draw(_ glyph: UInt64, x: Int32, y: Int32, dot: Int32, luma: UInt8) {
        for row in 0..<BitmapFont.rows + BitmapFont.descent {
            for column in 0..<BitmapFont.columns
            where BitmapFont.isSet(glyph, column: column, row: row) {
                let square = PixelRect(
                    x: x + Int32(column) * dot,
                    y: y + Int32(row) * dot,
                    width: dot,
                    height: dot
                )
                fillLuma(square, luma)
            }
        }
    }

    private static func set(_ area: PixelRect, of component: Component, to value: UInt8) {
        guard !area.isEmpty else { return }
        var row = component.base + Int(area.y) * component.bytesPerRow + Int(area.x)
        for _ in 0..<area.height {
            row.update(repeating: value, count: Int(area.width))
            row += component.bytesPerRow
        }
    }
}

extension I420Canvas {
    /// The canvas as the compositor reads it.
    package var components: PictureComponents {
        PictureComponents(
            .init(base: luma.base, bytesPerRow: luma.bytesPerRow),
            .init(base: blueDifference.base, bytesPerRow: blueDifference.bytesPerRow),
            .init(base: redDifference.base, bytesPerRow: redDifference.bytesPerRow)
        )
    }
}

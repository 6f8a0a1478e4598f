internal import Media
internal import Pixels
internal import Presentation

/// The squares at a window's corners, and what each of their pixels is mixed from.
struct CornerTable {
    /// The visible parts of the squares, in the framebuffer; none without rounding.
    private(set) var squares: [PixelRect] = []
    /// One entry a pixel, square after square, row after row.
    private var shares: [Share] = []

    /// Parts of 256.
    private struct Share {
        /// Of the picture inside the border, over the border's colour.
        var inside: Int32
        /// Of the window, over what lies under it.
        var window: Int32
    }

    init() {}

    init(_ window: DrawLayout.Window) {
        squares = Self.squares(of: window)
        shares = squares.flatMap { Self.shares(of: $0, window) }
    }

    /// The visible parts of the squares at a window's corners.
    static func squares(of window: DrawLayout.Window) -> [PixelRect] {
        let bounds = window.shape.bounds
        let side = window.shape.cornerSide
        guard side > 0 else { return [] }
        // Where the squares would meet in the middle, each pixel belongs to one.
        let (width, height) = (
            min(side, (bounds.width + 1) / 2), min(side, (bounds.height + 1) / 2)
        )
        let (farWidth, farHeight) = (min(side, bounds.width / 2), min(side, bounds.height / 2))
        let all = [
            PixelRect(x: bounds.x, y: bounds.y, width: width, height: height),
            PixelRect(x: bounds.maxX - farWidth, y: bounds.y, width: farWidth, height: height),
            PixelRect(x: bounds.x, y: bounds.maxY - farHeight, width: width, height: farHeight),
            PixelRect(
                x: bounds.maxX - farWidth,
                y: bounds.maxY - farHeight,
                width: farWidth,
                height: farHeight
            ),
        ]
        return all.map { $0.intersection(window.visible) }.filter { !$0.isEmpty }
    }

    private static func shares(of square: PixelRect, _ window: DrawLayout.Window) -> [Share] {
        (square.y..<square.maxY).flatMap { y in
            (square.x..<square.maxX).map { x in
                let outer = window.shape.coverage(x: x, y: y) * Double(window.opacity)
                let inner = window.shape.innerCoverage(x: x, y: y) * 256
                return Share(inside: Int32(inner.rounded()), window: Int32(outer.rounded()))
            }
        }
    }

    /// Mixes the pixels of one square: under the window, border, picture.
    ///
    /// The three surfaces are as large as the square; `picture` may be `target`.
    func blend(
        _ square: PixelRect,
        window: DrawLayout.Window,
        background: Surface,
        picture: Surface,
        to target: Surface
    ) {
        var position = firstShare(of: square)
        let border = window.borderColor.bgrx
        for y in 0..<square.height {
            let under = background.pixel(x: 0, y: y).assumingMemoryBound(to: UInt32.self)
            let over = picture.pixel(x: 0, y: y).assumingMemoryBound(to: UInt32.self)
            let result = target.pixel(x: 0, y: y).assumingMemoryBound(to: UInt32.self)
            for x in 0..<Int(square.width) {
                let share = shares[position]
                let color = Self.mix(border, over[x], share.inside)
                result[x] = Self.mix(under[x], color, share.window)
                position += 1
            }
        }
    }

    private func firstShare(of square: PixelRect) -> Int {
        var position = 0
        for other in squares {
            if other == square { break }
            position += Int(other.width) * Int(other.height)
        }
        return position
    }

    /// `second`'s share of 256 over `first`, each of the four bytes by itself.
    private static func mix(_ first: UInt32, _ second: UInt32, _ share: Int32) -> UInt32 {
        let (low, high): (UInt32, UInt32) = (0x00FF_00FF, 0xFF00_FF00)
        let (one, other) = (UInt32(256 - share), UInt32(share))
        let even = (first & low) * one + (second & low) * other + 0x0080_0080
        let odd = (first >> 8 & low) * one + (second >> 8 & low) * other + 0x0080_0080
        return (even >> 8 & low) | (odd & high)
    }
}

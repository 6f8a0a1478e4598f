internal import CPango
package import Media

/// What a text takes, and where its picture has it. In pixels.
package struct TextExtent: Hashable, Sendable {
    /// Of the whole picture, with what reaches out of the lines; a side of it is zero where
    /// there is nothing to see.
    package let size: PixelSize
    /// Where the lines are in the picture: as wide as the longest, as high as they are apart.
    /// This is what one aligns; what is drawn on may be less, and more.
    package let lines: PixelRect
    /// From the picture's top to the line on which the first line's letters stand.
    package let baseline: Int32
    package let lineCount: Int
    /// Whether a part of the text was left out behind the last line.
    package let isEllipsized: Bool
    /// Where the picture has zero of the layout that it is drawn from.
    let x, y: Int32

    /// - Parameters:
    ///   - extent: Of the layout.
    ///   - reach: How far what is drawn is kept where it reaches out of the lines.
    ///   - isEllipsized: Whether a part was left out.
    init(_ extent: cpango_extent, reach: Int, isEllipsized: Bool) {
        let lines = Edges(extent.lines)
        let ink = Edges(extent.ink)
        // Letters are drawn up to a pixel beside their place.
        let seen = ink.isEmpty ? lines : ink.grown(1).within(lines.grown(reach))
        let picture = lines.enclosing(seen)
        size = picture.size
        x = Int32(clamping: -picture.left)
        y = Int32(clamping: -picture.top)
        self.lines = PixelRect(
            x: Int32(clamping: lines.left - picture.left),
            y: Int32(clamping: lines.top - picture.top),
            width: lines.size.width,
            height: lines.size.height
        )
        baseline = Int32(clamping: Int(extent.baseline) - picture.top)
        lineCount = Int(extent.lineCount)
        self.isEllipsized = isEllipsized
    }
}

/// A rectangle that cannot overflow, whatever a font says of its letters.
private struct Edges {
    var left: Int
    var top: Int
    var right: Int
    var bottom: Int

    init(_ edges: cpango_edges) {
        left = Int(edges.left)
        top = Int(edges.top)
        right = Int(edges.right)
        bottom = Int(edges.bottom)
    }

    var isEmpty: Bool { left >= right || top >= bottom }

    var size: PixelSize {
        PixelSize(
            width: Int32(clamping: max(0, right - left)),
            height: Int32(clamping: max(0, bottom - top))
        )
    }

    func grown(_ amount: Int) -> Self {
        var grown = self
        grown.left -= amount
        grown.top -= amount
        grown.right += amount
        grown.bottom += amount
        return grown
    }

    func within(_ other: Self) -> Self {
        var common = self
        common.left = max(left, other.left)
        common.top = max(top, other.top)
        common.right = min(right, other.right)
        common.bottom = min(bottom, other.bottom)
        return common
    }

    func enclosing(_ other: Self) -> Self {
        var both = self
        both.left = min(left, other.left)
        both.top = min(top, other.top)
        both.right = max(right, other.right)
        both.bottom = max(bottom, other.bottom)
        return both
    }
}

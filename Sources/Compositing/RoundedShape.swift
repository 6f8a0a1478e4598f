internal import Media

/// A rectangle with rounded corners and a border along its inside: how much of
/// each pixel belongs to it.
///
/// Coverage is taken from the signed distance between the pixel's centre and
/// the outline: none half a pixel outside, all half a pixel inside, linear
/// between. The shader computes the same formula.
struct RoundedShape: Hashable {
    let bounds: PixelRect
    /// Of the outer outline, in pixels; at most half the shorter side.
    let radius: Double
    /// Width in pixels; at most half the shorter side.
    let border: Int32

    init(bounds: PixelRect, radius: Double, border: Int32) {
        let most = min(bounds.width, bounds.height)
        self.bounds = bounds
        self.radius = radius.isFinite ? min(max(radius, 0), Double(most) / 2) : 0
        self.border = min(max(border, 0), (most + 1) / 2)
    }

    /// The side of the square at each corner outside of which nothing is partly covered.
    var cornerSide: Int32 { Int32(radius.rounded(.up)) }

    /// How much of a pixel lies inside the outline: 0…1.
    func coverage(x: Int32, y: Int32) -> Double {
        Self.covered(distance(x: x, y: y, inset: 0))
    }

    /// How much of a pixel lies inside the border's inner edge: 0…1.
    func innerCoverage(x: Int32, y: Int32) -> Double {
        border == 0 ? 1 : Self.covered(distance(x: x, y: y, inset: Double(border)))
    }

    private static func covered(_ distance: Double) -> Double { min(max(0.5 - distance, 0), 1) }

    /// From the pixel's centre to the outline moved inwards by `inset`; negative inside.
    private func distance(x: Int32, y: Int32, inset: Double) -> Double {
        let halfWidth = Double(bounds.width) / 2 - inset
        let halfHeight = Double(bounds.height) / 2 - inset
        let radius = max(radius - inset, 0)
        let centerX = Double(bounds.x) + Double(bounds.width) / 2
        let centerY = Double(bounds.y) + Double(bounds.height) / 2
        let fromX = abs(Double(x) + 0.5 - centerX) - halfWidth + radius
        let fromY = abs(Double(y) + 0.5 - centerY) - halfHeight + radius
        let outside = (max(fromX, 0) * max(fromX, 0) + max(fromY, 0) * max(fromY, 0)).squareRoot()
        return outside + min(max(fromX, fromY), 0) - radius
    }
}

internal import Media

/// What each of two buffers, and the display, lacks of the newest picture.
///
/// A buffer that becomes the back buffer has missed a frame or more: what it
/// needs is everything that has changed since it was written, not only what the
/// newest frame changes. What the display lacks is what was refused, and what is new.
struct DamageLedger: Hashable, Sendable {
    private let bounds: PixelRect
    private var first: PixelRect
    private var second: PixelRect
    /// What has changed since the display last took the picture.
    private(set) var unshown: PixelRect

    /// Everything is lacking everywhere.
    init(size: PixelSize) {
        bounds = PixelRect(size)
        first = bounds
        second = bounds
        unshown = bounds
    }

    /// The picture has changed there; what lies outside it is cut off.
    mutating func record(_ damage: PixelRect) {
        let damage = damage.intersection(bounds)
        first = first.enclosing(damage)
        second = second.enclosing(damage)
        unshown = unshown.enclosing(damage)
    }

    /// The display has taken the picture.
    mutating func presented() { unshown = .zero }

    /// What to write into a buffer now; it lacks nothing afterwards.
    mutating func take(for buffer: BufferPair.Position) -> PixelRect {
        switch buffer {
        case .first:
            defer { first = .zero }
            return first
        case .second:
            defer { second = .zero }
            return second
        }
    }
}

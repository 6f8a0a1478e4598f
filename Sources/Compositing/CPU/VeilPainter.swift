internal import Media
internal import Pixels
internal import Presentation

/// Keeps what a framebuffer showed, and mixes it into what is drawn there later.
///
/// Bounds: a picture of the framebuffer's size, from the first veil until `forget`.
struct VeilPainter: ~Copyable {
    private var kept = ScratchMemory()
    /// The veil that what is kept is of.
    private var number: UInt32?
    private var isKept = false

    /// Keeps what is there before the first drawing with a veil.
    ///
    /// - Parameters:
    ///   - framebuffer: As it was drawn last.
    ///   - veil: That is to lie over the next drawing; nil for none.
    ///   - isKnown: Whether the framebuffer shows what it was to show.
    mutating func keep(_ framebuffer: Surface, for veil: Veil?, isKnown: Bool) {
        guard let veil, veil.number != number else { return }
        number = veil.number
        isKept = isKnown
        guard isKnown else { return }
        kept.reserve(4 * Int(framebuffer.size.width) * Int(framebuffer.size.height))
        framebuffer.copy(to: keptSurface(framebuffer))
    }

    /// Lays a veil over a complete drawing.
    func lay(_ veil: Veil?, on framebuffer: Surface) {
        guard let veil, isKept else { return }
        framebuffer.mix(framebuffer, keptSurface(framebuffer), opacity: veil.opacity, .best)
    }

    /// The framebuffer is another one.
    mutating func forget() {
        kept.reserve(0)
        (number, isKept) = (nil, false)
    }

    private func keptSurface(_ framebuffer: Surface) -> Surface {
        Surface(packed: kept.address(0), size: framebuffer.size)
    }
}

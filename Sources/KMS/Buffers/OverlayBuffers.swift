internal import CDRM
internal import Media
internal import Platform

/// The buffers of the overlay plane: a pair of the window's size, and those of
/// earlier sizes for as long as the display reads them.
///
/// Thread: bound to the presentation thread.
struct OverlayBuffers {
    private let card: Card
    private let rotation: Rotation
    private var pair: BufferPair?
    /// At most one of every commit that was refused or is in flight.
    private var retired: [BufferPair] = []

    init(on card: Card, rotation: Rotation) {
        self.card = card
        self.rotation = rotation
    }

    /// Makes sure that there are buffers for a window of that size.
    ///
    /// - Parameters:
    ///   - size: As the display reads it.
    ///   - state: Which buffers are in use.
    /// - Returns: A buffer of the size, to ask the driver with.
    /// - Throws: What `BufferPair.init` throws.
    @discardableResult
    mutating func prepare(
        for size: PixelSize,
        _ state: ScanoutState
    ) throws(SystemCallError) -> FramebufferID {
        if let pair, pair.size == size { return pair.anyBuffer }
        let fresh = try BufferPair(
            on: card,
            size: size,
            format: cdrm_FORMAT_ARGB8888,
            rotation: rotation
        )
        if let pair, Self.isInUse(pair, state) { retired.append(pair) }
        pair = fresh
        return fresh.anyBuffer
    }

    /// Brings a buffer up to date with a window.
    ///
    /// - Returns: The buffer to show: the one shown already, when nothing has changed.
    /// - Throws: What `BufferPair.init` throws.
    mutating func write(
        _ overlay: OverlayBuffer,
        size: PixelSize,
        _ state: ScanoutState
    ) throws(SystemCallError) -> FramebufferID {
        try prepare(for: size, state)
        guard let pair else { return FramebufferID(0) }
        return pair.write(
            overlay.pixels,
            damage: overlay.hasChanged ? PixelRect(overlay.pixels.size) : .zero,
            over: state.newest.overlay,
            unless: state
        )
    }

    /// The display has taken what was written last.
    func presented() { pair?.presented() }

    mutating func pageFlipped(_ state: ScanoutState) {
        guard !retired.isEmpty else { return }
        retired.removeAll { !Self.isInUse($0, state) }
    }

    private static func isInUse(_ pair: BufferPair, _ state: ScanoutState) -> Bool {
        guard let shown = state.newest.overlay else { return !state.canCommit }
        return pair.contains(shown) || !state.canCommit
    }
}

internal import Media
internal import Pixels
internal import Platform

/// The two buffers of one plane: one is shown while the other is written.
///
/// Thread: bound to the presentation thread.
final class BufferPair {
    enum Position: Hashable, Sendable {
        case first
        case second
    }

    /// The buffers', as the display reads them.
    let size: PixelSize
    private let first: DumbBuffer
    private let second: DumbBuffer
    private let rotation: Rotation
    private var ledger: DamageLedger

    /// - Parameters:
    ///   - card: What shows them.
    ///   - size: As the display reads them.
    ///   - format: A four-character code.
    ///   - rotation: How far upright pictures are turned into them.
    /// - Throws: What `DumbBuffer.init` throws.
    init(
        on card: Card,
        size: PixelSize,
        format: UInt32,
        rotation: Rotation
    ) throws(SystemCallError) {
        self.size = size
        self.rotation = rotation
        first = try DumbBuffer(on: card, size: size, format: format)
        second = try DumbBuffer(on: card, size: size, format: format)
        ledger = DamageLedger(size: size.turned(rotation))
    }

    /// One of the two, for a mode set or a test: black until the first `write`.
    var anyBuffer: FramebufferID { first.id }

    func contains(_ framebuffer: FramebufferID) -> Bool {
        framebuffer == first.id || framebuffer == second.id
    }

    /// What of the upright picture the display lacks.
    var unshown: PixelRect { ledger.unshown }

    /// The display has taken what was written last.
    func presented() { ledger.presented() }

    /// Brings the buffer that is not in use up to date, if the display lacks anything.
    ///
    /// - Parameters:
    ///   - pixels: The whole upright picture, of the buffers' size once it is turned.
    ///   - damage: What of it has changed since the last call.
    ///   - shown: What the plane shows, which stays where nothing is lacking.
    ///   - state: Which buffers are in use; both of them traps.
    /// - Returns: The buffer to show.
    func write(
        _ pixels: PixelBuffer,
        damage: PixelRect,
        over shown: FramebufferID?,
        unless state: ScanoutState
    ) -> FramebufferID {
        ledger.record(damage)
        if unshown.isEmpty, let shown, contains(shown) { return shown }
        let position: Position = state.isInUse(first.id) ? .second : .first
        let buffer = position == .first ? first : second
        precondition(!state.isInUse(buffer.id), "Both buffers of a plane are in use")
        precondition(
            pixels.size.turned(rotation) == size,
            "Presented \(pixels.size), where \(size) is shown"
        )
        let lacking = ledger.take(for: position)
        let place = lacking.turned(rotation, in: pixels.size)
        buffer.pixels.part(place).turn(Surface(pixels).part(lacking), by: rotation)
        return buffer.id
    }
}

extension Surface {
    /// Pixels that are only read.
    fileprivate init(_ pixels: PixelBuffer) {
        self.init(
            base: UnsafeMutableRawPointer(mutating: pixels.base),
            bytesPerRow: pixels.bytesPerRow,
            size: pixels.size
        )
    }
}

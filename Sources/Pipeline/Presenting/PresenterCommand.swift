internal import FrameTransport
internal import Media
internal import Presentation

/// What the control side asks of the presentation thread. Takes effect at the
/// next scanout.
enum PresenterCommand: Sendable {
    /// Let streams go, take others, each in the place of the one of its ID, and show this
    /// from then on: between two scanouts.
    case change(detached: [StreamID] = [], attached: [StreamAttachment] = [], ViewState)
    /// Let a stream take the place of the one of its ID, at this turn.
    case lineUp(StreamAttachment, PresentedStream.Turn)
    /// Let a stream go that waits for its turn.
    case dismiss(StreamAttachment)
    /// Hold a stream's picture, go on, or go to another time of it.
    case steer(StreamID, Steering)
    /// Copy the composed picture out, with all that was asked for before.
    case capture(Capture)
}

/// A picture of the composed view on its way from the presentation thread.
///
/// The memory is reserved, and touched, by whoever asks, so that the presentation
/// thread only copies: 0.15 ms for 1920x1080, and 20 times as long into memory
/// that the kernel has yet to find.
///
/// Thread: written by the presentation thread until it sends the event
/// `captured`, read by the asker after that.
final class Capture: @unchecked Sendable {
    // @unchecked Sendable: the mailboxes' releasing sends and acquiring
    // receives hand the memory to the presentation thread and back.

    let number: Int
    /// Whether it is taken at once, and not when what was asked for before is on the screen.
    let isAsItIs: Bool
    /// Empty until a picture was taken.
    private(set) var size = PixelSize(width: 0, height: 0)
    private(set) var pixels: [UInt8]
    /// The streams' pictures that were drawn, no placeholders.
    private(set) var shown: [ShownPicture] = []

    /// How often the composed view had been changed.
    private(set) var drawing = 0

    /// - Parameters:
    ///   - number: The asker's.
    ///   - capacity: Bytes to reserve; a larger picture is not taken.
    ///   - asItIs: Whether to take it at once.
    ///   - memory: Is taken where it has as many; copied here where somebody else holds it.
    init(
        number: Int,
        capacity: Int,
        asItIs: Bool = false,
        memory: consuming [UInt8] = []
    ) {
        self.number = number
        isAsItIs = asItIs
        pixels = consume memory
        if pixels.count != capacity { pixels = Array(repeating: 0, count: capacity) }
        pixels.reserveCapacity(capacity)
    }

    /// Copies packed rows of blue, green, red and unused bytes.
    func take(
        _ source: UnsafeRawBufferPointer,
        bytesPerRow: Int,
        size: PixelSize,
        shown: [ShownPicture],
        drawing: Int
    ) {
        let rowBytes = Int(size.width) * 4
        let byteCount = rowBytes * Int(size.height)
        guard pixels.count >= byteCount else { return }
        // A display may have become smaller since.
        pixels.removeLast(pixels.count - byteCount)
        pixels.withUnsafeMutableBytes { target in
            for row in 0..<Int(size.height) {
                let line = source[row * bytesPerRow..<row * bytesPerRow + rowBytes]
                target[row * rowBytes..<(row + 1) * rowBytes].copyBytes(from: line)
            }
        }
        self.size = size
        self.shown = shown
        self.drawing = drawing
    }
}

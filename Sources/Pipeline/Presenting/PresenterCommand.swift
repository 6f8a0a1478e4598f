internal import Compositing
internal import FrameTransport
internal import Ingest
internal import Media
internal import Presentation

/// What the control side asks of the presentation thread. Takes effect at the
/// next scanout.
enum PresenterCommand: Sendable {
    /// Let streams go, take others, each in the place of the one of its ID, and show this
    /// from then on: between two scanouts.
    case change(detached: [StreamID] = [], attached: [StreamAttachment] = [], PIPController)
    /// Let a stream take the place of the one of its ID, at this turn.
    case lineUp(StreamAttachment, PlaceTurn.Time)
    /// Let a stream go that waits for its turn.
    case dismiss(StreamAttachment)
    /// Hold a stream's picture, go on, or go to another time of it.
    case steer(StreamID, Steering)
    /// Let this lie over everything; nil for nothing.
    case lay(OSDSheet?)
    /// Show this while the main view is to show no stream.
    case notice(NoticePicture)
    /// Copy the composed picture out, with all that was asked for before.
    case capture(Capture)
}

/// What the screen shows on its way from the presentation thread, with its pixels or without.
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
    /// Whether the pixels are wanted.
    let isOfPixels: Bool
    /// Whether what is there now will do; else all that was asked for before is to be on the screen.
    let isAsItIs: Bool
    /// Nil until it was taken.
    private(set) var scene: ViewScene?
    private(set) var pixels: [UInt8]

    /// - Parameters:
    ///   - number: The asker's.
    ///   - capacity: Bytes of pixels to reserve; a larger picture is not taken. Nil for no pixels.
    ///   - asItIs: Whether what is there now will do.
    init(number: Int, capacity: Int?, asItIs: Bool = false) {
        self.number = number
        isAsItIs = asItIs
        isOfPixels = capacity != nil
        pixels = Array(repeating: 0, count: capacity ?? 0)
    }

    func take(_ scene: ViewScene) { self.scene = scene }

    /// Copies packed rows of blue, green, red and unused bytes.
    func take(_ scene: ViewScene, _ source: UnsafeRawBufferPointer, bytesPerRow: Int) {
        let rowBytes = Int(scene.size.width) * 4
        let byteCount = rowBytes * Int(scene.size.height)
        guard pixels.count >= byteCount else { return }
        // A display may have become smaller since.
        pixels.removeLast(pixels.count - byteCount)
        pixels.withUnsafeMutableBytes { target in
            for row in 0..<Int(scene.size.height) {
                let line = source[row * bytesPerRow..<row * bytesPerRow + rowBytes]
                target[row * rowBytes..<(row + 1) * rowBytes].copyBytes(from: line)
            }
        }
        self.scene = scene
    }
}

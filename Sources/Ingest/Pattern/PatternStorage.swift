internal import Drawing
internal import FrameTransport
internal import Media

/// The pattern's picture memory: one buffer a slot, made when the slot is first
/// used, with the background already in it, and kept.
///
/// Thread: `canvas` and `components` are bound to the ingest thread.
final class PatternStorage: PictureStorage, @unchecked Sendable {
    // @unchecked Sendable: `buffers` is used by the ingest thread alone until
    // the last owner, whichever thread that is, frees it.

    private let pattern: TestPattern
    private var buffers: [UnsafeMutablePointer<UInt8>?]

    init(pattern: TestPattern, capacity: Int) {
        self.pattern = pattern
        buffers = Array(repeating: nil, count: capacity)
    }

    deinit {
        for buffer in buffers { buffer?.deallocate() }
    }

    /// Nothing to do: the buffer waits in its slot for the next picture.
    func reclaim(slot: Int) {}

    /// What a slot's picture is drawn with.
    func canvas(slot: Int) -> I420Canvas {
        if let buffer = buffers[slot] { return canvas(on: buffer) }
        let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes)
        buffers[slot] = buffer
        let canvas = canvas(on: buffer)
        pattern.drawBackground(on: canvas)
        return canvas
    }

    /// Bytes of one buffer.
    var bytes: Int { lumaBytes + 2 * chromaBytes }

    private var lumaRow: Int { (Int(pattern.format.size.width) + 63) & ~63 }
    private var chromaRow: Int { lumaRow / 2 }
    private var lumaBytes: Int { lumaRow * Int(pattern.format.size.height) }
    private var chromaBytes: Int { chromaRow * Int((pattern.format.size.height + 1) / 2) }

    private func canvas(on buffer: UnsafeMutablePointer<UInt8>) -> I420Canvas {
        I420Canvas(
            size: pattern.format.size,
            .init(base: buffer, bytesPerRow: lumaRow),
            .init(base: buffer + lumaBytes, bytesPerRow: chromaRow),
            .init(base: buffer + lumaBytes + chromaBytes, bytesPerRow: chromaRow)
        )
    }
}

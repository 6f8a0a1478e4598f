public import Addressing
public import FrameTransport
public import Media

/// A picture of the program's own for a view without a stream: dark, with a few
/// plain words.
///
/// Thread: safe.
public final class NoticePicture: @unchecked Sendable {
    // @unchecked Sendable: the memory is written before the end of `init` alone.

    public let format: FormatDescription
    /// Where the pixels are; valid while this lives.
    public let components: PictureComponents
    private let memory: UnsafeMutablePointer<UInt8>

    /// Says "no stream", and what placeholders say. Takes up to 3 MB, and some milliseconds; no
    /// file is read for it, since nobody may wait for a disk here.
    ///
    /// - Parameters:
    ///   - output: Whose size it is for.
    ///   - style: What else it says, and its ground; its image is left out.
    public init(noStreamOn output: PixelSize, _ style: PlaceholderStyle = PlaceholderStyle()) {
        let size = PlaceholderPicture.size(filling: output)
        let chroma = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
        let lumaBytes = Int(size.width) * Int(size.height)
        let chromaBytes = Int(chroma.width) * Int(chroma.height)
        memory = .allocate(capacity: lumaBytes + 2 * chromaBytes)
        let canvas = I420Canvas(
            size: size,
            .init(base: memory, bytesPerRow: Int(size.width)),
            .init(base: memory + lumaBytes, bytesPerRow: Int(chroma.width)),
            .init(base: memory + lumaBytes + chromaBytes, bytesPerRow: Int(chroma.width))
        )
        var plain = style
        plain.image = nil
        PlaceholderPicture.draw(.noStream(style), plain, on: canvas)
        format = PlaceholderPicture.format(size: size)
        components = canvas.components
    }

    deinit {
        memory.deallocate()
    }
}

public import FrameTransport
public import Media

/// A picture of the program's own for a view without a stream: dark, with a few
/// plain words.
///
/// Drawn once, in dots: the presentation thread does it, for an output whose size it alone
/// knows, and may neither load a library nor lay out text.
///
/// Thread: bound to the thread that made it.
public final class NoticePicture {
    public let format: FormatDescription
    /// Where the pixels are; valid while this lives.
    public let components: PictureComponents
    private let memory: UnsafeMutablePointer<UInt8>

    /// Says "no stream", for an output of `size`. Takes up to 3 MB, and a millisecond.
    public init(noStreamOn output: PixelSize) {
        let size = Self.size(for: output)
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
        PlaceholderPicture.drawInDots(.noStream, on: canvas)
        format = PlaceholderPicture.format(size: size)
        components = canvas.components
    }

    deinit {
        memory.deallocate()
    }

    /// The output's shape, but no more pixels than letters need.
    private static func size(for output: PixelSize) -> PixelSize {
        let divisor = max(1, (max(output.width, output.height) + 1919) / 1920)
        return PixelSize(
            width: max(16, output.width / divisor),
            height: max(16, output.height / divisor)
        )
    }
}

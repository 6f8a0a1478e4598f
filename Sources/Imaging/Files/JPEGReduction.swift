internal import CTurboJPEG
public import Media

/// Decodes a JPEG file to half of its sides, a quarter or an eighth: libjpeg-turbo computes nothing
/// of what is not seen then, in half of the time that libavcodec takes for it.
///
/// Thread: bound to one thread.
public struct JPEGReduction: ~Copyable {
    private let handle: tjhandle
    /// Of the picture that comes out.
    public let size: PixelSize
    /// `i420`, `i422`, `i444` or `gray8`: BT.601 in full range.
    public let pixelFormat: PixelFormat

    /// Reads the file's header. The corresponding C function is `tjDecompressHeader3`.
    ///
    /// Nil where less than half of the sides is to be left out, for what is no JPEG of that size,
    /// for sizes that are never shown, and for kinds of which this is not known: CMYK, RGB, uncommon
    /// sampling.
    ///
    /// - Parameters:
    ///   - file: The whole file.
    ///   - whole: Its picture's size as it is stored.
    ///   - leastPixels: What the picture is to have at least in its longer side.
    public init?(_ file: UnsafeRawBufferPointer, of whole: PixelSize, leastPixels: Int32) {
        guard let header = JPEGHeader(file), header.size == whole, whole.isShown,
            let format = header.pixelFormat,
            let halvings = header.halvings(leaving: leastPixels),
            let handle = tjInitDecompress()
        else { return nil }
        self.handle = handle
        pixelFormat = format
        size = PixelSize(
            width: Self.halved(whole.width, halvings),
            height: Self.halved(whole.height, halvings)
        )
    }

    deinit {
        tjDestroy(handle)
    }

    /// Decodes it. The corresponding C function is `tjDecompressToYUVPlanes`.
    ///
    /// - Parameters:
    ///   - file: The same.
    ///   - planes: Memory for the picture's planes, as many as its format has.
    ///   - bytesPerRow: From a row of a plane to the next.
    /// - Returns: Whether all of it came out: of a damaged file that is false.
    public borrowing func decode(
        _ file: UnsafeRawBufferPointer,
        to planes: [UnsafeMutablePointer<UInt8>?],
        bytesPerRow: [CInt]
    ) -> Bool {
        var (planes, bytesPerRow) = (planes, bytesPerRow)
        return tjDecompressToYUVPlanes(
            handle,
            file.baseAddress?.assumingMemoryBound(to: UInt8.self),
            UInt(file.count),
            &planes,
            size.width,
            &bytesPerRow,
            size.height,
            TJFLAG_STOPONWARNING
        ) == 0
    }

    private static func halved(_ side: Int32, _ times: Int) -> Int32 {
        (side + 1 << times - 1) >> times
    }
}

internal import CTurboJPEG
public import Media

/// Decodes a JPEG file to half of its sides, a quarter or an eighth: libjpeg-turbo computes nothing
/// of what is not seen then, in half of the time that libavcodec takes for it.
///
/// Thread: bound to one thread.
public struct JPEGReduction: ~Copyable {
    private let handle: tjhandle
    private let file: UnsafeRawBufferPointer
    /// Of the picture that comes out.
    public let size: PixelSize
    /// `i420`, `i422`, `i444` or `gray8`: BT.601 in full range.
    public let pixelFormat: PixelFormat

    /// Reads the file's header. The corresponding C function is `tjDecompressHeader3`.
    ///
    /// Nil where less than half of the sides is to be left out, for what is no JPEG, and
    /// for kinds of which this is not known: CMYK, RGB, uncommon sampling.
    ///
    /// - Parameters:
    ///   - file: The whole file; it stays as long as this.
    ///   - leastPixels: What the picture is to have at least in its longer side.
    public init?(_ file: UnsafeRawBufferPointer, leastPixels: Int32) {
        guard let header = JPEGHeader(file), let format = header.pixelFormat,
            let halvings = header.halvings(leaving: leastPixels),
            let handle = tjInitDecompress()
        else { return nil }
        self.handle = handle
        self.file = file
        pixelFormat = format
        size = PixelSize(
            width: Self.halved(header.size.width, halvings),
            height: Self.halved(header.size.height, halvings)
        )
    }

    deinit {
        tjDestroy(handle)
    }

    /// Decodes it. The corresponding C function is `tjDecompressToYUVPlanes`.
    ///
    /// - Parameters:
    ///   - planes: Memory for the picture's planes, as many as its format has.
    ///   - bytesPerRow: From a row of a plane to the next.
    /// - Returns: Whether all of it came out: of a damaged file that is false.
    public borrowing func decode(
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
            // A progressive file of many scans would take any time.
            TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS
        ) == 0
    }

    private static func halved(_ side: Int32, _ times: Int) -> Int32 {
        (side + 1 << times - 1) >> times
    }
}

internal import CTurboJPEG
public import Media

/// What a JPEG file says of its picture before that begins.
///
/// Thread: reentrant.
public struct JPEGHeader {
    /// What cameras write before the picture fits in, with a preview of it.
    public static let usualBytes = 256 << 10

    /// As it is stored.
    public let size: PixelSize
    private let sampling: TJSAMP
    private let colors: TJCS

    /// The corresponding C function is `tjDecompressHeader3`.
    ///
    /// Nil for what is no JPEG, or has its header later.
    ///
    /// - Parameter beginning: Of the file.
    public init?(_ beginning: UnsafeRawBufferPointer) {
        guard let handle = tjInitDecompress() else { return nil }
        defer { tjDestroy(handle) }
        var (width, height, sampling, colors): (CInt, CInt, CInt, CInt) = (0, 0, 0, 0)
        let result = tjDecompressHeader3(
            handle,
            beginning.baseAddress?.assumingMemoryBound(to: UInt8.self),
            UInt(beginning.count),
            &width,
            &height,
            &sampling,
            &colors
        )
        size = PixelSize(width: width, height: height)
        self.sampling = TJSAMP(rawValue: UInt32(bitPattern: sampling))
        self.colors = TJCS(rawValue: UInt32(bitPattern: colors))
        guard result == 0, !size.isEmpty else { return nil }
    }

    /// How often its sides can be halved, up to three times; nil for not at all.
    func halvings(leaving pixels: Int32) -> Int? {
        (1...3).last { max(size.width, size.height) >> $0 >= pixels }
    }

    /// What it is decoded to without a change of its samples; nil for what is not shown as it is.
    var pixelFormat: PixelFormat? {
        switch (colors, sampling) {
        case (TJCS_GRAY, _): .gray8
        case (TJCS_YCbCr, TJSAMP_420): .i420
        case (TJCS_YCbCr, TJSAMP_422): .i422
        case (TJCS_YCbCr, TJSAMP_444): .i444
        default: nil
        }
    }
}

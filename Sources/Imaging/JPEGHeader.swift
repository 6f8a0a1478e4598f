internal import CTurboJPEG
public import Media

/// What a JPEG file says of its picture before that begins.
public enum JPEGHeader {
    /// What cameras write before the picture fits in, with a preview of it.
    public static let usualBytes = 256 << 10

    /// The size as it is stored. The corresponding C function is `tjDecompressHeader3`.
    ///
    /// - Parameter beginning: Of the file.
    /// - Returns: Nil for what is no JPEG, or has its header later.
    public static func size(_ beginning: [UInt8]) -> PixelSize? {
        guard let handle = tjInitDecompress() else { return nil }
        defer { tjDestroy(handle) }
        var (width, height, sampling, colors): (CInt, CInt, CInt, CInt) = (0, 0, 0, 0)
        let result = tjDecompressHeader3(
            handle,
            beginning,
            UInt(beginning.count),
            &width,
            &height,
            &sampling,
            &colors
        )
        let size = PixelSize(width: width, height: height)
        return result == 0 && !size.isEmpty ? size : nil
    }
}

public import Media

/// Makes PNG files of packed pixels, as large as they are.
///
/// Thread: reentrant. Takes some 20 ms a megapixel: not for the presentation thread.
public enum PNGEncoder {
    /// - Parameters:
    ///   - pixels: Rows of blue, green, red and unused bytes, without padding.
    ///   - size: Not empty; at most `Bitmap.largest` without being scaled down.
    /// - Returns: The file's bytes.
    /// - Throws: `ImagingError.library` when libavcodec has no PNG encoder or no memory.
    public static func encode(bgrx pixels: [UInt8], size: PixelSize) throws(ImagingError) -> [UInt8]
    {
        try ImageEncoder.encode(Bitmap(bgrx: pixels, size: size), ImageOptions(format: .png)).bytes
    }
}

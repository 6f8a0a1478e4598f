public import Media

/// A finished image file.
public struct EncodedPicture: Hashable, Sendable {
    public let bytes: [UInt8]
    public let format: ImageFormat
    public let size: PixelSize
    /// What the file was made with, 0 to 1; the one asked for, or less to keep to
    /// the number of bytes. Of no meaning for PNG.
    public let quality: Double
    /// Whether the image is smaller than otherwise, to keep to the number of bytes.
    public let isScaledDown: Bool
    /// How often the image was encoded to find what fits.
    public let encodes: Int
}

/// Makes image files.
///
/// JPEG comes from libturbojpeg, with an EXIF segment; PNG from libavcodec. Both
/// say that their colours are sRGB.
///
/// Takes some 2 ms a megapixel for JPEG and 10 to 60 for PNG; where a number of
/// bytes is to be kept, twice that, at most six times: not for the presentation
/// thread. Memory beside the bitmap: a smaller copy of it where it is scaled, 6
/// bytes a pixel for PNG, and up to three times the file.
///
/// Thread: reentrant.
public enum ImageEncoder {
    /// Makes a file of a bitmap.
    ///
    /// - Parameters:
    ///   - bitmap: What it shows, in the size and the orientation that the options ask for.
    ///   - options: Its format, quality and bytes.
    ///   - isCancelled: Asked before each encode.
    /// - Returns: The file, and what it was made with.
    /// - Throws: `tooFewBytes`, `cancelled`, or `library`.
    public static func encode(
        _ bitmap: Bitmap,
        _ options: ImageOptions,
        isCancelled: () -> Bool = { false }
    ) throws(ImagingError) -> EncodedPicture {
        var budget = ByteBudget(
            maximumBytes: options.maximumBytes ?? .max,
            format: options.format,
            quality: options.keptQuality,
            size: bitmap.size
        )
        while true {
            if isCancelled() { throw .cancelled }
            let attempt = budget.attempt
            let bytes = try encode(
                bitmap.scaled(to: attempt.size),
                options.format,
                quality: attempt.quality
            )
            switch budget.encoded(bytes.count) {
            case .again:
                continue
            case .impossible:
                throw .tooFewBytes(maximum: options.maximumBytes ?? .max, needed: bytes.count)
            case .fits:
                return EncodedPicture(
                    bytes: bytes,
                    format: options.format,
                    size: attempt.size,
                    quality: attempt.quality,
                    isScaledDown: attempt.size != bitmap.size,
                    encodes: budget.encodes
                )
            }
        }
    }

    /// Makes a JPEG file of pixels that are another's.
    ///
    /// - Parameters:
    ///   - pixels: Rows of blue, green, red and unused bytes; read before this returns.
    ///   - bytesPerRow: From one to the next.
    ///   - size: Not empty.
    ///   - quality: 0 to 1.
    /// - Returns: The file.
    /// - Throws: `library`.
    public static func jpeg(
        of pixels: UnsafeRawBufferPointer,
        bytesPerRow: Int,
        size: PixelSize,
        quality: Double
    ) throws(ImagingError) -> [UInt8] {
        let bytes = bytesPerRow * Int(size.height - 1) + Int(size.width) * 4
        guard !size.isEmpty, pixels.count >= bytes, let base = pixels.baseAddress else {
            preconditionFailure("Not all pixels are there")
        }
        return try JPEGCompressor.open().encode(
            base.assumingMemoryBound(to: UInt8.self),
            bytesPerRow: bytesPerRow,
            size: size,
            quality: quality
        )
    }

    private static func encode(
        _ bitmap: Bitmap,
        _ format: ImageFormat,
        quality: Double
    ) throws(ImagingError) -> [UInt8] {
        switch format {
        case .jpeg: try JPEGCompressor.open().encode(bitmap, quality: quality)
        case .png: try PNGCompressor.encode(bitmap)
        }
    }
}

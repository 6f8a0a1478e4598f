internal import CTurboJPEG
internal import Media

/// Makes JPEG files with libturbojpeg: baseline, Huffman tables of the standard.
///
/// Thread: bound to one thread.
struct JPEGCompressor: ~Copyable {
    private let handle: tjhandle

    private init(taking handle: tjhandle) {
        self.handle = handle
    }

    deinit {
        tjDestroy(handle)
    }

    /// The corresponding C function is `tjInitCompress`.
    static func open() throws(ImagingError) -> Self {
        guard let handle = tjInitCompress() else { throw failure("tjInitCompress", nil) }
        return Self(taking: handle)
    }

    /// Whether colour keeps the resolution of luma at a quality.
    static func hasFullColor(_ quality: Double) -> Bool { percent(quality) >= 90 }

    /// libjpeg's quality, 1 to 100.
    private static func percent(_ quality: Double) -> CInt {
        CInt((min(max(quality, 0.01), 1) * 100).rounded())
    }

    /// `quality` is 0 to 1.
    borrowing func encode(_ bitmap: Bitmap, quality: Double) throws(ImagingError) -> [UInt8] {
        let bytesPerRow = Int(bitmap.size.width) * 4
        return try encode(
            bitmap.pixels,
            bytesPerRow: bytesPerRow,
            size: bitmap.size,
            quality: quality
        )
    }

    /// The corresponding C function is `tjCompress2`.
    ///
    /// - Parameters:
    ///   - pixels: Rows of blue, green, red and unused bytes.
    ///   - bytesPerRow: From one to the next.
    ///   - size: Not empty.
    ///   - quality: 0 to 1.
    /// - Returns: The file.
    /// - Throws: `library`.
    borrowing func encode(
        _ pixels: UnsafePointer<UInt8>,
        bytesPerRow: Int,
        size: PixelSize,
        quality: Double
    ) throws(ImagingError) -> [UInt8] {
        var file: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer { tjFree(file) }
        let sampling = Self.hasFullColor(quality) ? TJSAMP_444 : TJSAMP_420
        let result = tjCompress2(
            handle,
            pixels,
            size.width,
            CInt(bytesPerRow),
            size.height,
            CInt(TJPF_BGRX.rawValue),
            &file,
            &count,
            CInt(sampling.rawValue),
            Self.percent(quality),
            0
        )
        guard result == 0, let file else { throw Self.failure("tjCompress2", handle) }
        return Self.tagged(UnsafeRawBufferPointer(start: file, count: Int(count)))
    }

    /// The file with a description of its colours after the JFIF segment, which
    /// has to come first.
    private static func tagged(_ file: UnsafeRawBufferPointer) -> [UInt8] {
        // Start of image, then JFIF's marker and its length.
        let hasJFIF = file.count > 6 && file[2] == 0xFF && file[3] == 0xE0
        let start = hasJFIF ? 4 + Int(file[4]) << 8 + Int(file[5]) : 2
        let exif = ExifSegment.bytes
        return [UInt8](unsafeUninitializedCapacity: file.count + exif.count) { buffer, count in
            let output = UnsafeMutableRawBufferPointer(buffer)
            output.copyBytes(from: file.prefix(start))
            UnsafeMutableRawBufferPointer(rebasing: output[start...]).copyBytes(from: exif)
            UnsafeMutableRawBufferPointer(rebasing: output[(start + exif.count)...])
                .copyBytes(from: file.dropFirst(start))
            count = file.count + exif.count
        }
    }

    private static func failure(_ call: String, _ handle: tjhandle?) -> ImagingError {
        .library(call: call, reason: tjGetErrorStr2(handle).map { String(cString: $0) } ?? "")
    }
}

internal import FrameTransport
internal import Media

/// One component of a picture, in memory that is only read.
///
/// A borrowed view: valid for the length of one call of the compositor. The
/// size counts samples, whatever a sample is: a byte, a word, a pair, a pixel.
struct Plane {
    let base: UnsafeRawPointer
    let bytesPerRow: Int
    var size: PixelSize

    var stride: Int32 { Int32(truncatingIfNeeded: bytesPerRow) }
    var bytes: UnsafePointer<UInt8> { base.assumingMemoryBound(to: UInt8.self) }
    var words: UnsafePointer<UInt16> { base.assumingMemoryBound(to: UInt16.self) }
    /// The distance between rows in 16-bit words.
    var wordStride: Int32 { stride / 2 }

    /// From the sample at (`x`, `y`) on.
    func starting(x: Int32, y: Int32, sampleBytes: Int) -> Self {
        Self(
            base: base + Int(y) * bytesPerRow + Int(x) * sampleBytes,
            bytesPerRow: bytesPerRow,
            size: PixelSize(width: size.width - x, height: size.height - y)
        )
    }
}

/// A component in scratch memory; its samples are bytes.
struct MutablePlane {
    let base: UnsafeMutableRawPointer
    let bytesPerRow: Int
    let size: PixelSize

    var stride: Int32 { Int32(truncatingIfNeeded: bytesPerRow) }
    var bytes: UnsafeMutablePointer<UInt8> { base.assumingMemoryBound(to: UInt8.self) }
    var readable: Plane { Plane(base: base, bytesPerRow: bytesPerRow, size: size) }
}

/// The components of a picture on its way to RGB; the second and third are
/// missing where the kind has none.
struct Planes {
    var first: Plane
    var second: Plane?
    var third: Plane?

    /// What the samples are.
    enum Kind: Hashable {
        case i420
        case i422
        case i444
        /// As `i420`, in 16-bit words, the 10 bits low.
        case i010
        /// Y and UV in 16-bit words, the 10 bits high.
        case p010
        case gray
        /// Red, green and blue in planes of their own.
        case rgb
        /// Packed pixels.
        case bgra
        case rgba

        /// Columns and rows of pixels that share one sample of colour.
        var subsampling: (columns: Int32, rows: Int32) {
            switch self {
            case .i420, .i010, .p010: (2, 2)
            case .i422: (2, 1)
            case .i444, .gray, .rgb, .bgra, .rgba: (1, 1)
            }
        }

        /// The colour components' size, for luma of `size`.
        func colorSize(_ size: PixelSize) -> PixelSize {
            let (columns, rows) = subsampling
            return PixelSize(
                width: (size.width + columns - 1) / columns,
                height: (size.height + rows - 1) / rows
            )
        }
    }
}

extension Planes {
    /// The part of a picture's components inside `region`, which lies on whole
    /// samples of colour.
    ///
    /// - Throws: `unsupportedFormat` when the picture lacks a component.
    init(
        _ picture: PictureComponents,
        format: PixelFormat,
        region: PixelRect
    ) throws(CompositingError) {
        let (columns, rows) = format == .yuyv ? (1, 1) : format.colorGrid
        func plane(
            _ component: PictureComponents.Component?,
            _ index: Int
        ) throws(CompositingError) -> Plane {
            guard let component else { throw .unsupportedFormat(format) }
            let (columns, rows) = index == 0 ? (1, 1) : (columns, rows)
            let bytes = format.sampleBytes(component: index)
            return Plane(
                base: component.base + Int(region.y / rows) * component.bytesPerRow
                    + Int(region.x / columns) * bytes,
                bytesPerRow: component.bytesPerRow,
                size: PixelSize(
                    width: (region.width + columns - 1) / columns,
                    height: (region.height + rows - 1) / rows
                )
            )
        }
        first = try plane(picture.first, 0)
        if format.componentCount > 1 { second = try plane(picture.second, 1) }
        if format.componentCount > 2 { third = try plane(picture.third, 2) }
    }
}

extension PixelFormat {
    /// Columns and rows of pixels that share one sample of colour.
    var colorGrid: (across: Int32, down: Int32) {
        switch self {
        case .i420, .nv12, .i010, .p010: (2, 2)
        case .i422, .yuyv: (2, 1)
        case .i444, .bgra, .rgba, .gray8: (1, 1)
        }
    }

    /// Bytes of one entry of a component: a sample, a pair, a pixel.
    fileprivate func sampleBytes(component: Int) -> Int {
        switch self {
        case .i420, .i422, .i444, .gray8: 1
        case .nv12: component == 0 ? 1 : 2
        case .yuyv, .i010: 2
        case .p010: component == 0 ? 2 : 4
        case .bgra, .rgba: 4
        }
    }
}

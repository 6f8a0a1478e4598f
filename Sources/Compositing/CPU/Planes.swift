internal import FrameTransport
internal import Media

/// One component of a picture, in memory that may be written or only read.
///
/// Samples are bytes; for packed pixels a sample is the whole pixel. A borrowed
/// view: valid for the length of one call of the compositor.
struct Plane {
    let base: UnsafeRawPointer
    let bytesPerRow: Int
    let size: PixelSize

    init(base: UnsafeRawPointer, bytesPerRow: Int, size: PixelSize) {
        self.base = base
        self.bytesPerRow = bytesPerRow
        self.size = size
    }

    /// The part of a picture's component that starts at (`x`, `y`).
    init(
        _ component: PictureComponents.Component,
        x: Int,
        y: Int,
        sampleBytes: Int,
        size: PixelSize
    ) {
        base = component.base + y * component.bytesPerRow + x * sampleBytes
        bytesPerRow = component.bytesPerRow
        self.size = size
    }

    var stride: Int32 { Int32(truncatingIfNeeded: bytesPerRow) }
    var bytes: UnsafePointer<UInt8> { base.assumingMemoryBound(to: UInt8.self) }
    var words: UnsafePointer<UInt16> { base.assumingMemoryBound(to: UInt16.self) }
    /// The distance between rows in 16-bit words.
    var wordStride: Int32 { stride / 2 }

    /// Without the first `rows` rows and `columns` samples.
    func skipping(rows: Int32, columns: Int32, sampleBytes: Int) -> Self {
        Self(
            base: base + Int(rows) * bytesPerRow + Int(columns) * sampleBytes,
            bytesPerRow: bytesPerRow,
            size: PixelSize(width: size.width - columns, height: size.height - rows)
        )
    }
}

/// A component in scratch memory.
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
        case bgra
        case rgba

        /// Columns and rows of luma that share one sample of colour.
        var subsampling: (across: Int32, down: Int32) {
            switch self {
            case .i420, .i010, .p010: (2, 2)
            case .i422: (2, 1)
            case .i444, .gray, .bgra, .rgba: (1, 1)
            }
        }

        /// The colour components' size, for luma of `size`.
        func colorSize(_ size: PixelSize) -> PixelSize {
            let (across, down) = subsampling
            return PixelSize(
                width: (size.width + across - 1) / across,
                height: (size.height + down - 1) / down
            )
        }

        var hasColorPlanes: Bool { self == .i420 || self == .i422 || self == .i444 }
        var isPacked: Bool { self == .bgra || self == .rgba }
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
}

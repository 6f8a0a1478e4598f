internal import FrameTransport
internal import Media

/// One component of a picture, in memory that is only read.
///
/// A borrowed view: valid for the length of one call of the painter. The size
/// counts samples, whatever a sample is: a byte, a word, a pair, a pixel.
struct Plane {
    let base: UnsafeRawPointer
    let bytesPerRow: Int
    var size: PixelSize

    /// From the sample at (`x`, `y`) on.
    func starting(x: Int32, y: Int32) -> Self {
        Self(
            base: base + Int(y) * bytesPerRow + Int(x),
            bytesPerRow: bytesPerRow,
            size: PixelSize(width: size.width - x, height: size.height - y)
        )
    }

    /// The bytes of a row.
    func row(_ index: Int) -> UnsafePointer<UInt8> {
        (base + index * bytesPerRow).assumingMemoryBound(to: UInt8.self)
    }
}

/// A component in scratch memory; its samples are bytes.
struct MutablePlane {
    let base: UnsafeMutableRawPointer
    let bytesPerRow: Int
    let size: PixelSize

    /// A place in scratch memory.
    init(_ memory: borrowing ScratchMemory, _ place: ScratchLayout.Place, _ size: PixelSize) {
        base = memory.address(place.offset)
        bytesPerRow = place.bytesPerRow
        self.size = size
    }

    var readable: Plane { Plane(base: base, bytesPerRow: bytesPerRow, size: size) }

    func row(_ index: Int) -> UnsafeMutablePointer<UInt8> {
        (base + index * bytesPerRow).assumingMemoryBound(to: UInt8.self)
    }
}

/// The components of a picture on its way to RGB; the second and third are
/// missing where the kind has none.
struct Planes {
    var first: Plane
    var second: Plane?
    var third: Plane?

    /// What the samples are, once they are bytes.
    enum Kind: Hashable {
        case i420
        case i422
        case i444
        case gray
        /// Blue, green and red in planes of their own.
        case rgb

        /// What the samples of a format become.
        init(_ format: PixelFormat) {
            self =
                switch format {
                case .i420, .nv12, .i010, .p010: .i420
                case .i422, .yuyv: .i422
                case .i444: .i444
                case .gray8: .gray
                case .bgra, .rgba: .rgb
                }
        }

        /// Columns and rows of pixels that share one sample of colour.
        var subsampling: (columns: Int32, rows: Int32) {
            switch self {
            case .i420: (2, 2)
            case .i422: (2, 1)
            case .i444, .gray, .rgb: (1, 1)
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
    /// Returns nil where the picture lacks a component.
    init?(_ picture: PictureComponents, format: PixelFormat, region: PixelRect) {
        let (columns, rows) = format == .yuyv ? (1, 1) : format.colorGrid
        func plane(
            _ component: PictureComponents.Component?,
            _ index: Int
        ) -> Plane? {
            guard let component else { return nil }
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
        let count = format.componentCount
        guard let first = plane(picture.first, 0) else { return nil }
        self.first = first
        second = count > 1 ? plane(picture.second, 1) : nil
        third = count > 2 ? plane(picture.third, 2) : nil
        guard (second != nil) == (count > 1), (third != nil) == (count > 2) else { return nil }
    }
}

extension PixelFormat {
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

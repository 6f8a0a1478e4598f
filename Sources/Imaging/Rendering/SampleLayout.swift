internal import FrameTransport
internal import Media

/// How the samples of one kind lie in a component's rows: one in each element
/// of 1, 2 or 4 bytes, little-endian, from bit `shift` on.
struct SampleLayout: Hashable {
    let elementBytes: Int
    var shift: Int32 = 0
    /// Of the bits that a sample takes.
    var mask: Int32 = 0xFF
    /// Significant bits of a sample; below them are zeros.
    var bits = 8

    /// What one step of a sample is in the number that is read.
    var unit: Double { Double((mask + 1) >> bits) }
}

/// The samples of one kind in a picture: luma, a colour difference, a primary.
struct SamplePlane {
    let component: PictureComponents.Component
    let layout: SampleLayout
    /// Samples in a row, and rows.
    let width: Int
    let height: Int
    /// Pixels that share a sample.
    let grid: (across: Int, down: Int)
}

extension SamplePlane {
    /// Luma and both colour differences, luma alone, or blue, green and red.
    ///
    /// - Throws: `noPixels` where the size is empty, a component is missing or
    ///   its rows are too short.
    static func planes(
        of picture: PictureComponents,
        format: PixelFormat,
        size: PixelSize
    ) throws(ImagingError) -> [Self] {
        guard !size.isEmpty else { throw .noPixels }
        let components = [picture.first, picture.second, picture.third]
        for (index, component) in components.prefix(format.componentCount).enumerated() {
            guard let component,
                component.bytesPerRow >= format.rowBytes(component: index, width: size.width)
            else { throw .noPixels }
        }
        let (across, down) = format.colorGrid
        return format.places.enumerated().compactMap { index, place in
            components[place.component].map {
                let grid = index == 0 ? (1, 1) : (Int(across), Int(down))
                return Self($0, place.layout, size, grid: grid)
            }
        }
    }

    /// Blue, green and red of packed pixels.
    static func planes(bgrx pixels: UnsafeRawPointer, size: PixelSize) -> [Self] {
        let component = PictureComponents.Component(
            base: pixels,
            bytesPerRow: Int(size.width) * 4
        )
        return PixelFormat.bgra.places.map { Self(component, $0.layout, size, grid: (1, 1)) }
    }

    private init(
        _ component: PictureComponents.Component,
        _ layout: SampleLayout,
        _ size: PixelSize,
        grid: (across: Int, down: Int)
    ) {
        self.component = component
        self.layout = layout
        self.grid = grid
        width = (Int(size.width) + grid.across - 1) / grid.across
        height = (Int(size.height) + grid.down - 1) / grid.down
    }
}

extension PixelFormat {
    /// Where samples of one kind are.
    fileprivate struct Place {
        let component: Int
        let layout: SampleLayout

        init(_ component: Int, _ elementBytes: Int, shift: Int32 = 0) {
            self.component = component
            layout = SampleLayout(elementBytes: elementBytes, shift: shift)
        }

        init(_ component: Int, _ layout: SampleLayout) {
            self.component = component
            self.layout = layout
        }
    }

    fileprivate var places: [Place] {
        switch self {
        case .i420, .i422, .i444: [Place(0, 1), Place(1, 1), Place(2, 1)]
        case .gray8: [Place(0, 1)]
        case .nv12: [Place(0, 1), Place(1, 2), Place(1, 2, shift: 8)]
        case .yuyv: [Place(0, 2), Place(0, 4, shift: 8), Place(0, 4, shift: 24)]
        case .bgra: [Place(0, 4), Place(0, 4, shift: 8), Place(0, 4, shift: 16)]
        case .rgba: [Place(0, 4, shift: 16), Place(0, 4, shift: 8), Place(0, 4)]
        case .i010: (0..<3).map { Place($0, .low10) }
        case .p010:
            [Place(0, .high10(0)), Place(1, .high10(0, of: 4)), Place(1, .high10(16, of: 4))]
        }
    }
}

extension SampleLayout {
    fileprivate static let low10 = Self(elementBytes: 2, mask: 0x3FF, bits: 10)

    fileprivate static func high10(_ shift: Int32, of elementBytes: Int = 2) -> Self {
        Self(elementBytes: elementBytes, shift: shift, mask: 0xFFFF, bits: 10)
    }
}

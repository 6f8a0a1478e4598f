internal import FrameTransport
internal import Media
internal import Pixels

/// Makes packed BGRX pixels of a picture's components: scaled, then converted,
/// then turned.
///
/// Luma and colour are scaled each from its own size to that of the image, row
/// by row, so the memory between the steps is a few rows. A sample of colour is
/// taken to lie in the middle of the pixels that share it, as on the screen.
struct PictureRenderer {
    let planes: [SamplePlane]
    let format: FormatDescription
    /// The size before turning.
    let target: PixelSize
    /// How much of the picture's width and height is seen, in its middle.
    var visible = PictureShare.whole

    private var bytes: Int { Int(target.width) * Int(target.height) * 4 }

    /// The image's pixels, of the target's size.
    func pixels() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: bytes) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            render(to: base)
            count = bytes
        }
    }

    /// The image's pixels turned clockwise; sides are exchanged as the rotation says.
    func pixels(turnedBy rotation: Rotation) -> [UInt8] {
        guard rotation != .none else { return pixels() }
        var upright = pixels()
        let turned = rotation.exchangesAxes ? target.transposed : target
        return [UInt8](unsafeUninitializedCapacity: bytes) { buffer, count in
            upright.withUnsafeMutableBytes { upright in
                guard let source = upright.baseAddress, let base = buffer.baseAddress else {
                    return
                }
                Surface(packed: base, size: turned)
                    .turn(Surface(packed: source, size: target), by: rotation)
            }
            count = bytes
        }
    }

    private func render(to base: UnsafeMutablePointer<UInt8>) {
        let width = Int(target.width)
        let scalers = planes.map {
            SampleScaler($0, picture: format.size, visible: visible, target: target)
        }
        let luma = planes[0].layout
        let hasColor = planes.count == 3
        let conversion = ColorConversion(format.colorimetry, samples: luma, hasColor: hasColor)
        for index in 0..<Int(target.height) {
            let pixels = UnsafeMutableRawPointer(base + index * width * 4)
            let first = scalers[0].row(index)
            let second = hasColor ? scalers[1].row(index) : first
            let third = hasColor ? scalers[2].row(index) : first
            if format.pixelFormat.isRGB {
                RowKernels.pack((first, second, third), to: pixels, count: width)
            } else {
                RowKernels.convert((first, second, third), conversion, to: pixels, count: width)
            }
        }
    }
}

/// Scales the samples of one kind, a row at a time.
private final class SampleScaler {
    private let plane: SamplePlane
    private let columns: AxisFilter
    private let rows: AxisFilter
    /// A row of the picture's samples, already scaled in height.
    private let wide: UnsafeMutableBufferPointer<Float>
    /// A row of the image's; the same where no column is scaled.
    private let scaled: UnsafeMutableBufferPointer<Float>

    init(
        _ plane: SamplePlane,
        picture: PixelSize,
        visible: PictureShare,
        target: PixelSize
    ) {
        self.plane = plane
        let width = Double(picture.width) / Double(plane.grid.across)
        columns = AxisFilter(
            count: plane.width,
            start: width * (1 - visible.width) / 2,
            length: width * visible.width,
            target: Int(target.width)
        )
        let height = Double(picture.height) / Double(plane.grid.down)
        rows = AxisFilter(
            count: plane.height,
            start: height * (1 - visible.height) / 2,
            length: height * visible.height,
            target: Int(target.height)
        )
        wide = .allocate(capacity: plane.width)
        wide.initialize(repeating: 0)
        scaled = .allocate(capacity: Int(target.width))
        scaled.initialize(repeating: 0)
    }

    deinit {
        wide.deallocate()
        scaled.deallocate()
    }

    /// The image's row, valid until the next call.
    func row(_ index: Int) -> UnsafeMutablePointer<Float> {
        guard let wide = wide.baseAddress, let scaled = scaled.baseAddress else {
            preconditionFailure("A plane without samples")
        }
        var share = RowKernels.Share(weight: 0, adds: false)
        for tap in 0..<rows.taps {
            share.weight = rows.weights[index * rows.taps + tap]
            guard share.weight > 0 else { continue }
            let offset = (rows.firsts[index] + tap) * plane.component.bytesPerRow
            let row = plane.component.base + offset
            RowKernels.read(row, plane.layout, share, to: self.wide)
            share.adds = true
        }
        guard columns.kind != .identity else { return wide }
        RowKernels.scale(wide, columns, to: scaled)
        return scaled
    }
}

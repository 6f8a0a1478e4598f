internal import CPixels
internal import Media

/// Makes planes of bytes of a picture's components, row by row, where they are
/// packed, interleaved or of 10 bits.
struct Unpacking {
    private let format: PixelFormat
    private let kind: Planes.Kind
    private let size: PixelSize
    private let kernels: UnsafePointer<cpixels_kernels>
    /// A component is used as it is where its place is missing.
    private var first: ScratchLayout.Place?
    private var second: ScratchLayout.Place?
    private var third: ScratchLayout.Place?
    /// Three rows for what is parted again, or left out.
    private var spare: ScratchLayout.Place?

    init(
        _ plan: PicturePlan,
        _ kernels: UnsafePointer<cpixels_kernels>,
        in layout: inout ScratchLayout
    ) {
        format = plan.format.pixelFormat
        kind = plan.kind
        size = plan.region.size
        self.kernels = kernels
        if case .copied = plan.way { return }
        switch format {
        case .i420, .i422, .i444, .gray8: return
        case .nv12: break
        case .yuyv, .bgra, .rgba, .i010, .p010:
            // YUYV has a pixel more in rows of odd width.
            first = layout.place(rowBytes: Int(size.width) + 1, rows: Int(size.height))
        }
        let color = kind.colorSize(size)
        second = layout.place(rowBytes: Int(color.width), rows: Int(color.height))
        third = layout.place(rowBytes: Int(color.width), rows: Int(color.height))
        spare = layout.place(rowBytes: 2 * Int(size.width) + 2, rows: 3)
    }

    /// The planes of what is stored; what is in the memory serves until the next call.
    func unpack(_ stored: Planes, memory: borrowing ScratchMemory) -> Planes {
        guard let second, let third, let spare else { return stored }
        let color = kind.colorSize(size)
        let luma = first.map { MutablePlane(memory, $0, size) }
        let target = Target(
            first: luma ?? MutablePlane(memory, second, color),
            second: MutablePlane(memory, second, color),
            third: MutablePlane(memory, third, color),
            spare: MutablePlane(memory, spare, size)
        )
        switch format {
        case .nv12: stored.second.map { partPairs(of: $0, to: target) }
        case .yuyv: partYUYV(stored.first, to: target)
        case .bgra, .rgba: partPixels(stored.first, to: target)
        case .p010: cutHigh(stored, to: target)
        default: cutLow(stored, to: target)
        }
        return Planes(
            first: luma?.readable ?? stored.first,
            second: target.second.readable,
            third: target.third.readable
        )
    }

    private struct Target {
        let first: MutablePlane
        let second: MutablePlane
        let third: MutablePlane
        let spare: MutablePlane
    }

    private func partPairs(of pairs: Plane, to target: Target) {
        let count = Int(pairs.size.width)
        for row in 0..<Int(pairs.size.height) {
            split(pairs.row(row), target.second.row(row), target.third.row(row), count)
        }
    }

    private func partYUYV(_ packed: Plane, to target: Target) {
        let count = Int(target.second.size.width)
        let pairs = target.spare.row(0)
        for row in 0..<Int(size.height) {
            split(packed.row(row), target.first.row(row), pairs, 2 * count)
            split(pairs, target.second.row(row), target.third.row(row), count)
        }
    }

    /// Blue is the first byte in memory, or the third; the fourth is left out.
    private func partPixels(_ packed: Plane, to target: Target) {
        let count = Int(size.width)
        let (even, odd, unused) = (target.spare.row(0), target.spare.row(1), target.spare.row(2))
        let isBlueFirst = format == .bgra
        for row in 0..<Int(size.height) {
            let (one, three) = (target.first.row(row), target.third.row(row))
            split(packed.row(row), even, odd, 2 * count)
            split(even, isBlueFirst ? one : three, isBlueFirst ? three : one, count)
            split(odd, target.second.row(row), unused, count)
        }
    }

    /// Samples of 10 bits that are the high ones of 16: the second byte is what is kept.
    private func cutHigh(_ stored: Planes, to target: Target) {
        let (unused, pairs) = (target.spare.row(0), target.spare.row(1))
        for row in 0..<Int(size.height) {
            split(stored.first.row(row), unused, target.first.row(row), Int(size.width))
        }
        guard let color = stored.second else { return }
        let count = Int(color.size.width)
        for row in 0..<Int(color.size.height) {
            split(color.row(row), unused, pairs, 2 * count)
            split(pairs, target.second.row(row), target.third.row(row), count)
        }
    }

    private func cutLow(_ stored: Planes, to target: Target) {
        func cut(_ source: Plane?, _ target: MutablePlane) {
            guard let source else { return }
            for row in 0..<Int(source.size.height) {
                kernels.pointee.narrow(target.row(row), source.row(row), Int(source.size.width))
            }
        }
        cut(stored.first, target.first)
        cut(stored.second, target.second)
        cut(stored.third, target.third)
    }

    private func split(
        _ source: UnsafePointer<UInt8>,
        _ even: UnsafeMutablePointer<UInt8>,
        _ odd: UnsafeMutablePointer<UInt8>,
        _ count: Int
    ) {
        kernels.pointee.split(even, odd, source, count)
    }
}

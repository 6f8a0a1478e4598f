internal import Media

/// How a part of planes of one size becomes another size, for `RowScaler`:
/// exactly, for any part.
///
/// A sample stands for the middle of its place, as it does for GPUs: magnified
/// pictures are not shifted, and a part may begin between two samples. Where a
/// picture shrinks to half or less, it is averaged by the power of two that
/// leaves less than half to do; the rest is linear interpolation.
struct PlaneScaler {
    /// Samples a side that are averaged to one, before anything else.
    private let divisors: (x: Int32, y: Int32)
    /// What is averaged; its size is a multiple of the divisors.
    let window: PixelRect
    /// The part, counted in averaged samples.
    private let x: AxisSpan
    let y: AxisSpan
    /// The averaged columns that it is interpolated from.
    let columns: Range<Int32>
    let target: PixelSize

    init(from size: PixelSize, x: AxisSpan, y: AxisSpan, to target: PixelSize) {
        let across = Averaging(x, limit: size.width, target: target.width)
        let down = Averaging(y, limit: size.height, target: target.height)
        divisors = (across.divisor, down.divisor)
        window = PixelRect(
            x: across.start,
            y: down.start,
            width: across.count,
            height: down.count
        )
        self.x = x.counted(from: across.start, in: across.divisor)
        self.y = y.counted(from: down.start, in: down.divisor)
        columns = Self.neighbours(of: self.x, limit: across.count / across.divisor)
        self.target = target
    }

    /// The columns and rows that are averaged to one, as powers of two; nil for one each.
    var box: (columns: Int32, rows: Int32)? {
        guard divisors != (1, 1) else { return nil }
        return (Int32(divisors.x.trailingZeroBitCount), Int32(divisors.y.trailingZeroBitCount))
    }
    var averagedSize: PixelSize {
        PixelSize(width: window.width / divisors.x, height: window.height / divisors.y)
    }
    /// The first column, where no column has to be made from two.
    var wholeX: Int32? { x.wholeStart(count: target.width) }
    /// Whether rows are scaled before columns: the least is left to do.
    var shrinksRowsFirst: Bool { Double(target.height) < y.length }
    var spanOfColumns: AxisSpan { x.counted(from: columns.lowerBound, in: 1) }

    /// What one axis is averaged by.
    private struct Averaging {
        var divisor: Int32 = 1
        var start: Int32 = 0
        var count: Int32

        init(_ span: AxisSpan, limit: Int32, target: Int32) {
            count = limit
            while span.length >= Double(2 * divisor * target) { divisor *= 2 }
            guard divisor > 1 else { return }
            start = min(max(Int32(span.start.rounded(.down)), 0), limit - divisor)
            let wanted = Int32(span.end.rounded(.up)) - start + divisor - 1
            count = min(wanted, limit - start) / divisor * divisor
        }
    }

    /// The samples that a span is interpolated from.
    private static func neighbours(of span: AxisSpan, limit: Int32) -> Range<Int32> {
        let first = min(max(Int32((span.start - 0.5).rounded(.down)), 0), limit - 1)
        let last = Int32((span.end - 0.5).rounded(.down)) + 2
        return first..<max(min(last, limit), first + 1)
    }
}

extension AxisSpan {
    /// Where the middle of one of `count` equal parts falls on the middles of
    /// samples, in 256ths of a sample; `last` is the last sample there is.
    func place(of part: Int, count: Int, last: Int) -> Int {
        let middle = start + (Double(part) + 0.5) * (length / Double(count)) - 0.5
        // Never negative, so that cutting rounds; a call of `round` a row shows.
        return Int(min(max(middle, 0), Double(last)) * 256 + 0.5)
    }
}

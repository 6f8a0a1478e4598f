internal import Media

/// Converts and scales a picture some rows at a time, so that the BGRX pixels
/// between the two steps stay in the cache.
struct PixelBands {
    let planes: Planes
    let plan: PicturePlan
    /// Rows of the target that one band makes.
    let rows: Int32
    /// Where a band's unscaled pixels go. Its size is the whole picture's.
    let memory: Surface

    func draw(by conversion: YUVConversion, to target: Surface) throws(CompositingError) {
        var done: Int32 = 0
        while done < target.size.height {
            let count = min(rows, target.size.height - done)
            let band = PixelRect(x: 0, y: done, width: target.size.width, height: count)
            try draw(band, by: conversion, to: target.part(band))
            done += count
        }
    }

    private func draw(
        _ band: PixelRect,
        by conversion: YUVConversion,
        to target: Surface
    ) throws(CompositingError) {
        var part = plan.shownPart
        part.y += band.y
        part.height = band.height
        let source = sourceRows(of: part)
        let converted = Surface(
            base: memory.base,
            bytesPerRow: memory.bytesPerRow,
            size: PixelSize(width: plan.turnedSize.width, height: Int32(source.count))
        )
        let start = planes.starting(row: source.lowerBound, column: 0, kind: plan.kind)
        try conversion.convert(start, to: converted)
        // Where the picture's first row would be, had all of it been converted.
        let top = memory.base - Int(source.lowerBound) * memory.bytesPerRow
        let whole = Plane(base: top, bytesPerRow: memory.bytesPerRow, size: plan.turnedSize)
        try YUVKernels.scalePixels(whole, whole: plan.shownSize, part: part, to: target)
    }

    /// The rows that a part of the shown picture is interpolated from.
    private func sourceRows(of part: PixelRect) -> Range<Int32> {
        let scale = Double(plan.turnedSize.height) / Double(plan.shownSize.height)
        let first = Int32((Double(part.y) * scale).rounded(.down)) - PictureScratch.margin
        let last = Int32((Double(part.maxY) * scale).rounded(.up)) + PictureScratch.margin
        let start = max(first, 0) & ~1
        return start..<min(last, plan.turnedSize.height)
    }
}

extension Planes {
    /// The planes from the given row and column on, whole samples of colour.
    func starting(row: Int32, column: Int32, kind: Kind) -> Self {
        let (across, down) = kind.subsampling
        let (lumaBytes, colorBytes) =
            switch kind {
            case .i420, .i422, .i444, .gray: (1, 1)
            case .i010: (2, 2)
            case .p010: (2, 4)
            case .bgra, .rgba: (4, 4)
            }
        return Self(
            first: first.skipping(rows: row, columns: column, sampleBytes: lumaBytes),
            second: second?.skipping(
                rows: row / down,
                columns: column / across,
                sampleBytes: colorBytes
            ),
            third: third?.skipping(
                rows: row / down,
                columns: column / across,
                sampleBytes: colorBytes
            )
        )
    }
}

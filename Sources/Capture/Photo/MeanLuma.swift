internal import FrameTransport
internal import Media

/// How bright a picture is, from so few of its pixels that it costs nothing.
enum MeanLuma {
    private static let columns = 64
    private static let rows = 48

    /// The mean luma of a grid of points, 0 to 255; green stands in for it in RGB.
    ///
    /// - Returns: Nil for a picture without pixels, or in a format that no camera has.
    static func of(_ components: PictureComponents, _ format: FormatDescription) -> Double? {
        guard let part = components.first, !format.size.isEmpty,
            let (distance, offset) = place(in: format.pixelFormat)
        else { return nil }
        let (width, height) = (Int(format.size.width), Int(format.size.height))
        var sum = 0
        for row in 0..<rows {
            // The middle of each cell of the grid.
            let line = part.base + (2 * row + 1) * height / (2 * rows) * part.bytesPerRow + offset
            for column in 0..<columns {
                let pixel = (2 * column + 1) * width / (2 * columns)
                sum += Int(line.load(fromByteOffset: pixel * distance, as: UInt8.self))
            }
        }
        return Double(sum) / Double(rows * columns)
    }

    /// Where a pixel's luma lies, in bytes: from pixel to pixel, and in the first one.
    private static func place(in format: PixelFormat) -> (distance: Int, offset: Int)? {
        switch format {
        case .i420, .i422, .i444, .nv12, .gray8: (1, 0)
        case .yuyv: (2, 0)
        // The byte with the high bits.
        case .p010: (2, 1)
        case .bgra, .rgba: (4, 1)
        case .i010: nil
        }
    }
}

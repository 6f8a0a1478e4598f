internal import CPixels
internal import Media

extension Surface {
    /// `background` where `opacity` is 0, `foreground` where it is 256; all are of one size, and
    /// `background` may be this surface.
    package func mix(
        _ background: Surface,
        _ foreground: Surface,
        opacity: Int32,
        _ instructions: PixelInstructions
    ) {
        let kernels = instructions.kernels
        for row in 0..<Int(size.height) {
            kernels.pointee.mix_rows(
                self.row(row),
                background.row(row),
                foreground.row(row),
                opacity,
                4 * Int(size.width)
            )
        }
    }

    /// Sets alpha alone: a byte a pixel, rows `bytesPerRow` apart.
    package func setAlpha(_ alpha: UnsafePointer<UInt8>, bytesPerRow: Int) {
        for row in 0..<Int(size.height) {
            cpixels_set_alpha(self.row(row), alpha + row * bytesPerRow, Int(size.width))
        }
    }

    /// Lays premultiplied pixels of the same size over others, which keep an alpha of their own.
    /// For what is made once: pixel by pixel.
    package func layKeepingAlpha(_ pixels: Surface) {
        for y in 0..<Int(size.height) {
            let (result, above) = (row(y), pixels.row(y))
            for index in stride(from: 0, to: 4 * Int(size.width), by: 4) {
                let rest = 255 - UInt32(above[index + 3])
                for channel in index..<index + 4 {
                    let under = (UInt32(result[channel]) * rest + 127) / 255
                    result[channel] = UInt8(min(255, UInt32(above[channel]) + under))
                }
            }
        }
    }

    /// Lays premultiplied pixels of the same size over this.
    package func lay(_ pixels: Surface, _ instructions: PixelInstructions = .best) {
        let kernels = instructions.kernels
        let (width, height) = (Int(size.width), Int(size.height))
        for row in 0..<height {
            let later = row + Self.rowsAhead
            if later < height { cpixels_prefetch(self.row(later), 4 * width) }
            kernels.pointee.lay(self.row(row), pixels.row(row), width)
        }
    }

    /// Under pixels in a corner of a picture lie stretches far from each other, which have left
    /// the processor's caches since they were drawn: waiting for them took half of the time. With
    /// 2 to 6 rows it is the same.
    private static var rowsAhead: Int { 4 }
}

/// Rows of bytes in other orders.
package enum PixelRows {
    /// Red, green and blue of BGRX pixels.
    package static func dropAlpha(
        _ pixels: UnsafePointer<UInt8>,
        to target: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        cpixels_to_rgb(target, pixels, count)
    }

    /// Pairs of a byte of each row.
    package static func join(
        _ first: UnsafePointer<UInt8>,
        _ second: UnsafePointer<UInt8>,
        to target: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        cpixels_join(target, first, second, count)
    }
}

internal import Lettering
internal import Media

/// A picture of text, looked at pixel by pixel.
struct DrawnText {
    let extent: TextExtent
    /// Blue, green, red, alpha.
    let pixels: [SIMD4<UInt8>]

    /// By a typesetter of its own.
    init(_ text: String, _ style: TextStyle) throws(LetteringError) {
        let picture = try Typesetter.open().picture(of: text, style: style)
        self.init(picture)
    }

    init(_ picture: TextPicture) {
        extent = picture.extent
        pixels = picture.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: 4).map {
                bytes.loadUnaligned(fromByteOffset: $0, as: SIMD4<UInt8>.self)
            }
        }
    }

    var size: PixelSize { extent.size }

    subscript(_ x: Int, _ y: Int) -> SIMD4<UInt8> { pixels[y * Int(size.width) + x] }

    /// The rows that more than a trace is on.
    var inkedRows: [Int] {
        (0..<Int(size.height)).filter { y in (0..<Int(size.width)).contains { self[$0, y].w > 40 } }
    }

    /// The columns, as above.
    var inkedColumns: [Int] {
        (0..<Int(size.width)).filter { x in (0..<Int(size.height)).contains { self[x, $0].w > 40 } }
    }
}

extension TextStyle {
    /// A style with further settings.
    func with(_ change: (inout Self) -> Void) -> Self {
        var changed = self
        change(&changed)
        return changed
    }
}

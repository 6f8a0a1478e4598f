internal import CPango
package import Media
internal import Platform

/// A picture of a PNG file in another size, with its transparency.
package struct PNGPicture {
    package let size: PixelSize
    /// Packed rows of blue, green, red and alpha, the colours multiplied by alpha.
    package let pixels: [UInt8]

    /// What is read of a file, and drawn of a picture.
    package static let maximumBytes = 32 << 20
    package static let maximumPixels = 1 << 24
    private static let maximumSide = 32_767

    /// Reads and scales a picture, which keeps its shape.
    ///
    /// - Parameters:
    ///   - path: Of the file.
    ///   - height: In pixels, unless it would be wider than `width` then.
    ///   - width: The most that it has.
    ///   - library: Another one in tests.
    /// - Returns: The picture.
    /// - Throws: `LetteringError.image` for a file that is none, or too large;
    ///   `LetteringError.library`.
    package static func load(
        _ path: String,
        height: Int32,
        width: Int32,
        library: String = Typesetter.library
    ) throws(LetteringError) -> Self {
        if let reason = cpango_load(library) { throw .library(String(cString: reason)) }
        let file = try contents(of: path)
        let stored = try storedSize(file, path)
        // With 16 bits a channel it takes up to four times as much memory.
        let weight = file[24] > 8 ? 4 : 1
        guard Int(stored.width) * Int(stored.height) * weight <= maximumPixels else {
            throw .image(
                "\(path) is \(stored), and has more than \(maximumPixels >> 20) megapixels"
            )
        }
        let size = fitted(stored, height: height, width: width)
        var pixels = [UInt8](repeating: 0, count: 4 * Int(size.width) * Int(size.height))
        let reason = pixels.withUnsafeMutableBufferPointer { buffer -> String? in
            guard let base = buffer.baseAddress else { return nil }
            let rows = cpango_picture(bytes: base, width: size.width, height: size.height)
            return cpango_png_draw(file, file.count, rows).map { String(cString: $0) }
        }
        if let reason { throw .image("\(path) is damaged: \(reason)") }
        return Self(size: size, pixels: pixels)
    }

    private static func contents(of path: String) throws(LetteringError) -> [UInt8] {
        do throws(SystemCallError) {
            return try SmallFile.read(path, atMost: maximumBytes)
        } catch {
            switch error.errno {
            case .fileTooLarge:
                throw .image(
                    "\(path) has more than \(maximumBytes >> 20) MiB, the most there may be"
                )
            case .invalidArgument: throw .image("\(path) is no file")
            default: throw .image("\(path) cannot be read: \(error.errno)")
            }
        }
    }

    private static func fitted(_ stored: PixelSize, height: Int32, width: Int32) -> PixelSize {
        let height = min(max(1, height), PixelSize.largestSide)
        let shape = Double(stored.width) / Double(stored.height)
        let wide = Double(height) * shape
        guard wide > Double(max(1, width)) else {
            return PixelSize(width: max(1, Int32(wide.rounded())), height: height)
        }
        let low = Double(max(1, width)) / shape
        return PixelSize(width: max(1, width), height: max(1, Int32(low.rounded())))
    }

    /// What the first chunk says (PNG specification, 11.2.2).
    private static func storedSize(
        _ file: [UInt8],
        _ path: String
    ) throws(LetteringError) -> PixelSize {
        let head: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
        ]
        guard file.count > 24, file.starts(with: head) else {
            throw .image("\(path) is no PNG file")
        }
        func number(_ place: Int) -> Int {
            file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        }
        let (width, height) = (number(16), number(20))
        guard width > 0, height > 0 else {
            throw .image("\(path) is damaged: it is \(width)x\(height)")
        }
        guard max(width, height) <= maximumSide else {
            throw .image(
                "\(path) is \(width)x\(height), and has more than \(maximumSide) pixels a side"
            )
        }
        return PixelSize(width: Int32(width), height: Int32(height))
    }
}

/// Where PNG and WebP files have Exif: in a chunk of its own, before or behind the picture.
///
/// W3C PNG, third edition, 5.3 and 11.3.4.4; RFC 9649, 2.7.
enum ExifChunk {
    /// Goes from chunk to chunk, of which the first 16,384 are looked at. Blocking.
    ///
    /// - Returns: From the header of TIFF on; nil for what is neither, or has none.
    static func content(of file: borrowing OpenedFile) -> [UInt8]? {
        guard let beginning = file.bytes(at: 0, count: 12), let form = Form(beginning) else {
            return nil
        }
        var place = form.first
        for _ in 0..<1 << 14 {
            guard let head = file.bytes(at: place, count: 8),
                let (type, size) = form.chunk(head)
            else { return nil }
            if type == form.exif {
                guard size <= mostBytes else { return nil }
                let content = file.bytes(at: place + 8, count: size)
                return content.map { Array($0.starts(with: prefix) ? $0.dropFirst(6) : $0[...]) }
            }
            place += 8 + Int64(size) + form.behind(size)
        }
        return nil
    }

    private static let mostBytes = 1 << 20

    /// What stands before it in a JPEG file, and where programs have taken it from one.
    static let prefix = Array("Exif\0\0".utf8)

    private enum Form {
        case png, webp

        init?(_ beginning: [UInt8]) {
            if beginning.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
                self = .png
            } else if beginning.starts(with: Array("RIFF".utf8)),
                beginning.dropFirst(8).elementsEqual("WEBP".utf8)
            {
                self = .webp
            } else {
                return nil
            }
        }

        /// The place of the first chunk.
        var first: Int64 { self == .png ? 8 : 12 }

        var exif: [UInt8] { Array((self == .png ? "eXIf" : "EXIF").utf8) }

        /// Its type, and how many bytes follow.
        func chunk(_ head: [UInt8]) -> (type: [UInt8], size: Int)? {
            let (type, size) =
                self == .png
                ? (head[4...], head.number(of: 4, at: 0))
                : (head[..<4], head.number(of: 4, at: 4, .little))
            return size.map { (Array(type), $0) }
        }

        /// Bytes between the content and the next chunk: a checksum, or what makes it even.
        func behind(_ size: Int) -> Int64 { self == .png ? 4 : Int64(size % 2) }
    }
}

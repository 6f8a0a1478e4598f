internal import Imaging

/// Texts of a PNG file, in chunks `tEXt` (ISO/IEC 15948, 11.3.4.3).
struct PNGText: Hashable {
    /// The keys that thumbnails have (the standard on their creation).
    enum Key: String, Hashable, CaseIterable {
        case uri = "Thumb::URI"
        case modified = "Thumb::MTime"
        case bytes = "Thumb::Size"
        case software = "Software"
        /// pipd's own: how many attempts have failed beside others.
        case attempt = "X-pipd::Attempt"
        /// pipd's own: nothing of the source can be shown.
        case damage = "X-pipd::Damage"
    }

    /// Of longer ones nothing is read: a path has 4,096 bytes at most, which may be escaped.
    static let mostBytes = 16 << 10

    let key: Key
    let value: String

    /// A file of an image with the texts in it: behind `IHDR`, so that a reader has them first.
    ///
    /// - Parameters:
    ///   - texts: Of ASCII.
    ///   - png: As `ImageEncoder` makes it.
    /// - Returns: The file.
    /// - Throws: `library`; `noPixels` for what is no PNG file.
    static func insert(_ texts: [Self], into png: [UInt8]) throws(ImagingError) -> [UInt8] {
        let place = PNGHeader.signature.count + PNGHeader.frameBytes + 13
        guard png.count > place, png.starts(with: PNGHeader.signature) else { throw .noPixels }
        var file = Array(png[..<place])
        for text in texts { file += try text.chunk() }
        return file + png[place...]
    }

    /// The file that stands for a failure: one transparent pixel, and the texts.
    ///
    /// - Throws: `library`.
    static func failure(_ texts: [Self]) throws(ImagingError) -> [UInt8] {
        let one: [UInt8] = [0, 0, 0, 1]
        // Red, green, blue and alpha of 8 bits, not interlaced.
        var file = PNGHeader.signature
        file += try chunk("IHDR", one + one + [8, 6, 0, 0, 0])
        for text in texts { file += try text.chunk() }
        // A row of five zeros, stored: RFC 1950, RFC 1951 (3.2.4).
        let row: [UInt8] = [0x78, 1, 1, 5, 0, 0xFA, 0xFF, 0, 0, 0, 0, 0, 0, 5, 0, 1]
        return try file + chunk("IDAT", row) + PNGHeader.end
    }

    private func chunk() throws(ImagingError) -> [UInt8] {
        let text = value.utf8.filter { $0 != 0 }
        return try Self.chunk("tEXt", Array(key.rawValue.utf8) + [0] + text)
    }

    private static func chunk(_ name: String, _ payload: [UInt8]) throws(ImagingError) -> [UInt8] {
        let body = Array(name.utf8) + payload
        let checksum = try CRC32Checksum.of(body)
        return bytes(UInt32(truncatingIfNeeded: payload.count)) + body + bytes(checksum)
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}

internal import CFFmpeg
internal import Media

/// The size that a picture's first bytes tell, so that nothing of it has to be decoded.
///
/// W3C PNG, third edition, 11.2.1; ITU-T T.81, annex B; RFC 9649, 2.7; RFC 6386, 9.1.
enum StillHeader {
    /// Whether a codec's pictures begin with one.
    static func leads(_ codec: AVCodecID) -> Bool {
        [AV_CODEC_ID_PNG, AV_CODEC_ID_APNG, AV_CODEC_ID_MJPEG, AV_CODEC_ID_WEBP].contains(codec)
    }

    /// - Returns: Nil where it has none.
    static func size(_ bytes: UnsafeRawBufferPointer) -> PixelSize? {
        let size =
            switch bytes.first {
            case 0x89: png(bytes)
            case 0xFF: jpeg(bytes)
            case UInt8(ascii: "R"): webp(bytes)
            default: nil as PixelSize?
            }
        return size?.isEmpty == false ? size : nil
    }

    private static func png(_ bytes: UnsafeRawBufferPointer) -> PixelSize? {
        guard bytes.count >= 24, has("IHDR", bytes, at: 12),
            let width = CInt(exactly: big(bytes, at: 16, 4)),
            let height = CInt(exactly: big(bytes, at: 20, 4))
        else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// From segment to segment, to the one that begins a frame.
    private static func jpeg(_ bytes: UnsafeRawBufferPointer) -> PixelSize? {
        var place = 2
        while bytes.count - place >= 9 {
            guard bytes[place] == 0xFF, bytes[place + 1] != 0xFF else {
                place += 1
                continue
            }
            switch bytes[place + 1] {
            case 0xC4, 0xC8, 0xCC: break
            case 0xC0...0xCF:
                return PixelSize(
                    width: CInt(big(bytes, at: place + 7, 2)),
                    height: CInt(big(bytes, at: place + 5, 2))
                )
            case 0xDA: return nil
            default: break
            }
            place += 2 + big(bytes, at: place + 2, 2)
        }
        return nil
    }

    private static func webp(_ bytes: UnsafeRawBufferPointer) -> PixelSize? {
        guard bytes.count >= 30, has("WEBP", bytes, at: 8) else { return nil }
        if has("VP8X", bytes, at: 12) {
            return PixelSize(
                width: CInt(little(bytes, at: 24, 3) + 1),
                height: CInt(little(bytes, at: 27, 3) + 1)
            )
        }
        if has("VP8L", bytes, at: 12) {
            let sides = little(bytes, at: 21, 4)
            return PixelSize(
                width: CInt(sides & 0x3FFF) + 1,
                height: CInt(sides >> 14 & 0x3FFF) + 1
            )
        }
        guard has("VP8 ", bytes, at: 12) else { return nil }
        return PixelSize(
            width: CInt(little(bytes, at: 26, 2) & 0x3FFF),
            height: CInt(little(bytes, at: 28, 2) & 0x3FFF)
        )
    }

    private static func has(_ name: String, _ bytes: UnsafeRawBufferPointer, at place: Int) -> Bool
    {
        bytes[place..<place + 4].elementsEqual(name.utf8)
    }

    private static func big(_ bytes: UnsafeRawBufferPointer, at place: Int, _ count: Int) -> Int {
        bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func little(_ bytes: UnsafeRawBufferPointer, at place: Int, _ count: Int) -> Int
    {
        bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

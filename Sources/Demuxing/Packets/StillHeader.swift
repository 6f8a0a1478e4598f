internal import CFFmpeg
internal import Media

/// The size that a picture's first bytes tell, so that nothing of it has to be decoded. What
/// libavcodec passes over on its way to it is passed over here, too.
///
/// W3C PNG, third edition, 5.3 and 11.2.1; ITU-T T.81, annex B; RFC 9649, 2.7; RFC 6386, 9.1;
/// Microsoft's BITMAPFILEHEADER, BITMAPCOREHEADER and BITMAPINFOHEADER.
///
/// Thread: reentrant.
enum StillHeader: CaseIterable {
    case png
    case jpeg
    case webP
    case bmp

    /// nil for a codec whose pictures do not begin with one that is known here.
    init?(_ codec: AVCodecID) {
        switch codec {
        case AV_CODEC_ID_PNG, AV_CODEC_ID_APNG: self = .png
        case AV_CODEC_ID_MJPEG: self = .jpeg
        case AV_CODEC_ID_WEBP: self = .webP
        case AV_CODEC_ID_BMP: self = .bmp
        default: return nil
        }
    }

    /// - Returns: Nil where it has none.
    func size(_ bytes: UnsafeRawBufferPointer) -> PixelSize? {
        let sides =
            switch self {
            case .png: png(bytes)
            case .jpeg: jpeg(bytes)
            case .webP: webP(bytes)
            case .bmp: bmp(bytes)
            }
        guard let sides, let width = CInt(exactly: sides.0), let height = CInt(exactly: sides.1)
        else { return nil }
        let size = PixelSize(width: width, height: height)
        return size.isEmpty ? nil : size
    }

    private typealias Sides = (Int, Int)

    /// From chunk to chunk.
    private func png(_ bytes: UnsafeRawBufferPointer) -> Sides? {
        var place = 8
        while bytes.count - place >= 16 {
            if has("IHDR", bytes, at: place + 4) {
                return (big(bytes, at: place + 8, 4), big(bytes, at: place + 12, 4))
            }
            place += 12 + big(bytes, at: place, 4)
        }
        return nil
    }

    /// From segment to segment, to the one that begins a frame; that of JPEG-LS, too.
    private func jpeg(_ bytes: UnsafeRawBufferPointer) -> Sides? {
        var place = 0
        while bytes.count - place >= 9 {
            let marker = bytes[place + 1]
            // No other begins a segment: what fills, stands alone, or is coded.
            guard bytes[place] == 0xFF, marker >= 0xC0, marker != 0xFF else {
                place += 1
                continue
            }
            switch marker {
            case 0xD0...0xD9: place += 2
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF, 0xF7:
                return (big(bytes, at: place + 7, 2), big(bytes, at: place + 5, 2))
            default: place += 2 + big(bytes, at: place + 2, 2)
            }
        }
        return nil
    }

    /// From chunk to chunk. A lossless picture may have no more than five bytes.
    private func webP(_ bytes: UnsafeRawBufferPointer) -> Sides? {
        var place = 12
        while bytes.count - place >= 13 {
            let start = place + 8
            let rest = bytes.count - start
            if has("VP8L", bytes, at: place) {
                let sides = little(bytes, at: start + 1, 4)
                return (sides & 0x3FFF + 1, sides >> 14 & 0x3FFF + 1)
            }
            if has("VP8X", bytes, at: place), rest >= 10 {
                return (little(bytes, at: start + 4, 3) + 1, little(bytes, at: start + 7, 3) + 1)
            }
            if has("VP8 ", bytes, at: place), rest >= 10 {
                return (
                    little(bytes, at: start + 6, 2) & 0x3FFF,
                    little(bytes, at: start + 8, 2) & 0x3FFF
                )
            }
            let size = little(bytes, at: place + 4, 4)
            place = start + size + size % 2
        }
        return nil
    }

    /// Its rows may go down, which a height below zero says.
    private func bmp(_ bytes: UnsafeRawBufferPointer) -> Sides? {
        guard bytes.count >= 26, has("BM", bytes, at: 0) else { return nil }
        if little(bytes, at: 14, 4) == 12 {
            return (little(bytes, at: 18, 2), little(bytes, at: 20, 2))
        }
        let height = Int32(truncatingIfNeeded: little(bytes, at: 22, 4))
        return (little(bytes, at: 18, 4), Int(height.magnitude))
    }

    private func has(_ name: String, _ bytes: UnsafeRawBufferPointer, at place: Int) -> Bool {
        bytes[place...].starts(with: name.utf8)
    }

    private func big(_ bytes: UnsafeRawBufferPointer, at place: Int, _ count: Int) -> Int {
        bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private func little(_ bytes: UnsafeRawBufferPointer, at place: Int, _ count: Int) -> Int {
        bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

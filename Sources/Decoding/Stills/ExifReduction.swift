internal import CFFmpeg
internal import Glibc

/// Leaves of the Exif of JPEG and PNG which way up the picture is, and of WebP, where nobody asks for it,
/// none. libavcodec makes text of all values of all entries, which may lie over each other: 64 kB
/// took it 800 MB and minutes.
///
/// CIPA DC-008 (Exif), 4.5.2 and 4.6.2.
///
/// Thread: reentrant.
package enum ExifReduction {
    /// What libavcodec reads Exif of; that of PNG has a chunk, among others (`PNGChunks`).
    enum Container {
        case jpeg
        case webP

        /// nil for a codec whose packets have none that it reads.
        init?(_ codec: AVCodecID) {
            switch codec {
            case AV_CODEC_ID_WEBP: self = .webP
            // One reader of segments has them all.
            case AV_CODEC_ID_MJPEG, AV_CODEC_ID_MJPEGB, AV_CODEC_ID_JPEGLS, AV_CODEC_ID_THP,
                AV_CODEC_ID_SP5X, AV_CODEC_ID_AMV:
                self = .jpeg
            default: return nil
            }
        }
    }

    /// - Returns: A packet with nothing else in its Exif; nil where there is none.
    /// - Throws: `AVError` without memory.
    static func reduced(
        _ packet: UnsafePointer<AVPacket>,
        _ container: Container
    ) throws(AVError) -> OwnedPacket? {
        guard let data = packet.pointee.data, packet.pointee.size > 0 else { return nil }
        let bytes = UnsafeRawBufferPointer(start: data, count: Int(packet.pointee.size))
        guard next(in: bytes, from: 0, container) != nil else { return nil }
        let copy = try OwnedPacket()
        try avCall("av_new_packet") { av_new_packet(copy.pointer, packet.pointee.size) }
        try avCall("av_packet_copy_props") { av_packet_copy_props(copy.pointer, packet) }
        let target = UnsafeMutableRawBufferPointer(
            start: copy.pointer.pointee.data,
            count: bytes.count
        )
        target.copyMemory(from: bytes)
        reduce(target, container)
        return copy
    }

    /// Goes over the bytes once, whatever they say.
    static func reduce(_ bytes: UnsafeMutableRawBufferPointer, _ container: Container) {
        var place = 0
        while let part = next(in: UnsafeRawBufferPointer(bytes), from: place, container) {
            switch container {
            case .jpeg: reduceTIFF(UnsafeMutableRawBufferPointer(rebasing: bytes[part]))
            // An unknown chunk is passed over.
            case .webP: for place in part.prefix(4) { bytes[place] = UInt8(ascii: "-") }
            }
            place = part.upperBound
        }
    }

    /// Which way up a JPEG file's picture is, 1 to 8; nil where it does not say.
    package static func orientation(ofJPEG bytes: UnsafeRawBufferPointer) -> Int? {
        guard let part = segment(in: bytes, from: 0) else { return nil }
        let tiff = UnsafeRawBufferPointer(rebasing: bytes[part])
        guard let isLittle = isLittle(tiff) else { return nil }
        return orientation(tiff, isLittle: isLittle).withUnsafeBytes { entry in
            guard entry.count >= 10 else { return nil }
            let value = number(entry, at: 8, 2, isLittle: isLittle)
            return (1...8).contains(value) ? value : nil
        }
    }

    /// Wherever libavcodec would find one, also behind the picture.
    ///
    /// - Returns: Of JPEG the segment from the header of TIFF on; of WebP the chunk.
    private static func next(
        in bytes: UnsafeRawBufferPointer,
        from first: Int,
        _ container: Container
    ) -> Range<Int>? {
        switch container {
        case .jpeg: segment(in: bytes, from: first)
        case .webP: chunk(in: bytes, from: max(first, 12))
        }
    }

    private static func segment(in bytes: UnsafeRawBufferPointer, from first: Int) -> Range<Int>? {
        var place = first
        while place < bytes.count, let start = bytes.baseAddress {
            guard let found = memchr(start + place, CInt(UInt8(ascii: "E")), bytes.count - place)
            else { return nil }
            let name = start.distance(to: UnsafeRawPointer(found))
            place = name + 1
            guard bytes[name...].starts(with: "Exif".utf8) else { continue }
            guard name >= 4, bytes[name - 4] == 0xFF, bytes[name - 3] == 0xE1 else { continue }
            let length = Int(bytes[name - 2]) << 8 | Int(bytes[name - 1])
            let end = min(name - 2 + length, bytes.count)
            if name + 6 < end { return name + 6..<end }
        }
        return nil
    }

    private static func chunk(in bytes: UnsafeRawBufferPointer, from first: Int) -> Range<Int>? {
        var place = first
        while bytes.count - place >= 8 {
            let size = number(bytes, at: place + 4, 4, isLittle: true)
            let end = min(place + 8 + size + size % 2, bytes.count)
            if bytes[place..<place + 4].elementsEqual("EXIF".utf8) { return place..<end }
            place = end
        }
        return nil
    }

    /// Leaves a directory of one entry, or none, and nothing else: what is in the way of that, such
    /// as another segment, is gone.
    ///
    /// - Parameter bytes: From the header of TIFF on.
    static func reduceTIFF(_ bytes: UnsafeMutableRawBufferPointer) {
        let read = UnsafeRawBufferPointer(bytes)
        guard let isLittle = isLittle(read) else {
            for place in bytes.indices { bytes[place] = 0 }
            return
        }
        let kept = orientation(read, isLittle: isLittle)
        let count: UInt8 = kept.isEmpty ? 0 : 1
        let order = read[0]
        let head: [UInt8] =
            isLittle
            ? [order, order, 42, 0, 8, 0, 0, 0, count, 0]
            : [order, order, 0, 42, 0, 0, 0, 8, 0, count]
        let content = head + kept
        for place in bytes.indices {
            bytes[place] = place < content.count ? content[place] : 0
        }
    }

    /// Which end of its numbers comes first; nil for what is no header of TIFF.
    private static func isLittle(_ tiff: UnsafeRawBufferPointer) -> Bool? {
        guard tiff.count >= 8, tiff[0] == tiff[1] else { return nil }
        switch tiff[0] {
        case UInt8(ascii: "I"): return true
        case UInt8(ascii: "M"): return false
        default: return nil
        }
    }

    /// The entry of the first directory; nothing where there is none.
    private static func orientation(_ bytes: UnsafeRawBufferPointer, isLittle: Bool) -> [UInt8] {
        let directory = number(bytes, at: 4, 4, isLittle: isLittle)
        guard directory + 2 <= bytes.count else { return [] }
        let count = number(bytes, at: directory, 2, isLittle: isLittle)
        let entry = (0..<count).lazy.map { directory + 2 + 12 * $0 }
            .prefix { $0 + 12 <= bytes.count }
            .first { place in
                number(bytes, at: place, 2, isLittle: isLittle) == 0x0112
                    && number(bytes, at: place + 2, 2, isLittle: isLittle) == 3
                    && number(bytes, at: place + 4, 4, isLittle: isLittle) == 1
            }
        return entry.map { Array(bytes[$0..<$0 + 12]) } ?? []
    }

    private static func number(
        _ bytes: UnsafeRawBufferPointer,
        at place: Int,
        _ count: Int,
        isLittle: Bool
    ) -> Int {
        let part = bytes[place..<place + count]
        return isLittle
            ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
    }
}

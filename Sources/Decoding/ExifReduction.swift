internal import CFFmpeg
internal import Glibc

/// Leaves of the Exif of JPEG and WebP which way up the picture is. libavcodec makes text of all
/// values of all entries, which may lie over each other: 64 kB took it 800 MB and minutes.
///
/// CIPA DC-008 (Exif), 4.5.2 and 4.6.2.
///
/// Thread: reentrant.
enum ExifReduction {
    /// Whether a codec's packets may have Exif that libavcodec reads.
    static func concerns(_ codec: AVCodecID) -> Bool {
        codec == AV_CODEC_ID_MJPEG || codec == AV_CODEC_ID_WEBP
    }

    /// - Returns: A packet with nothing else in its Exif; nil where there is none.
    /// - Throws: `AVError` without memory.
    static func reduced(_ packet: UnsafePointer<AVPacket>) throws(AVError) -> OwnedPacket? {
        guard let data = packet.pointee.data, packet.pointee.size > 0 else { return nil }
        let bytes = UnsafeRawBufferPointer(start: data, count: Int(packet.pointee.size))
        guard next(in: bytes, from: 0) != nil else { return nil }
        let copy = try OwnedPacket()
        try avCall("av_new_packet") { av_new_packet(copy.pointer, packet.pointee.size) }
        try avCall("av_packet_copy_props") { av_packet_copy_props(copy.pointer, packet) }
        let target = UnsafeMutableRawBufferPointer(
            start: copy.pointer.pointee.data,
            count: bytes.count
        )
        target.copyMemory(from: bytes)
        reduce(target)
        return copy
    }

    /// - Parameter bytes: A file.
    static func reduce(_ bytes: UnsafeMutableRawBufferPointer) {
        var place = 0
        while let part = next(in: UnsafeRawBufferPointer(bytes), from: place) {
            reduceTIFF(UnsafeMutableRawBufferPointer(rebasing: bytes[part]))
            place = part.lowerBound
        }
    }

    /// Wherever libavcodec would find one, also behind the picture.
    ///
    /// - Returns: From the header of TIFF on.
    private static func next(in bytes: UnsafeRawBufferPointer, from first: Int) -> Range<Int>? {
        bytes.starts(with: [0x52, 0x49, 0x46, 0x46])
            ? chunk(in: bytes, from: first) : segment(in: bytes, from: first)
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
        var place = 12
        while bytes.count - place > 8 {
            let size = number(bytes, at: place + 4, 4, isLittle: true)
            if place + 8 > first, bytes[place..<place + 4].elementsEqual("EXIF".utf8) {
                return place + 8..<bytes.count
            }
            place += 8 + size + size % 2
        }
        return nil
    }

    /// Leaves one entry in the first directory, or none, and no other directory.
    private static func reduceTIFF(_ bytes: UnsafeMutableRawBufferPointer) {
        let read = UnsafeRawBufferPointer(bytes)
        guard bytes.count >= 8, read[0] == read[1], [0x49, 0x4D].contains(read[0]) else { return }
        let isLittle = read[0] == 0x49
        let directory = number(read, at: 4, 4, isLittle: isLittle)
        guard directory + 2 <= bytes.count else { return }
        let count = number(read, at: directory, 2, isLittle: isLittle)
        let entry = (0..<count).lazy.map { directory + 2 + 12 * $0 }
            .prefix { $0 + 12 <= bytes.count }
            .first { place in
                number(read, at: place, 2, isLittle: isLittle) == 0x0112
                    && number(read, at: place + 2, 2, isLittle: isLittle) == 3
                    && number(read, at: place + 4, 4, isLittle: isLittle) == 1
            }
        let kept = entry.map { Array(read[$0..<$0 + 12]) } ?? []
        let rest = [UInt8](repeating: 0, count: 4)
        let isOne: UInt8 = kept.isEmpty ? 0 : 1
        let content = (isLittle ? [isOne, 0] : [0, isOne]) + kept + rest
        for (place, byte) in zip(directory..<bytes.count, content) { bytes[place] = byte }
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

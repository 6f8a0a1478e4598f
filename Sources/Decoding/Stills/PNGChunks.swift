internal import CFFmpeg

/// The chunks of a PNG that its picture is made of. Text and profiles, which may be compressed,
/// never reach libavcodec, which inflates them to whatever length they have: 400 kB to 400 MiB. Of
/// Exif which way up the picture is does.
///
/// W3C PNG, third edition, 5.3 and 11.
///
/// Thread: reentrant.
enum PNGChunks {
    /// A longer chunk that pictures can do without is left out.
    static let mostBeside = 1 << 20

    /// That of MNG, which libavcodec takes as well.
    private static let signatures: [[UInt8]] = [[0x89, 0x50], [0x8A, 0x4D]].map {
        $0 + [0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    }
    /// What pictures consist of, those of animations, too.
    private static let ofPictures = types("IHDR PLTE IDAT IEND acTL fcTL fdAT")
    /// What says how they are shown, as bytes that are not compressed.
    private static let beside = types(
        "tRNS gAMA cHRM sRGB sBIT bKGD pHYs sTER cICP mDCV mDCv cLLI cLLi eXIf"
    )

    private static let exif: UInt32 = 0x6558_4966

    private static func types(_ names: String) -> Set<UInt32> {
        Set(names.split(separator: " ").map { $0.utf8.reduce(0) { $0 << 8 | UInt32($1) } })
    }

    /// Goes from chunk to chunk. One that says that it is longer than what follows ends there.
    ///
    /// - Parameters:
    ///   - bytes: A file, or chunks without the signature, as libavformat cuts animations up.
    ///   - take: Is given what the picture is made of, in its order.
    static func needed(of bytes: UnsafeRawBufferPointer, _ take: (Range<Int>) -> Void) {
        var place = 0
        if let signature = signatures.first(where: { bytes.starts(with: $0) }) {
            place = signature.count
            take(0..<place)
        }
        while bytes.count - place >= 8 {
            let length = number(bytes, at: place)
            let end = place + min(12 + Int(length), bytes.count - place)
            if isNeeded(number(bytes, at: place + 4), length) { take(place..<end) }
            place = end
        }
    }

    private static func isNeeded(_ type: UInt32, _ length: UInt32) -> Bool {
        ofPictures.contains(type) || length <= mostBeside && beside.contains(type)
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, at place: Int) -> UInt32 {
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }

    /// Whether a codec's packets are such chunks.
    static func are(_ codec: AVCodecID) -> Bool {
        codec == AV_CODEC_ID_PNG || codec == AV_CODEC_ID_APNG
    }

    /// Leaves out of a packet what its picture is not made of.
    ///
    /// - Returns: A packet without it; nil where there is no such thing, nor Exif.
    /// - Throws: `AVError` without memory, and for what has nothing of a picture.
    static func leaned(_ packet: UnsafePointer<AVPacket>) throws(AVError) -> OwnedPacket? {
        let bytes = UnsafeRawBufferPointer(
            start: packet.pointee.data,
            count: packet.pointee.data == nil ? 0 : max(0, Int(packet.pointee.size))
        )
        guard let kept = leanCount(of: bytes), let size = CInt(exactly: kept) else { return nil }
        // Without anything it would end the stream.
        guard kept > 0 else { throw AVError(call: "avcodec_send_packet", code: .invalidData) }
        let lean = try OwnedPacket()
        try avCall("av_new_packet") { av_new_packet(lean.pointer, size) }
        try avCall("av_packet_copy_props") { av_packet_copy_props(lean.pointer, packet) }
        copyNeeded(of: bytes, to: lean.pointer.pointee.data)
        return lean
    }

    /// - Returns: How many bytes `copyNeeded` leaves; nil where it changes nothing.
    static func leanCount(of bytes: UnsafeRawBufferPointer) -> Int? {
        var (kept, hasExif) = (0, false)
        needed(of: bytes) { range in
            kept += range.count
            hasExif = hasExif || isExif(UnsafeRawBufferPointer(rebasing: bytes[range]))
        }
        return kept < bytes.count || hasExif ? kept : nil
    }

    /// Leaves it out of what precedes the packets of an animation.
    static func lean(_ context: UnsafeMutablePointer<AVCodecContext>) {
        guard let start = context.pointee.extradata, context.pointee.extradata_size > 0 else {
            return
        }
        let count = Int(context.pointee.extradata_size)
        let kept = copyNeeded(of: UnsafeRawBufferPointer(start: start, count: count), to: start)
        (start + kept).update(repeating: 0, count: count - kept)
        context.pointee.extradata_size = CInt(kept)
    }

    private static func isExif(_ part: UnsafeRawBufferPointer) -> Bool {
        part.count >= 8 && number(part, at: 4) == exif
    }

    /// Its sum is wrong then, which libavcodec does not look at.
    private static func reduceExif(_ chunk: UnsafeMutableRawBufferPointer) {
        let read = UnsafeRawBufferPointer(chunk)
        guard isExif(read) else { return }
        let end = min(8 + Int(number(read, at: 0)), read.count)
        ExifReduction.reduceTIFF(UnsafeMutableRawBufferPointer(rebasing: chunk[8..<end]))
    }

    /// - Returns: How many bytes it wrote.
    @discardableResult
    static func copyNeeded(
        of bytes: UnsafeRawBufferPointer,
        to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        var end = 0
        needed(of: bytes) { range in
            let part = UnsafeRawBufferPointer(rebasing: bytes[range])
            // They may overlap where a chunk moves to the front.
            let copy = UnsafeMutableRawBufferPointer(start: target + end, count: part.count)
            copy.copyMemory(from: part)
            reduceExif(copy)
            end += part.count
        }
        return end
    }
}

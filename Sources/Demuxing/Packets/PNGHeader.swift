internal import CFFmpeg

/// What a PNG says of itself in its first bytes.
///
/// W3C PNG, third edition, 5.2 and 11.2.1.
enum PNGHeader {
    /// Whether a codec's streams begin with one.
    static func leads(_ codec: AVCodecID) -> Bool {
        codec == AV_CODEC_ID_PNG || codec == AV_CODEC_ID_APNG
    }

    /// - Returns: As libav counts; nil where it has none, or one that libav cannot count.
    static func size(in packet: AVPacket) -> (width: CInt, height: CInt)? {
        guard let data = packet.data, packet.size >= 24 else { return nil }
        let bytes = UnsafeRawBufferPointer(start: data, count: 24)
        guard bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        let sides = [16, 20].map {
            UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self))
        }
        guard let width = CInt(exactly: sides[0]), let height = CInt(exactly: sides[1]),
            width > 0, height > 0
        else { return nil }
        return (width, height)
    }
}

package import CFFmpeg
package import Media
internal import Platform

/// A small PNG file of this program's own making.
package enum PNGFile {
    /// A longer one is none.
    private static let mostBytes = 16 << 20
    /// What libavcodec may read beyond the end.
    private static let paddingBytes = 64

    /// Decodes a file into an empty frame, in a form that is shown.
    ///
    /// - Returns: The form; nil for what is no such file, and without memory.
    package static func decode(
        _ path: String,
        into frame: UnsafeMutablePointer<AVFrame>
    ) -> FormatDescription? {
        guard var bytes = SmallFile.read(path, atMost: mostBytes), !bytes.isEmpty else {
            return nil
        }
        let count = bytes.count
        bytes += [UInt8](repeating: 0, count: paddingBytes)
        do throws(AVError) {
            guard try decode(&bytes, count: count, into: frame) else { return nil }
        } catch {
            av_frame_unref(frame)
            return nil
        }
        let format = PictureConverter().makeShown(frame, fallback: ContainerFormat())
        if format == nil { av_frame_unref(frame) }
        return format
    }

    private static func decode(
        _ bytes: inout [UInt8],
        count: Int,
        into frame: UnsafeMutablePointer<AVFrame>
    ) throws(AVError) -> Bool {
        var parameters = avcodec_parameters_alloc()
        defer { avcodec_parameters_free(&parameters) }
        guard let parameters else {
            throw AVError(call: "avcodec_parameters_alloc", code: .outOfMemory)
        }
        parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
        parameters.pointee.codec_id = AV_CODEC_ID_PNG
        let decoder = try VideoDecoder.open(
            for: parameters,
            settings: VideoDecoder.Settings(
                threads: 1,
                isLive: true,
                timeBase: AVRational(num: 1, den: 1)
            )
        )
        let packet = try OwnedPacket()
        // libavcodec copies what no reference is counted of.
        let sent = bytes.withUnsafeMutableBufferPointer { buffer in
            packet.pointer.pointee.data = buffer.baseAddress
            packet.pointer.pointee.size = CInt(count)
            packet.pointer.pointee.flags = AV_PKT_FLAG_KEY
            defer { av_packet_unref(packet.pointer) }
            return Result { () throws(AVError) in try decoder.send(packet.pointer) }
        }
        try sent.get()
        guard case .picture = try decoder.receive(into: frame) else { return false }
        return true
    }
}

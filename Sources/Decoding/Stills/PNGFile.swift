package import CFFmpeg
package import Media
internal import Platform

/// A small PNG file of this program's own making.
package enum PNGFile {
    /// A longer one is none.
    private static let mostBytes = 16 << 20

    /// Decodes a file into an empty frame, in a form that is shown.
    ///
    /// - Returns: The form; nil for what is no such file, and without memory.
    package static func decode(
        _ path: String,
        into frame: UnsafeMutablePointer<AVFrame>
    ) -> FormatDescription? {
        guard var bytes = try? SmallFile.read(path, atMost: mostBytes), !bytes.isEmpty else {
            return nil
        }
        guard (try? decode(&bytes, into: frame)) == true else { return nil }
        let format = PictureConverter().makeShown(frame, fallback: ContainerFormat())
        if format == nil { av_frame_unref(frame) }
        return format
    }

    private static func decode(
        _ bytes: inout [UInt8],
        into frame: UnsafeMutablePointer<AVFrame>
    ) throws(AVError) -> Bool {
        let decoder = try VideoDecoder.open(
            AV_CODEC_ID_PNG,
            settings: VideoDecoder.Settings(
                threads: 1,
                isLive: true,
                timeBase: AVRational(num: 1, den: 1)
            )
        )
        let packet = try OwnedPacket()
        return bytes.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return false }
            return decoder.decode(start, bytes: buffer.count, through: packet, into: frame)
        }
    }
}

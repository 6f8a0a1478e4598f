internal import CFFmpeg

/// What the attribute `CODECS` of a playlist names (RFC 6381).
package enum NamedCodecs {
    /// Asks for decoders.
    ///
    /// - Parameter names: Such as `avc1.64001f,mp4a.40.2`.
    /// - Returns: Whether video is among them, and all that is can be decoded.
    package static func areDecodable(_ names: String) -> Bool {
        let tags = names.split(separator: ",").map {
            $0.drop { $0 == " " }.prefix { $0 != "." && $0 != " " }
        }
        let video = tags.filter { !others.contains(String($0)) }
        return !video.isEmpty && video.allSatisfy { isDecodable(String($0)) }
    }

    private static func isDecodable(_ tag: String) -> Bool {
        guard let codec = decoders[tag] else { return false }
        return avcodec_find_decoder(codec) != nil
    }

    private static let decoders: [String: AVCodecID] = [
        "avc1": AV_CODEC_ID_H264, "avc3": AV_CODEC_ID_H264, "hvc1": AV_CODEC_ID_HEVC,
        "hev1": AV_CODEC_ID_HEVC, "av01": AV_CODEC_ID_AV1, "vp08": AV_CODEC_ID_VP8,
        "vp09": AV_CODEC_ID_VP9, "mp4v": AV_CODEC_ID_MPEG4, "mp2v": AV_CODEC_ID_MPEG2VIDEO,
    ]

    /// Sound and text.
    private static let others: Set<String> = [
        "mp4a", "ac-3", "ec-3", "ac-4", "opus", "Opus", "flac", "fLaC", "alac", "mp3", "vorbis",
        "dtsc", "dtse", "dtsh", "dtsx", "stpp", "wvtt", "tx3g",
    ]
}

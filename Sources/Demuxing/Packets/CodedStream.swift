package import CFFmpeg
package import Decoding
package import Media

/// All that a decoder must know of a stream besides its packets, as a copy that
/// lives on without the connection.
///
/// Thread: safe; it never changes.
package final class CodedStream: @unchecked Sendable {
    // @unchecked Sendable: nobody writes to the parameters after `init`, and
    // `deinit` runs when the last owner has gone.

    package let containerFormat: ContainerFormat
    /// As the container says; nil where it does not.
    package let frameInterval: Nanoseconds?
    /// Whether its packets say when they are shown: AVI and raw streams count at most.
    package let isTimed: Bool
    private let timeBase: AVRational
    private let parameters: UnsafeMutablePointer<AVCodecParameters>

    /// The corresponding C function is `avcodec_parameters_copy`.
    ///
    /// - Throws: `AVError` without memory.
    package init(_ demuxer: borrowing Demuxer) throws(AVError) {
        containerFormat = demuxer.video.containerFormat
        frameInterval = demuxer.video.description.frameRate?.interval
        isTimed = demuxer.hasPresentationTimes
        timeBase = demuxer.stream.pointee.time_base
        var copy = avcodec_parameters_alloc()
        guard let parameters = copy,
            avcodec_parameters_copy(parameters, demuxer.parameters) >= 0
        else {
            avcodec_parameters_free(&copy)
            throw AVError(call: "avcodec_parameters_copy", code: .outOfMemory)
        }
        self.parameters = parameters
    }

    deinit {
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = parameters
        avcodec_parameters_free(&parameters)
    }

    /// Whether its pictures are JPEG files, each by itself.
    package var isJPEG: Bool { parameters.pointee.codec_id == AV_CODEC_ID_MJPEG }

    /// What the container says of them, or its first picture.
    package var codedSize: PixelSize {
        PixelSize(width: parameters.pointee.width, height: parameters.pointee.height)
    }

    /// Opens a decoder for the stream from any of its key packets on.
    ///
    /// Pictures come out that libavcodec holds to be incomplete, too: its guess at
    /// where an H.264 stream recovers also rejects whole ones behind an open group.
    ///
    /// - Parameter isAlone: Whether it decodes on the thread that calls it, and no other.
    /// - Returns: The decoder.
    /// - Throws: `AVError` when there is none or it does not open.
    package func makeDecoder(alone isAlone: Bool) throws(AVError) -> VideoDecoder {
        let pixels = Int64(parameters.pointee.width) * Int64(parameters.pointee.height)
        return try VideoDecoder.open(
            for: parameters,
            settings: VideoDecoder.Settings(
                // Below, starting a second thread costs what it gains.
                threads: pixels >= 1280 * 720 && !isAlone ? 2 : 1,
                isLive: false,
                timeBase: timeBase,
                outputsIncomplete: true
            )
        )
    }

    /// Opens a decoder for playing.
    ///
    /// - Parameters:
    ///   - threads: How many; nil chooses.
    ///   - isLive: Whether none may hold pictures back.
    /// - Returns: The decoder.
    /// - Throws: `AVError` when there is none or it does not open.
    package func makeDecoder(threads: Int?, isLive: Bool) throws(AVError) -> VideoDecoder {
        try VideoDecoder.open(
            for: parameters,
            settings: .init(threads: threads, isLive: isLive, timeBase: timeBase)
        )
    }

    /// Whether the packet's picture, and all that are shown or decoded behind it, refer to
    /// none before it. In doubt they do.
    package func beginsAnew(_ packet: UnsafePointer<AVPacket>) -> Bool {
        guard packet.pointee.flags & AV_PKT_FLAG_KEY != 0 else { return false }
        switch parameters.pointee.codec_id {
        case AV_CODEC_ID_H264: return holdsUnit(packet) { $0 & 0x1F == 5 }
        // IDR_W_RADL, IDR_N_LP
        case AV_CODEC_ID_HEVC: return holdsUnit(packet) { (19...20).contains($0 >> 1 & 0x3F) }
        default: return longestReordering == 0
        }
    }

    /// Whether the first bytes of a packet hold a NAL unit with such a header byte.
    private func holdsUnit(
        _ packet: UnsafePointer<AVPacket>,
        where isMeant: (UInt8) -> Bool
    ) -> Bool {
        var units = NALUnits(packet.headers, lengthBytes: lengthBytes)
        while let unit = units.next() {
            if let header = unit.first, isMeant(header) { return true }
        }
        return false
    }

    /// Bytes of a NAL unit's length; nil where start codes divide them.
    private var lengthBytes: Int? {
        let bytes = extradata
        let place = parameters.pointee.codec_id == AV_CODEC_ID_HEVC ? 21 : 4
        guard bytes.count > place, bytes[0] == 1 else { return nil }
        return Int(bytes[place] & 3) + 1
    }

    /// What notices that packets are missing; nil for codecs whose decoders say so.
    func makeContinuity() -> H264Continuity? {
        guard parameters.pointee.codec_id == AV_CODEC_ID_H264 else { return nil }
        return H264Continuity(extradata: extradata)
    }

    /// What tells which packets no picture refers to.
    package func makeReferences() -> PacketReferences {
        let coding: PacketReferences.Coding =
            switch parameters.pointee.codec_id {
            case AV_CODEC_ID_H264: .h264
            case AV_CODEC_ID_HEVC: .hevc
            case AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO: .mpeg2
            case AV_CODEC_ID_MPEG4: .mpeg4
            case AV_CODEC_ID_MJPEG: .independent
            default: .marked
            }
        return PacketReferences(coding, extradata: extradata)
    }

    private var extradata: [UInt8] {
        let bytes = UnsafeBufferPointer(
            start: parameters.pointee.extradata,
            count: Int(max(0, parameters.pointee.extradata_size))
        )
        return Array(bytes)
    }

    /// To the nearest nanosecond; nil for a time that is not set.
    package func time(_ ticks: Int64) -> MediaTime? { timeBase.time(ticks) }

    /// A time in the stream's own scale, rounded down.
    package func ticks(_ time: MediaTime) -> Int64 { timeBase.ticks(time) }

    /// Whether packets that no picture refers to are known as such by every reader
    /// of the codec. Not so for HEVC, whose upper temporal layers may refer to them.
    package var marksUnreferenced: Bool {
        [AV_CODEC_ID_H264, AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO, AV_CODEC_ID_MPEG4]
            .contains(parameters.pointee.codec_id)
    }

    /// What H.264 and HEVC allow at most (`max_num_reorder_frames`).
    package static let mostReordered = 16

    /// How many packets may precede a picture's own and yet be shown after it; none where
    /// the codec does not reorder.
    package var longestReordering: Int {
        guard let codec = avcodec_descriptor_get(parameters.pointee.codec_id) else {
            return Self.mostReordered
        }
        return codec.pointee.props & AV_CODEC_PROP_REORDER == 0 ? 0 : Self.mostReordered
    }

    /// Whether a packet of this stream is only ever referred to, never shown.
    ///
    /// VP8 has packets of their own for that; VP9 puts such a frame before a shown
    /// one in the same packet, but need not.
    func isHidden(_ packet: UnsafePointer<AVPacket>) -> Bool {
        guard packet.pointee.size > 0, let data = packet.pointee.data else { return false }
        let first = data[0]
        switch parameters.pointee.codec_id {
        // RFC 6386, section 9.1: `show_frame` is the fifth bit.
        case AV_CODEC_ID_VP8: return first & 0x10 == 0
        case AV_CODEC_ID_VP9:
            // VP9 specification, annex B: a superframe ends with its marker, and its
            // last frame is shown.
            if data[Int(packet.pointee.size) - 1] & 0xE0 == 0xC0 { return false }
            // Section 6.2: marker, profile (3 has a bit more), `show_existing_frame`,
            // `frame_type`, `show_frame`.
            let header = first & 0x30 == 0x30 ? first << 1 : first
            return header & 0x08 == 0 && header & 0x02 == 0
        default: return false
        }
    }
}

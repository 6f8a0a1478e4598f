internal import CFFmpeg
package import Decoding
package import Media

/// What an open container says of its video.
///
/// Thread: that of the demuxer; not kept beyond it.
package struct VideoFacts {
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let stream: UnsafeMutablePointer<AVStream>

    init(
        _ context: UnsafeMutablePointer<AVFormatContext>,
        _ stream: UnsafeMutablePointer<AVStream>
    ) {
        (self.context, self.stream) = (context, stream)
    }

    private var parameters: AVCodecParameters { stream.pointee.codecpar.pointee }

    /// Whether this libavcodec decodes the video.
    package var hasDecoder: Bool { avcodec_find_decoder(parameters.codec_id) != nil }

    /// As far as known before decoding; empty where it is not.
    package var size: PixelSize {
        PixelSize(width: parameters.width, height: parameters.height)
    }

    /// The timestamp that the container starts with.
    ///
    /// libavformat rounds it to microseconds: where the video is what it starts with,
    /// the video's own is exact.
    package var startTime: MediaTime {
        let start = context.pointee.start_time
        let rounded = MediaTime(
            nanoseconds: start == cffmpeg_AV_NOPTS_VALUE
                ? 0 : Self.nanoseconds(microseconds: start)
        )
        guard let exact = stream.pointee.time_base.time(stream.pointee.start_time) else {
            return rounded
        }
        let difference = exact - rounded
        let isClose = difference > .milliseconds(-1) && difference < .milliseconds(1)
        return isClose ? exact : rounded
    }

    /// When the video ends as its index says; nil where there is none.
    package var end: MediaTime? {
        let start = stream.pointee.start_time
        let duration = stream.pointee.duration
        guard start != cffmpeg_AV_NOPTS_VALUE, duration > 0 else { return nil }
        let (sum, overflows) = start.addingReportingOverflow(duration)
        return overflows ? nil : stream.pointee.time_base.time(sum)
    }

    package var description: MediaDescription {
        let rate = av_guess_frame_rate(context, stream, nil)
        let duration =
            context.pointee.duration > 0
            ? Nanoseconds(Self.nanoseconds(microseconds: context.pointee.duration)) : nil
        let video = end.map { $0 - startTime }.flatMap { $0 > .zero ? $0 : nil }
        return MediaDescription(
            codec: String(cString: avcodec_get_name(parameters.codec_id)),
            frameRate: Hertz(numerator: rate.num, denominator: rate.den),
            duration: duration,
            round: video ?? duration
        )
    }

    /// What the container, or else the video, says of itself under a name; nil where it does not.
    package func tag(_ name: String) -> String? {
        [context.pointee.metadata, stream.pointee.metadata].lazy
            .compactMap { av_dict_get($0, name, nil, 0)?.pointee.value }
            .first.map { String(cString: $0) }
    }

    package var containerFormat: ContainerFormat {
        let ratio = av_guess_sample_aspect_ratio(context, stream, nil)
        return ContainerFormat(
            sampleAspectRatio: SampleAspectRatio(numerator: ratio.num, denominator: ratio.den),
            rotation: cffmpeg_stream_display_matrix(stream)
                .map { DisplayMatrix($0).rotation() } ?? .none
        )
    }

    /// Saturates: a container may claim any number.
    private static func nanoseconds(microseconds: Int64) -> Int64 {
        let (product, overflows) = microseconds.multipliedReportingOverflow(by: 1_000)
        guard overflows else { return product }
        return microseconds < 0 ? .min : .max
    }
}

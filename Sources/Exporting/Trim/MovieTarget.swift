internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import Platform

/// A movie that is written of another's packets, which stay as they are.
///
/// Thread: bound to whoever has it.
final class MovieTarget {
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let file: WrittenMovie
    private let path: String
    /// The numbers of its streams, by those of the original.
    private var numbers: [CInt: CInt] = [:]

    /// - Parameters:
    ///   - container: Of it.
    ///   - file: Where it is written to.
    ///   - path: The original's.
    /// - Throws: `ExportError`.
    init(
        _ container: MovieContainer,
        to file: ExportedFile,
        of path: String
    ) throws(ExportError) {
        self.path = path
        do throws(AVError) {
            self.file = try WrittenMovie(file)
            var context: UnsafeMutablePointer<AVFormatContext>?
            try avCall("avformat_alloc_output_context2") {
                avformat_alloc_output_context2(&context, nil, container.muxer, nil)
            }
            guard let context else {
                throw AVError(call: "avformat_alloc_output_context2", code: .outOfMemory)
            }
            self.context = context
        } catch {
            throw .source(path: path, reason: "\(error.code)")
        }
        context.pointee.pb = self.file.io
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    }

    deinit { avformat_free_context(context) }

    /// Takes the streams, with what they and the original say of themselves, and begins.
    ///
    /// - Throws: `ExportError`.
    func begin(with source: MovieSource) throws(ExportError) {
        try call("av_dict_copy") {
            av_dict_copy(&context.pointee.metadata, source.context.pointee.metadata, 0)
        }
        for stream in source.streams {
            let isKept = isKept(stream, of: source)
            // What is left out is not even read.
            stream.pointee.discard = isKept ? AVDISCARD_DEFAULT : AVDISCARD_ALL
            if isKept { try add(stream) }
        }
        var options = AVOptions()
        // What cameras say, such as when and where, under the names that they use.
        if context.pointee.oformat.pointee.isQuickTime {
            options.set("movflags", "use_metadata_tags")
        }
        // One of its own would begin where the original does.
        options.set("write_tmcd", "0")
        var result: CInt = 0
        do throws(AVError) {
            result = try options.withPointer { avformat_write_header(context, $0) }
        } catch {
            throw refusal(error)
        }
        try call("avformat_write_header") { result }
    }

    /// The pictures, and all that is heard with them.
    private func isKept(_ stream: UnsafeMutablePointer<AVStream>, of source: MovieSource) -> Bool {
        stream.pointee.index == source.video
            || stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
    }

    private func add(_ stream: UnsafeMutablePointer<AVStream>) throws(ExportError) {
        let parameters = stream.pointee.codecpar.pointee
        guard avformat_query_codec(context.pointee.oformat, parameters.codec_id, 0) != 0 else {
            let codec = String(cString: avcodec_get_name(parameters.codec_id))
            throw .isUnsupported(path: path, reason: "such a file can have no \(codec)")
        }
        guard cffmpeg_stream_is_encrypted(stream) == 0 else {
            throw .isUnsupported(path: path, reason: "it is encrypted")
        }
        guard let own = avformat_new_stream(context, nil) else {
            throw .source(path: path, reason: "\(AVError.Code.outOfMemory)")
        }
        try call("avcodec_parameters_copy") {
            avcodec_parameters_copy(own.pointee.codecpar, stream.pointee.codecpar)
        }
        try call("av_stream_new_side_data") { cffmpeg_stream_copy_side_data(own, stream) }
        try call("av_dict_copy") {
            av_dict_copy(&own.pointee.metadata, stream.pointee.metadata, 0)
        }
        own.pointee.codecpar.pointee.codec_tag = tag(of: parameters)
        own.pointee.time_base = stream.pointee.time_base
        own.pointee.disposition = stream.pointee.disposition
        own.pointee.avg_frame_rate = stream.pointee.avg_frame_rate
        own.pointee.sample_aspect_ratio = stream.pointee.sample_aspect_ratio
        numbers[stream.pointee.index] = own.pointee.index
    }

    /// The original's name of the codec, which players tell variants by, where this container knows
    /// it; zero for the usual one.
    private func tag(of parameters: AVCodecParameters) -> UInt32 {
        guard let tags = context.pointee.oformat.pointee.codec_tag else { return 0 }
        let isKnown = av_codec_get_id(tags, parameters.codec_tag) == parameters.codec_id
        return isKnown ? parameters.codec_tag : 0
    }

    /// Writes a packet, which is empty then.
    ///
    /// - Parameters:
    ///   - packet: Of the original.
    ///   - stream: Its stream there.
    ///   - origin: What is the beginning now, in microseconds of the original's clock.
    /// - Throws: `ExportError`.
    func write(
        _ packet: OwnedPacket,
        of stream: UnsafeMutablePointer<AVStream>,
        since origin: Int64
    ) throws(ExportError) {
        let packet = packet.pointer
        guard let number = numbers[stream.pointee.index],
            let own = context.pointee.streams[Int(number)]
        else { return av_packet_unref(packet) }
        let base = stream.pointee.time_base
        let shift = av_rescale_q(origin, MovieSource.microseconds, base)
        if packet.pointee.pts != cffmpeg_AV_NOPTS_VALUE { packet.pointee.pts &-= shift }
        if packet.pointee.dts != cffmpeg_AV_NOPTS_VALUE { packet.pointee.dts &-= shift }
        av_packet_rescale_ts(packet, base, own.pointee.time_base)
        packet.pointee.stream_index = number
        packet.pointee.pos = -1
        try call("av_interleaved_write_frame") { av_interleaved_write_frame(context, packet) }
    }

    /// Writes what comes behind the last packet.
    ///
    /// - Throws: `ExportError`.
    func end() throws(ExportError) {
        try call("av_write_trailer") { av_write_trailer(context) }
        avio_flush(file.io)
        if let failure = file.failure { throw failure }
    }

    private func call(_ name: StaticString, _ body: () -> CInt) throws(ExportError) {
        do throws(AVError) {
            try avCall(name, body)
        } catch {
            throw refusal(error)
        }
    }

    private func refusal(_ error: AVError) -> ExportError {
        file.failure ?? .isUnsupported(path: path, reason: "\(error)")
    }
}

extension AVOutputFormat {
    fileprivate var isQuickTime: Bool { String(cString: name) == "mov" }
}

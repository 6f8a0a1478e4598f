public import Addressing
internal import Decoding
internal import Demuxing
public import Media

/// What a file that can be shown says of itself, without a picture of it being decoded.
public struct FileFacts: Hashable, Sendable {
    /// libavcodec's name of the video's codec.
    public let codec: String
    /// Upright.
    public let size: PixelSize
    /// Nil for an image, and where nothing tells it.
    public let duration: Nanoseconds?
    /// What it says of itself under the names that were asked for.
    public let tags: [String: String]

    /// Reads a file of this machine.
    ///
    /// Blocking: up to the limit.
    ///
    /// - Parameters:
    ///   - configuration: Of a stream of the file; it need not run.
    ///   - names: Of tags.
    ///   - limit: When to give up.
    /// - Throws: `StillError`.
    public init(
        of configuration: StreamConfiguration,
        tags names: [String],
        within limit: SearchLimit
    ) throws(StillError) {
        let gate = InterruptGate(
            silence: configuration.boundedTimeout,
            // Of what strangers have put there.
            boundsOpening: configuration.root != nil
        ) { limit.isOver }
        var demuxer = try limit.open(configuration, .brief, gate)
        let hasDuration = demuxer.isStill || demuxer.video.description.duration != nil
        if !hasDuration, !demuxer.isProbed {
            demuxer = try limit.open(configuration, .thorough, gate)
        }
        let video = demuxer.video
        guard video.hasDecoder else { throw .source(.noDecoder(configuration.address)) }
        guard video.size.isShown else {
            throw .source(.tooLarge(configuration.address, video.size))
        }
        let description = video.description
        codec = description.codec ?? "unknown"
        let isTurned = video.containerFormat.rotation.exchangesAxes
        size = isTurned ? video.size.transposed : video.size
        duration = demuxer.isStill ? nil : description.duration
        var tags: [String: String] = [:]
        for name in names { tags[name] = video.tag(name) }
        self.tags = tags
    }
}

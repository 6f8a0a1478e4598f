package import Media

/// What a container says of its video.
package struct MediaDescription: Hashable, Sendable {
    package var codec: String?
    package var frameRate: Hertz?
    package var duration: Nanoseconds?
    /// The container's time at which the stream's begins.
    package var start = MediaTime.zero

    package init(
        codec: String? = nil,
        frameRate: Hertz? = nil,
        duration: Nanoseconds? = nil
    ) {
        self.codec = codec
        self.frameRate = frameRate
        self.duration = duration
    }
}

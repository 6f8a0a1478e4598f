package import Media

/// What a container says of its video.
package struct MediaDescription: Hashable, Sendable {
    package var codec: String?
    package var frameRate: Hertz?
    package var duration: Nanoseconds?
    /// The container's time at which the stream's begins.
    package var start = MediaTime.zero
    /// From the beginning to the end of the last picture, where that is known; else the duration.
    /// Nil also for what cannot be sought in.
    package var round: Nanoseconds?
    /// Whether it is one picture, which is that of every time.
    package var isOnePicture = false

    package init(
        codec: String? = nil,
        frameRate: Hertz? = nil,
        duration: Nanoseconds? = nil,
        round: Nanoseconds? = nil
    ) {
        self.codec = codec
        self.frameRate = frameRate
        self.duration = duration
        self.round = round
    }
}

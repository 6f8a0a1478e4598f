internal import Media

/// What a container says of its video.
struct MediaDescription: Hashable, Sendable {
    var codec: String?
    var frameRate: Hertz?
    var duration: Nanoseconds?
    /// The container's time at which the stream's begins.
    var start = MediaTime.zero
}

public import Media
public import Presentation

/// Everything a stream is told about itself.
public struct StreamConfiguration: Hashable, Sendable {
    /// How RTSP carries its media.
    public enum Transport: String, Hashable, Sendable, CaseIterable {
        /// TCP, or UDP where the server has no other.
        case auto
        case tcp
        case udp
    }

    /// How exactly a stream is decoded where it is shown small.
    public enum Decoding: String, Hashable, Sendable, CaseIterable {
        /// As its codec says.
        case full
        /// Without the loop filter, except for key pictures: a quarter of the work
        /// less. Differences grow from one key picture to the next.
        case fast
    }

    public var id: StreamID
    /// Where it comes from.
    public let address: SourceAddress
    /// The folder that a file is to be beneath, wherever symbolic links lead: it is found from there,
    /// and refers to no other file. Nil: whoever names the file answers for it.
    public var root: String?
    /// Whether a file starts again at its end.
    public var loop = false
    public var transport = Transport.auto
    /// How long opening, and a read without data, may take: 100 ms to 10 min; others are clamped.
    public var timeout = Nanoseconds.milliseconds(5_000)
    /// libavcodec's threads: 1 to 16, others are clamped; nil chooses by the picture's size.
    public var threads: Int?
    /// How pictures are decoded while they are shown at a quarter of their size or less.
    public var decoding = Decoding.full
    /// Whether each sample carries the MD5 of its decoded pixels.
    public var digests = false
    /// Whether pictures are shown as they arrive (true) or every one in order
    /// (false); nil decides by the kind of source. Files and
    /// patterns are never live.
    public var live: Bool?
    /// Whether a live stream that nobody shows is decoded all the same, so that
    /// it appears at once when someone does.
    public var keepWarm = false
    /// How far back the pictures of a live network stream can be had: above zero, up
    /// to a minute, more is clamped; nil keeps the newest group of pictures alone.
    public var lookback: Nanoseconds?
    /// Which of the forms is played that a source offers.
    public var variant = VariantWish.automatic
    /// A camera's picture size; nil chooses.
    public var size: PixelSize?
    /// A camera's frame rate at least; nil aims at 30 a second.
    public var frameRate: Hertz?
    /// A camera's picture format; nil chooses.
    public var format: CameraCode?
    /// How long an image that does not loop is shown before it has ended; nil: for one picture.
    public var stillDuration: Nanoseconds?

    /// The wall whose time a file has; nil for none. Such a file loops.
    public var sync: WallSync?

    /// What is shown in its place while it is lost.
    public var placeholder = PlaceholderWish()

    public init(id: StreamID, address: SourceAddress) {
        self.id = id
        self.address = address
    }
}

extension StreamConfiguration {
    /// Whether pictures are shown as they arrive. What this machine makes has no
    /// pace of its own to keep up with, whatever `live` says.
    public var isLive: Bool {
        let asked = address.isNetwork ? live : nil
        return asked ?? address.isLive
    }

    /// Whether packets are kept, as `lookback` asks: of what is live and comes from
    /// the network.
    public var keepsPackets: Bool { isLive && address.isNetwork }

    package var boundedTimeout: Nanoseconds {
        min(max(timeout, .milliseconds(100)), .milliseconds(600_000))
    }

    /// Nil without a look-back.
    package var boundedLookback: Nanoseconds? {
        lookback.flatMap { $0 > .zero ? min($0, .milliseconds(60_000)) : nil }
    }
}

/// One stream at one moment.
///
/// `received = presented + Σ dropped + in_flight` holds in every report.
public struct StreamReport: Hashable, Sendable, Codable {
    public var id: String
    /// The address as configured, with a password replaced.
    public var url: String
    /// `connecting`, `playing`, `stalled`, `reconnecting`, `ended` or `failed`.
    public var state: String
    /// Why it does not play, for people; nil while it does.
    public var reason: String?
    /// The same for programs, such as `not_found`, `no_video` or `encrypted`.
    public var failure: String?

    /// The codec's short name, such as `h264`; nil before the first picture, as
    /// are the other properties of the picture.
    public var codec: String?
    /// The pixels as stored, before rotation.
    public var width: Int?
    public var height: Int?
    /// The picture as shown: turned upright, with square pixels.
    public var displayWidth: Int?
    public var displayHeight: Int?
    /// How far the stored picture is turned clockwise: 0, 90, 180 or 270.
    public var rotation: Int?
    /// The shape of one stored pixel, width to height, such as `64:45`; `1:1` is square.
    public var sampleAspectRatio: String?
    /// Frames a second, as the stream announces or shows them.
    public var frameRate: Double?
    /// `I420`, `NV12`, …
    public var pixelFormat: String?

    /// The forms in which its source offers it, in their order there; nil where there is one.
    public var variants: [VariantReport]?

    /// Where playing stands in the stream's own time; during a seek, where that goes.
    public var positionSeconds: Double?
    /// Whether it holds its picture, or will when it has one.
    public var paused: Bool
    /// nil for a live stream and for one that does not say.
    public var durationSeconds: Double?
    /// Whether pictures come at the source's pace, not at ours.
    public var live: Bool
    /// Whether it starts again at its end.
    public var loop: Bool

    public var reconnects: Int
    public var received: Int
    public var presented: Int
    /// By reason; reasons that never occurred may be left out.
    public var dropped: [String: Int]
    public var inFlight: Int
    /// The views that show it: `main`, `pip`, both, or none.
    public var shownIn: [String]

    /// Whether a screenshot of it can be taken now.
    public var screenshotPossible: Bool
    /// Why not, for people; nil while it is possible.
    public var screenshotReason: String?
    /// Why the image of its placeholder is not seen, for people; nil where it is, there is none, or
    /// nobody has looked yet.
    public var placeholderReason: String?
    /// How many seconds of the past are kept for screenshots now; nil where none are to be.
    public var lookbackSeconds: Double?

    /// A stream of which nothing is known yet; set what is.
    public init(id: String, url: String, state: String) {
        self.id = id
        self.url = url
        self.state = state
        paused = false
        live = false
        loop = false
        reconnects = 0
        received = 0
        presented = 0
        dropped = [:]
        inFlight = 0
        shownIn = []
        screenshotPossible = false
    }

    private enum CodingKeys: String, CodingKey {
        case id, url, state, reason, failure, codec, width, height, paused, live, loop
        case reconnects, received, presented, dropped, variants
        case rotation
        case displayWidth = "display_width"
        case displayHeight = "display_height"
        case sampleAspectRatio = "sample_aspect_ratio"
        case frameRate = "frame_rate"
        case pixelFormat = "pixel_format"
        case positionSeconds = "position_seconds"
        case durationSeconds = "duration_seconds"
        case inFlight = "in_flight"
        case shownIn = "shown_in"
        case screenshotPossible = "screenshot_possible"
        case screenshotReason = "screenshot_reason"
        case placeholderReason = "placeholder_reason"
        case lookbackSeconds = "lookback_seconds"
    }
}

/// One of the forms in which a source offers a stream.
public struct VariantReport: Hashable, Sendable, Codable {
    /// Bits a second: on average where the source says that, else at most.
    public var bitRate: Int
    /// nil where the source does not say, as are the next two.
    public var width: Int?
    public var height: Int?
    public var frameRate: Double?
    /// Whether it is the one that is played.
    public var playing: Bool

    public init(bitRate: Int, playing: Bool) {
        (self.bitRate, self.playing) = (bitRate, playing)
    }

    private enum CodingKeys: String, CodingKey {
        case width, height, playing
        case bitRate = "bit_rate"
        case frameRate = "frame_rate"
    }
}

/// The list of all streams: the answer of `GET /v1/streams`.
public struct StreamList: Hashable, Sendable, Codable {
    public var streams: [StreamReport]

    public init(streams: [StreamReport]) {
        self.streams = streams
    }
}

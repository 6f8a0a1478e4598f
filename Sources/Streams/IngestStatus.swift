public import Addressing
public import Media
public import Presentation

/// What a stream is and does, at one moment.
public struct IngestStatus: Hashable, Sendable {
    public var state: StreamState
    /// For people: why the stream is down, or what is wrong with it; nil while it plays well.
    public var reason: String?
    /// Why the image of its placeholders is not seen; nil where it is, there is none, or none was
    /// needed yet.
    public var placeholderFlaw: MessageText?
    /// The same as `reason` for programs.
    public var failure: SourceError.Kind?
    /// The address, its password replaced by `***`.
    public var url: String
    /// libavcodec's name of the codec, such as `h264`; nil before the first connection.
    public var codec: String?
    /// Of the newest picture.
    public var format: FormatDescription?
    /// As the container or the pattern says; nil where it does not.
    public var frameRate: Hertz?
    /// Nil for live streams and where the container does not say.
    public var duration: Nanoseconds?
    /// The newest picture's time, from `start`.
    public var position: MediaTime?
    /// The container's time at which a file's begins; zero for live streams.
    public var start: MediaTime
    /// Attempts to connect again after a loss.
    public var reconnects: Int
    public var stalls: Int
    /// How long the next picture may take before that is a stall, as the last ones came; nil
    /// before the first, and for sources that never stall.
    public var patience: Nanoseconds?
    /// Packets that the decoder rejected.
    public var corruptPackets: Int
    /// Pictures that a camera's driver lost before they were received.
    public var missed: Int
    /// How often the stream began again at its start.
    public var loops: Int
    /// Whether no new picture is due: the stream has ended, or is a still that loops.
    public var isStill: Bool
    public var conversions: [ConversionCount]
    /// Whether the ring evicts (live) or the stream waits (file).
    public var isLive: Bool
    /// The forms in which the source offers its video, and which of them is played.
    public var variants: [Variant] = []
    public var variant: Int?
    /// How often another one took the place of one.
    public var variantChanges: [VariantPlan.Reason: Int] = [:]
    /// What the source's server gives, in bytes a second; nil where that is not known.
    public var bandwidth: Int?
    /// Packets that are read and not decoded yet, in bytes.
    public var bufferedBytes = 0

    /// It has ended, and is to be followed by something that is not ready yet.
    package mutating func awaitNext() {
        (state, isStill) = (.connecting, false)
        reason = "the next item is being opened"
    }

    /// The last picture was shown for its time.
    package mutating func end() {
        (state, isStill) = (.ended, true)
        (reason, failure) = (nil, nil)
    }
}

/// How many pictures were converted from one form to another.
public struct ConversionCount: Hashable, Sendable {
    /// libavutil's name of the decoded form, such as `yuv411p`.
    public var from: String
    public var to: PixelFormat
    public var count: Int
}

/// Something that happened to a stream.
public enum IngestEvent: Hashable, Sendable {
    /// The first picture after a connection is on its way.
    case ready(FormatDescription)
    /// No picture came for longer than the cadence allows; the connection is kept.
    case stalled
    /// Pictures come again after a stall.
    case resumed
    /// The connection is gone or could not be made; it is tried again.
    case lost(SourceError)
    /// Many packets become no picture; the stream goes on.
    case damaged(SourceError)
    /// The pictures come from another variant of the source.
    case variantChanged(Variant, VariantPlan.Reason)
    /// What is there can never be shown; it is tried again now and then, in case
    /// something else is.
    case failed(SourceError)
    /// The image of its placeholders cannot be shown: words alone are.
    case placeholderFlawed(MessageText)
}

/// Whether anybody wants a stream's pictures.
public enum DecodeMode: UInt8, Hashable, Sendable {
    case full
    /// It is shown at a quarter of its size or less, and nowhere else.
    case small
    /// Nobody shows it yet, and it is to be ready when somebody does.
    case ready
    /// Nobody shows it: live streams stay connected but decode nothing unless
    /// they are kept warm; files wait where they are.
    case idle

    /// Whether somebody sees the pictures.
    package var isWatched: Bool { self == .full || self == .small }
}

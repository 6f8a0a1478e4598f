/// What shows clients the composed view while it changes.
public protocol PreviewBackend: Sendable {
    /// The composed view, small, once it is another one than a client has.
    ///
    /// All who ask for one width at a time are given the same picture; none is made without
    /// anybody who asks, nor of a view that has not changed.
    ///
    /// - Returns: Nil where the view has not changed in time.
    /// - Throws: `.unavailable` with too many clients, and where there is no picture to be had.
    func preview(_ request: PreviewRequest) async throws(ControlError) -> PreviewPicture?

    /// How often a second a picture is made at most, while the view changes.
    var previewRate: Int { get }

    /// A client that is sent a stream of pictures was left some out, which were made meanwhile.
    func noteSkipped(_ pictures: Int)
}

/// Which picture of the view a client asks for.
public struct PreviewRequest: Hashable, Sendable {
    /// Of the picture, in pixels; nil: as configured.
    public var width: PreviewWidth?
    /// The frame that the client has; nil for none.
    public var after: Int?
    /// For how long it waits for another one.
    public var waitSeconds: Double

    public init(width: PreviewWidth? = nil, after: Int? = nil, waitSeconds: Double = 5) {
        self.width = width
        self.after = after
        self.waitSeconds = waitSeconds
    }
}

/// The widths in which previews are made, in pixels: few, so that clients share them.
public enum PreviewWidth: Int, Hashable, Sendable, CaseIterable {
    case w320 = 320
    case w640 = 640
    case w960 = 960
    case w1280 = 1280
    case w1920 = 1920

    /// The least that is as wide as that; the widest, where none is.
    public init(atLeast pixels: Int) {
        self = Self.allCases.first { $0.rawValue >= pixels } ?? .w1920
    }
}

/// A picture of the view.
public struct PreviewPicture: Sendable {
    /// Grows with each change of the view.
    public let frame: Int
    /// How many were made of its width before it.
    public let number: Int
    /// A JPEG file.
    public let bytes: [UInt8]

    public init(frame: Int, number: Int, bytes: [UInt8]) {
        self.frame = frame
        self.number = number
        self.bytes = bytes
    }
}

/// What an image is to be like, and where it is to go.
///
/// Values are inside their ranges (`ImageFields`).
public struct ImageRequest: Hashable, Sendable {
    /// A file format.
    public enum Format: String, Codable, CaseIterable, FieldValue {
        case jpeg
        case png

        /// Such as `image/png`.
        public var mediaType: String { "image/\(rawValue)" }

        /// What the names of such files end in, without a dot.
        public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
    }

    /// Which way up a picture is that its source says to turn.
    public enum Orientation: String, Codable, CaseIterable, FieldValue {
        /// As it is shown: turned, with square pixels.
        case displayed
        /// As it is stored.
        case stored
    }

    /// What becomes of a picture that has another shape than `max_width` and `max_height` make.
    public enum Fit: String, Codable, CaseIterable, FieldValue {
        /// It is whole, and the image has its shape.
        case contain
        /// It is whole in the middle of a black image of exactly that size.
        case pad
        /// It fills an image of exactly that size; what does not fit is cut off.
        case cover
    }

    /// Where an image goes.
    public enum Output: Hashable, Sendable {
        /// To the client, as it is.
        case binary
        /// To the client, as a member of the report.
        case base64
        /// Into a file of the daemon's machine.
        ///
        /// The path is absolute, has at most 4095 bytes, none of them a control character, and
        /// does not end in a slash. Nothing else is known of it.
        case path(String, overwrite: Bool)
        /// Into the daemon's own collection.
        case library
    }

    public var format: Format
    /// From 0, the smallest, to 1, the best; means nothing to PNG.
    public var quality = 0.85
    /// The picture is scaled down to fit; up only to fill (`Fit.cover`). Nil: as wide as it is.
    public var maximumWidth: Int?
    public var maximumHeight: Int?
    /// Both sides are given with another one than `contain`.
    public var fit = Fit.contain
    /// The file is made smaller until it fits. Nil: as large as it is.
    public var maximumBytes: Int?
    public var output = Output.binary

    public init(format: Format = .jpeg) {
        self.format = format
    }

    /// What an event's image is like where nothing else is asked for.
    public static let forEvent: Self = {
        var image = Self()
        image.quality = 0.8
        (image.maximumWidth, image.maximumHeight) = (320, 320)
        return image
    }()
}

/// A picture of a stream.
public struct ScreenshotRequest: Hashable, Sendable {
    public var image: ImageRequest
    /// What times in a file count from.
    public enum TimeBase: String, CaseIterable, FieldValue {
        /// The stream's start.
        case stream
        /// Whatever zero is in the container: MPEG-TS and HLS begin anywhere.
        case container
    }

    /// Which one: in a file, seconds by `timeBase`; in a live stream, negative: seconds back.
    /// Nil: the one of now. Finite.
    public var at: Double?
    public var timeBase = TimeBase.stream
    /// How many seconds it may be away from `at` if there is none at that time.
    public var tolerance = 0.5
    public var orientation = ImageRequest.Orientation.displayed
    /// How long to wait for a stream that is not ready yet.
    public var waitMilliseconds = 1000

    public init(image: ImageRequest = ImageRequest()) {
        self.image = image
    }
}

/// The composed picture.
public struct SnapshotRequest: Hashable, Sendable {
    public var image: ImageRequest
    /// How long to wait for the first picture.
    public var waitMilliseconds = 1000
    /// Whether what lies over the streams is in it.
    public var hasOverlays = true

    public init(image: ImageRequest = ImageRequest(format: .png)) {
        self.image = image
    }
}

/// A picture of the view, small enough for an event.
public struct SnapshotEventRequest: Hashable, Sendable {
    /// Made smaller and less good where the event needs it.
    public var image = ImageRequest.forEvent
    /// How long to wait for the first picture.
    public var waitMilliseconds = 0
    /// Whether what lies over the streams is in it.
    public var hasOverlays = true

    public init() {}
}

/// A still photo of a camera.
public struct PhotoRequest: Hashable, Sendable {
    public enum Mode: String, Codable, CaseIterable, FieldValue {
        /// In the camera's best mode for photos, once its exposure has settled.
        case photo
        /// The video's picture of now.
        case frame
    }

    public var mode = Mode.photo
    public var image: ImageRequest
    public var orientation = ImageRequest.Orientation.displayed
    /// How long exposure and white balance have to settle, at most.
    public var settleMilliseconds = 1500
    /// How long to wait for another photo that is being taken; 0: not at all.
    public var waitMilliseconds = 10_000

    public init(image: ImageRequest = ImageRequest()) {
        self.image = image
    }
}

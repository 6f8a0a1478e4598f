/// What an image is a picture of, and how it was made.
public struct ImageReport: Hashable, Sendable {
    /// How close the picture is to the time that was asked for.
    public enum Tier: String, Hashable, Sendable, Codable, CaseIterable {
        /// It is the one that is shown at that time.
        case exact
        /// Another one inside the tolerance, or one that parts are missing of.
        case relaxed
        /// The nearest there is, outside the tolerance.
        case nearest
    }

    /// What is known of a photo besides.
    public struct Photo: Hashable, Sendable {
        public var mode: PhotoRequest.Mode
        /// Whether exposure and white balance have settled; nil for a frame.
        public var converged: Bool?
        /// What the camera was set to, such as `3840x2160 YUYV`.
        public var cameraMode: String?

        public init(mode: PhotoRequest.Mode, converged: Bool? = nil, cameraMode: String? = nil) {
            self.mode = mode
            self.converged = converged
            self.cameraMode = cameraMode
        }
    }

    /// The stream's ID; nil for the composed view.
    public var stream: String?
    /// The time that was asked for, in seconds; nil for now.
    public var requested: Double?
    /// The picture's own time, in seconds; nil for the composed view.
    public var actual: Double?
    public var tier = Tier.exact
    /// Whether the picture has fewer pixels than asked for, to fit the bytes.
    public var scaledDown = false
    /// The picture's size before it was scaled.
    public var sourceWidth: Int
    public var sourceHeight: Int
    /// How long before the request the picture was made; nil where that means nothing.
    public var ageMilliseconds: Double?
    public var format: ImageRequest.Format
    public var width: Int
    public var height: Int
    /// The quality it has at last, 0 to 1; nil for PNG.
    public var quality: Double?
    /// The file's size.
    public var bytes: Int
    /// Of the file, as 64 digits of lower case.
    public var sha256: String
    /// How many times it was encoded until it was small enough.
    public var encodes = 1
    /// How long all of it took.
    public var elapsedMilliseconds = 0.0
    /// Nil for what is no photo.
    public var photo: Photo?
    /// Where the file was written; nil for one that was not.
    public var path: String?

    /// An exact, unscaled image; set what is different.
    public init(format: ImageRequest.Format, width: Int, height: Int, bytes: Int, sha256: String) {
        self.format = format
        self.width = width
        self.height = height
        self.bytes = bytes
        self.sha256 = sha256
        sourceWidth = width
        sourceHeight = height
    }
}

extension ImageReport: Codable {
    private enum CodingKeys: String, CodingKey {
        case stream, requested, actual, tier, format, width, height, quality, bytes, sha256
        case encodes, path, mode, converged
        case scaledDown = "scaled_down"
        case sourceWidth = "source_width"
        case sourceHeight = "source_height"
        case ageMilliseconds = "age_ms"
        case mediaType = "media_type"
        case elapsedMilliseconds = "elapsed_ms"
        case cameraMode = "camera_mode"
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            format: try members.decode(ImageRequest.Format.self, forKey: .format),
            width: try members.decode(Int.self, forKey: .width),
            height: try members.decode(Int.self, forKey: .height),
            bytes: try members.decode(Int.self, forKey: .bytes),
            sha256: try members.decode(String.self, forKey: .sha256)
        )
        stream = try members.decodeIfPresent(String.self, forKey: .stream)
        requested = try members.decodeIfPresent(Double.self, forKey: .requested)
        actual = try members.decodeIfPresent(Double.self, forKey: .actual)
        tier = try members.decode(Tier.self, forKey: .tier)
        scaledDown = try members.decode(Bool.self, forKey: .scaledDown)
        sourceWidth = try members.decode(Int.self, forKey: .sourceWidth)
        sourceHeight = try members.decode(Int.self, forKey: .sourceHeight)
        ageMilliseconds = try members.decodeIfPresent(Double.self, forKey: .ageMilliseconds)
        quality = try members.decodeIfPresent(Double.self, forKey: .quality)
        encodes = try members.decode(Int.self, forKey: .encodes)
        elapsedMilliseconds = try members.decode(Double.self, forKey: .elapsedMilliseconds)
        path = try members.decodeIfPresent(String.self, forKey: .path)
        if let mode = try members.decodeIfPresent(PhotoRequest.Mode.self, forKey: .mode) {
            photo = Photo(
                mode: mode,
                converged: try members.decodeIfPresent(Bool.self, forKey: .converged),
                cameraMode: try members.decodeIfPresent(String.self, forKey: .cameraMode)
            )
        }
    }

    /// Times are rounded to a nanosecond; one that is not finite becomes `null`.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(stream, forKey: .stream)
        try members.encode(requested?.rounded(places: 9), forKey: .requested)
        try members.encode(actual?.rounded(places: 9), forKey: .actual)
        try members.encode(tier, forKey: .tier)
        try members.encode(scaledDown, forKey: .scaledDown)
        try members.encode(sourceWidth, forKey: .sourceWidth)
        try members.encode(sourceHeight, forKey: .sourceHeight)
        try members.encode(ageMilliseconds?.rounded(places: 3), forKey: .ageMilliseconds)
        try members.encode(format, forKey: .format)
        try members.encode(format.mediaType, forKey: .mediaType)
        try members.encode(width, forKey: .width)
        try members.encode(height, forKey: .height)
        try members.encode(quality?.rounded(places: 3), forKey: .quality)
        try members.encode(bytes, forKey: .bytes)
        try members.encode(sha256, forKey: .sha256)
        try members.encode(encodes, forKey: .encodes)
        let elapsed = elapsedMilliseconds.rounded(places: 3) ?? 0
        try members.encode(elapsed, forKey: .elapsedMilliseconds)
        try members.encodeIfPresent(path, forKey: .path)
        guard let photo else { return }
        try members.encode(photo.mode, forKey: .mode)
        try members.encode(photo.converged, forKey: .converged)
        try members.encodeIfPresent(photo.cameraMode, forKey: .cameraMode)
    }
}

/// The answer to an event of the client's own.
public struct EventReport: Hashable, Sendable, Codable {
    /// The event's place in the sequence of all.
    public var eventID: Int
    /// How many clients it was sent to.
    public var subscribers: Int

    public init(eventID: Int, subscribers: Int) {
        self.eventID = eventID
        self.subscribers = subscribers
    }

    private enum CodingKeys: String, CodingKey {
        case eventID = "event_id"
        case subscribers
    }
}

/// The answer to an image that became an event.
public struct SnapshotEventReport: Hashable, Sendable, Codable {
    public var width: Int
    public var height: Int
    /// The image's size.
    public var bytes: Int
    public var sha256: String
    /// The quality it has at last, 0 to 1.
    public var quality: Double
    public var encodes: Int
    public var elapsedMilliseconds: Double
    /// How many clients the event was sent to.
    public var subscribers: Int
    /// The event's own ID.
    public var eventID: Int

    /// - Parameters:
    ///   - image: What the event carries.
    ///   - eventID: The event's own ID.
    ///   - subscribers: How many clients it was sent to.
    public init(_ image: ImageReport, eventID: Int, subscribers: Int) {
        width = image.width
        height = image.height
        bytes = image.bytes
        sha256 = image.sha256
        quality = image.quality?.rounded(places: 3) ?? 0
        encodes = image.encodes
        elapsedMilliseconds = image.elapsedMilliseconds.rounded(places: 3) ?? 0
        self.subscribers = subscribers
        self.eventID = eventID
    }

    private enum CodingKeys: String, CodingKey {
        case width, height, bytes, sha256, quality, encodes, subscribers
        case elapsedMilliseconds = "elapsed_ms"
        case eventID = "event_id"
    }
}

extension Double {
    /// The nearest number with so many decimal places, or as many as it can have; nil for one
    /// that is not finite.
    fileprivate func rounded(places: Int) -> Double? {
        guard isFinite else { return nil }
        var scale = (0..<places).reduce(1.0) { product, _ in product * 10 }
        // Beyond 2⁵³ not every whole number is a Double.
        while scale > 1, magnitude > 0x1p53 / scale { scale /= 10 }
        return magnitude > 0x1p53 ? self : (self * scale).rounded() / scale
    }
}

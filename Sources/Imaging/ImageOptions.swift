public import Media

/// A file format for still images.
public enum ImageFormat: Hashable, Sendable, CaseIterable {
    case jpeg
    case png
}

/// How an image is wanted.
///
/// Values that come from outside are kept in range: no option makes encoding trap.
public struct ImageOptions: Hashable, Sendable {
    public var format = ImageFormat.jpeg
    /// Of JPEG, 0 to 1: libjpeg's 1 to 100. From 0.9 on, colour has full resolution.
    public var quality = 0.85
    /// In pixels of the finished image; values below 1 are taken for 1.
    public var maximumWidth: Int32?
    public var maximumHeight: Int32?
    /// What becomes of an image that has another shape than width and height make.
    public var fit = ImageFit.contain
    /// Bytes of the file, which are never exceeded; 2,048 are enough for any picture.
    public var maximumBytes: Int?
    public var orientation = ImageOrientation.displayed

    public init(
        format: ImageFormat = .jpeg,
        quality: Double = 0.85,
        maximumBytes: Int? = nil
    ) {
        self.format = format
        self.quality = quality
        self.maximumBytes = maximumBytes
    }

    /// The quality, 0 to 1 whatever was asked for.
    var keptQuality: Double { quality.isFinite ? min(max(quality, 0), 1) : 0.85 }

    /// What the image has to fit into.
    public var box: PixelSize {
        PixelSize(
            width: maximumWidth ?? PixelSize.largestSide,
            height: maximumHeight ?? PixelSize.largestSide
        )
    }
}

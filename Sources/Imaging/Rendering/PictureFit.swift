internal import Media

/// The size of the image that is made of a picture, and how the picture lies in it.
///
/// Kept in fractions of a pixel up to the end, so that the aspect ratio of the
/// result is right within a pixel.
struct PictureFit {
    /// The picture's own size: one side as stored, the other stretched where
    /// pixels are not square, so that nothing of the picture is lost.
    private let width: Double
    private let height: Double

    private init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    init(_ size: PixelSize) {
        self.init(width: Double(size.width), height: Double(size.height))
    }

    init(_ format: FormatDescription, _ orientation: ImageOrientation) {
        guard orientation == .displayed else {
            self.init(format.size)
            return
        }
        let aspect = format.sampleAspectRatio.value
        let width = Double(format.size.width) * max(aspect, 1)
        let height = Double(format.size.height) / min(aspect, 1)
        let exchangesAxes = format.rotation.exchangesAxes
        self.init(width: exchangesAxes ? height : width, height: exchangesAxes ? width : height)
    }

    /// How an image of the picture fills `box`, which has at least 1x1 and at most
    /// `PixelSize.largest`.
    func layout(inside box: PixelSize, _ fit: ImageFit) -> PictureLayout {
        let box = Self.limited(box)
        switch fit {
        case .contain:
            let size = size(inside: box)
            return PictureLayout(image: size, picture: size)
        case .pad:
            return PictureLayout(image: box, picture: size(inside: box))
        case .cover:
            let scale = max(Double(box.width) / width, Double(box.height) / height)
            let visible = PictureShare(
                width: min(1, Double(box.width) / (width * scale)),
                height: min(1, Double(box.height) / (height * scale))
            )
            return PictureLayout(image: box, picture: box, visible: visible)
        }
    }

    /// The largest size of the same shape inside `box`, not above the picture's
    /// own; at least 1x1, at most `PixelSize.largest`.
    func size(inside box: PixelSize) -> PixelSize {
        let limit = Self.limited(box)
        let scale = min(1, Double(limit.width) / width, Double(limit.height) / height)
        return PixelSize(
            width: Int32(min(max((width * scale).rounded(), 1), Double(limit.width))),
            height: Int32(min(max((height * scale).rounded(), 1), Double(limit.height)))
        )
    }

    private static func limited(_ box: PixelSize) -> PixelSize {
        PixelSize(
            width: min(max(box.width, 1), PixelSize.largestSide),
            height: min(max(box.height, 1), PixelSize.largestSide)
        )
    }
}

/// How a picture lies in an image.
struct PictureLayout: Hashable {
    let image: PixelSize
    /// The size of what is seen of the picture, in the image's middle.
    let picture: PixelSize
    var visible = PictureShare.whole
}

/// How much of a picture is seen, around its middle, as shares of its width and height.
struct PictureShare: Hashable {
    static let whole = Self(width: 1, height: 1)

    /// Above 0, at most 1.
    var width: Double
    var height: Double

    /// The same of a picture that lies on its side.
    var transposed: Self { Self(width: height, height: width) }
}

internal import Media

/// The size of the image that is made of a picture.
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

    /// The largest size of the same shape inside `box`, not above the picture's
    /// own; at least 1x1, at most `Bitmap.largest`.
    func size(inside box: PixelSize) -> PixelSize {
        let limit = PixelSize(
            width: min(max(box.width, 1), Bitmap.largest.width),
            height: min(max(box.height, 1), Bitmap.largest.height)
        )
        let scale = min(1, Double(limit.width) / width, Double(limit.height) / height)
        return PixelSize(
            width: Int32(min(max((width * scale).rounded(), 1), Double(limit.width))),
            height: Int32(min(max((height * scale).rounded(), 1), Double(limit.height)))
        )
    }
}

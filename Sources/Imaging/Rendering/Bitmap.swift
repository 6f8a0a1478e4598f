public import FrameTransport
public import Media
internal import Pixels

/// An image in memory: packed rows of blue, green, red and unused bytes.
///
/// Colours are those of the picture's primaries and transfer, as numbers of
/// sRGB: what is BT.2020, PQ or HLG keeps its numbers and looks flat. Nothing is
/// tone-mapped.
///
/// Takes 4 bytes a pixel, 256 MiB for the largest one; twice that while a
/// picture is turned.
///
/// Thread: reentrant. A megapixel takes some 1.5 ms.
public struct Bitmap: Sendable {
    public let size: PixelSize
    /// Four bytes a pixel, without padding between rows.
    public let pixels: [UInt8]

    /// - Parameters:
    ///   - pixels: Four bytes a pixel, without padding between rows.
    ///   - size: Not empty.
    public init(bgrx pixels: [UInt8], size: PixelSize) {
        precondition(!size.isEmpty, "A bitmap has pixels")
        precondition(pixels.count == Int(size.width) * Int(size.height) * 4, "Not packed BGRX")
        self.size = size
        self.pixels = pixels
    }

    /// Makes an image of a picture.
    ///
    /// - Parameters:
    ///   - components: Its pixels; read before this returns, and not kept.
    ///   - format: What they mean. The components hold all that it says.
    ///   - box: What the image has to fit into. It has at least one pixel.
    ///   - fit: How it does so.
    ///   - orientation: Whether the format's rotation and sample aspect ratio are applied.
    /// - Throws: `noPixels` where the size is empty or a component is missing.
    public init(
        _ components: PictureComponents,
        format: FormatDescription,
        fitting box: PixelSize = .largest,
        _ fit: ImageFit = .contain,
        orientation: ImageOrientation = .displayed
    ) throws(ImagingError) {
        let planes = try SamplePlane.planes(
            of: components,
            format: format.pixelFormat,
            size: format.size
        )
        let rotation = orientation == .displayed ? format.rotation : .none
        let layout = PictureFit(format, orientation).layout(inside: box, fit)
        let isOnItsSide = rotation.exchangesAxes
        let renderer = PictureRenderer(
            planes: planes,
            format: format,
            target: isOnItsSide ? layout.picture.transposed : layout.picture,
            visible: isOnItsSide ? layout.visible.transposed : layout.visible
        )
        size = layout.image
        pixels = Self.center(renderer.pixels(turnedBy: rotation), layout)
    }

    /// The size of a picture's image without limits: the largest that it is made in.
    ///
    /// - Parameters:
    ///   - format: The picture's.
    ///   - orientation: Whether rotation and sample aspect ratio are applied.
    /// - Returns: At most `largest`.
    public static func naturalSize(
        of format: FormatDescription,
        orientation: ImageOrientation = .displayed
    ) -> PixelSize {
        PictureFit(format, orientation).size(inside: .largest)
    }

    /// The same image, made to fit into `box`.
    public func scaled(toFit box: PixelSize, _ fit: ImageFit = .contain) -> Self {
        let layout = PictureFit(size).layout(inside: box, fit)
        let picture = scaled(to: layout.picture, visible: layout.visible)
        return Self(bgrx: Self.center(picture.pixels, layout), size: layout.image)
    }

    /// The same image, smaller, as the compositor draws pictures: less fine than `scaled`, and in a
    /// small part of its time.
    ///
    /// - Parameter box: What it has to fit into.
    /// - Returns: The same where it does already.
    public func drawn(toFit box: PixelSize) -> Self {
        let target = PictureFit(size).layout(inside: box, .contain).image
        guard target.width <= size.width, target.height <= size.height, target != size else {
            return self
        }
        let format = FormatDescription(pixelFormat: .bgra, size: size)
        let mapping = LayerMapping(
            visible: PixelRect(target),
            rotation: .none,
            across: AxisSpan(start: 0, length: Double(size.width)),
            down: AxisSpan(start: 0, length: Double(size.height))
        )
        let count = Int(target.width) * Int(target.height) * 4
        var isDrawn = false
        let drawn = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            guard let base = buffer.baseAddress else { return }
            let surface = Surface(packed: base, size: target)
            isDrawn = pixels.withUnsafeBytes { bytes in
                guard let source = bytes.baseAddress else { return false }
                let picture = PictureComponents(
                    .init(base: source, bytesPerRow: Int(size.width) * 4)
                )
                var painter = PicturePainter(.best)
                return painter.draw(picture, format, mapping, to: surface)
            }
            written = isDrawn ? count : 0
        }
        return isDrawn ? Self(bgrx: drawn, size: target) : scaled(to: target)
    }

    /// The same image in another size.
    func scaled(to target: PixelSize, visible: PictureShare = .whole) -> Self {
        guard target != size || visible != .whole else { return self }
        let scaled = pixels.withUnsafeBytes { bytes -> [UInt8] in
            guard let base = bytes.baseAddress else { preconditionFailure("A bitmap has pixels") }
            return PictureRenderer(
                planes: SamplePlane.planes(bgrx: base, size: size),
                format: FormatDescription(pixelFormat: .bgra, size: size),
                target: target,
                visible: visible
            ).pixels()
        }
        return Self(bgrx: scaled, size: target)
    }

    /// A picture's pixels in the middle of a black image; the same where it fills that.
    private static func center(_ pixels: [UInt8], _ layout: PictureLayout) -> [UInt8] {
        let (image, picture) = (layout.image, layout.picture)
        guard picture != image else { return pixels }
        let row = Int(picture.width) * 4
        let left = Int((image.width - picture.width) / 2) * 4
        let top = Int((image.height - picture.height) / 2)
        var result = [UInt8](repeating: 0, count: Int(image.width) * Int(image.height) * 4)
        for index in 0..<Int(picture.height) {
            let place = (top + index) * Int(image.width) * 4 + left
            let samples = pixels[(index * row)...].prefix(row)
            result.replaceSubrange(place..<(place + row), with: samples)
        }
        return result
    }
}

internal import CGraphics
internal import Media
internal import Pixels
internal import Presentation

/// The parameters of the program in use.
extension ShaderProgram {
    /// The size of what is drawn into.
    func set(output: PixelSize) {
        set(outputSize, output)
    }

    /// Where a picture is sampled.
    func set(_ content: DrawLayout.Content, texels: (first: PixelSize, second: PixelSize)) {
        let format = content.format
        let grid = format.pixelFormat.colorGrid
        let covered = PixelSize(
            width: (format.size.width + grid.across - 1) / grid.across * grid.across,
            height: (format.size.height + grid.down - 1) / grid.down * grid.down
        )
        let scale = SIMD2(
            Double(format.size.width) / Double(covered.width),
            Double(format.size.height) / Double(covered.height)
        )
        let transform = PictureTransform(content.mapping, stored: format.size)
        set(transform, colorScale: scale)
        let step = transform.step / Double(ShaderVariant.side(content.mapping))
        set(spacing, step)
        set(colorSpacing, step * scale)
        set(firstSize, texels.first)
        set(secondSize, texels.second)
    }

    /// How a finished picture is turned into a window's buffer, row 0 of which
    /// is at the bottom.
    func setPosting(_ rotation: Rotation, in size: PixelSize) {
        set(output: size)
        let transform = PictureTransform(rotation, in: size).flipped(rows: size.height)
        set(transform, colorScale: SIMD2(1, 1))
    }

    /// Where a picture lies that has a texel for each pixel.
    func setOSD(_ bounds: PixelRect, in size: PixelSize) {
        set(output: size)
        set(PictureTransform(unscaledIn: bounds), colorScale: SIMD2(1, 1))
    }

    /// How a window looks.
    func set(_ window: DrawLayout.Window) {
        let shown = window.content?.mapping.visible ?? .zero
        glUniform4f(
            picture,
            GLfloat(shown.x),
            GLfloat(shown.y),
            GLfloat(shown.maxX),
            GLfloat(shown.maxY)
        )
        let (outline, color) = (window.shape, window.borderColor)
        let halfSize = (GLfloat(outline.bounds.width) / 2, GLfloat(outline.bounds.height) / 2)
        glUniform4f(
            bounds,
            GLfloat(outline.bounds.x) + halfSize.0,
            GLfloat(outline.bounds.y) + halfSize.1,
            halfSize.0,
            halfSize.1
        )
        glUniform3f(
            shape,
            GLfloat(outline.radius),
            GLfloat(outline.border),
            GLfloat(window.opacity) / 256
        )
        // Red and blue exchanged, as the pictures are.
        glUniform3f(
            borderColor,
            GLfloat(color.blue) / 255,
            GLfloat(color.green) / 255,
            GLfloat(color.red) / 255
        )
    }

    private func set(_ place: GLint, _ size: PixelSize) {
        glUniform2f(place, GLfloat(size.width), GLfloat(size.height))
    }

    private func set(_ place: GLint, _ pair: SIMD2<Double>) {
        glUniform2f(place, GLfloat(pair.x), GLfloat(pair.y))
    }

    private func set(_ transform: PictureTransform, colorScale scale: SIMD2<Double>) {
        let matrix: InlineArray<9, GLfloat> = [
            GLfloat(transform.across.x), GLfloat(transform.across.y), 0,
            GLfloat(transform.down.x), GLfloat(transform.down.y), 0,
            GLfloat(transform.origin.x), GLfloat(transform.origin.y), 1,
        ]
        matrix.span.withUnsafeBufferPointer {
            glUniformMatrix3fv(pictureFromOutput, 1, 0, $0.baseAddress)
        }
        set(colorScale, scale)
    }
}

/// Where each pixel of the output finds its place in the stored picture, both
/// of whose sides are 1 long.
struct PictureTransform {
    /// What one pixel to the right adds.
    let across: SIMD2<Double>
    /// What one pixel down adds.
    let down: SIMD2<Double>
    /// The place of the output's top left corner.
    let origin: SIMD2<Double>

    /// A picture that fills an output of `size` after it is turned.
    init(_ rotation: Rotation, in size: PixelSize) {
        let scale = SIMD2(1 / Double(size.width), 1 / Double(size.height))
        self.init(rotation, start: .zero, scale: scale)
    }

    /// A picture that has a texel for each pixel of its place.
    init(unscaledIn bounds: PixelRect) {
        let scale = SIMD2(1 / Double(bounds.width), 1 / Double(bounds.height))
        let start = -SIMD2(Double(bounds.x), Double(bounds.y)) * scale
        self.init(.none, start: start, scale: scale)
    }

    init(_ mapping: LayerMapping, stored: PixelSize) {
        let turned = mapping.rotation.exchangesAxes ? stored.transposed : stored
        let scale = SIMD2(
            mapping.across.length / Double(mapping.visible.width) / Double(turned.width),
            mapping.down.length / Double(mapping.visible.height) / Double(turned.height)
        )
        // In the turned picture, then turned back.
        let start = SIMD2(
            mapping.across.start / Double(turned.width) - Double(mapping.visible.x) * scale.x,
            mapping.down.start / Double(turned.height) - Double(mapping.visible.y) * scale.y
        )
        self.init(mapping.rotation, start: start, scale: scale)
    }

    /// `start` is the place of the output's corner in the turned picture, and
    /// `scale` what one pixel right and down adds there.
    private init(_ rotation: Rotation, start: SIMD2<Double>, scale: SIMD2<Double>) {
        switch rotation {
        case .none:
            across = SIMD2(scale.x, 0)
            down = SIMD2(0, scale.y)
            origin = start
        case .clockwise90:
            across = SIMD2(0, -scale.x)
            down = SIMD2(scale.y, 0)
            origin = SIMD2(start.y, 1 - start.x)
        case .halfTurn:
            across = SIMD2(-scale.x, 0)
            down = SIMD2(0, -scale.y)
            origin = 1 - start
        case .clockwise270:
            across = SIMD2(0, scale.x)
            down = SIMD2(-scale.y, 0)
            origin = SIMD2(1 - start.y, start.x)
        }
    }

    private init(across: SIMD2<Double>, down: SIMD2<Double>, origin: SIMD2<Double>) {
        (self.across, self.down, self.origin) = (across, down, origin)
    }

    /// How far the places of neighbouring pixels are apart.
    var step: SIMD2<Double> { across.absolute + down.absolute }

    /// The same for an output whose rows are counted from the bottom.
    func flipped(rows: Int32) -> Self {
        Self(across: across, down: -down, origin: origin + Double(rows) * down)
    }
}

extension SIMD2<Double> {
    fileprivate var absolute: Self { Self(abs(x), abs(y)) }
}

extension ShaderVariant {
    /// The program for pictures in the order of RGBA, as the target has them.
    static let posting = Self(source: .rgb, matrix: rgba, side: 1, kind: .plain)

    /// The program for a window without a picture: any will do that reads nothing
    /// but where a picture is.
    static let emptyWindow = Self(source: .gray, matrix: rgba, side: 1, kind: .window)

    /// The program for what lies over everything, which is as the target has it.
    static let osd = Self(source: .rgb, matrix: rgba, side: 1, kind: .osd)

    private static let rgba = ColorMatrix(
        format: .rgba,
        colorimetry: Colorimetry(matrix: .bt709, range: .full)
    ).swappingRedAndBlue

    /// The program for a picture in its place: each sample is interpolated from
    /// two pixels each way, so half as many are taken as pixels are made one.
    init(_ content: DrawLayout.Content, isWindow: Bool, source: SampleSource) {
        let format = content.format
        self.init(
            source: source,
            matrix: ColorMatrix(format: format.pixelFormat, colorimetry: format.colorimetry)
                .swappingRedAndBlue,
            side: Self.side(content.mapping),
            kind: isWindow ? .window : .plain
        )
    }

    fileprivate static func side(_ mapping: LayerMapping) -> Int {
        let shrinking = max(
            mapping.across.length / Double(mapping.visible.width),
            mapping.down.length / Double(mapping.visible.height)
        )
        return min(max(Int((shrinking / 2).rounded()), 1), largestSide)
    }
}

internal import CGraphics
internal import Media
internal import Presentation

/// The parameters of the program in use.
extension ShaderProgram {
    /// The rectangle of the output that the next draw covers.
    func place(_ visible: PixelRect, in output: PixelSize) {
        glUniform4f(
            rectangle,
            GLfloat(visible.x),
            GLfloat(visible.y),
            GLfloat(visible.width),
            GLfloat(visible.height)
        )
        glUniform2f(outputSize, GLfloat(output.width), GLfloat(output.height))
    }

    /// How a picture is sampled, and what its samples mean.
    func set(_ content: DrawLayout.Content, texels: (first: PixelSize, second: PixelSize)) {
        let format = content.format
        let matrix = ColorMatrix(format: format.pixelFormat, colorimetry: format.colorimetry)
        set(matrix.swappingRedAndBlue)
        let transform = PictureTransform(content.mapping, stored: format.size)
        set(transform, side: ShaderVariant.side(content.mapping))

        let grid = format.pixelFormat.colorGrid
        let covered = PixelSize(
            width: (format.size.width + grid.across - 1) / grid.across * grid.across,
            height: (format.size.height + grid.down - 1) / grid.down * grid.down
        )
        glUniform2f(
            colorScale,
            GLfloat(format.size.width) / GLfloat(covered.width),
            GLfloat(format.size.height) / GLfloat(covered.height)
        )
        set(firstSize, texels.first)
        set(secondSize, texels.second)
    }

    /// How a finished picture is turned into a window's buffer, row 0 of which
    /// is at the bottom.
    func setPosting(_ rotation: Rotation, in size: PixelSize) {
        set(ColorMatrix(format: .rgba, colorimetry: .assumed(for: size)).swappingRedAndBlue)
        set(PictureTransform(rotation, in: size).flipped(rows: size.height), side: 1)
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

    private func set(_ matrix: ColorMatrix) {
        let columns: InlineArray<4, SIMD4<Float>> = [
            matrix.first, matrix.second, matrix.third, matrix.offset,
        ]
        columns.span.withUnsafeBytes { bytes in
            let factors = bytes.baseAddress?.assumingMemoryBound(to: GLfloat.self)
            glUniformMatrix4fv(rgbFromSample, 1, 0, factors)
        }
    }

    private func set(_ transform: PictureTransform, side: Int) {
        let matrix: InlineArray<9, GLfloat> = [
            GLfloat(transform.across.x), GLfloat(transform.across.y), 0,
            GLfloat(transform.down.x), GLfloat(transform.down.y), 0,
            GLfloat(transform.origin.x), GLfloat(transform.origin.y), 1,
        ]
        matrix.span.withUnsafeBufferPointer {
            glUniformMatrix3fv(pictureFromOutput, 1, 0, $0.baseAddress)
        }
        let step = (transform.across.absolute + transform.down.absolute) / Double(side)
        glUniform2f(spacing, GLfloat(step.x), GLfloat(step.y))
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

    /// The same for an output whose rows are counted from the bottom.
    func flipped(rows: Int32) -> Self {
        Self(across: across, down: -down, origin: origin + Double(rows) * down)
    }
}

extension SIMD2<Double> {
    fileprivate var absolute: Self { Self(abs(x), abs(y)) }
}

extension ShaderVariant {
    /// The program for a picture in its place: each sample is interpolated from
    /// two pixels each way, so half as many are taken as pixels are made one.
    init(_ content: DrawLayout.Content, isWindow: Bool, isImported: Bool) {
        self.init(
            source: SampleSource(content.format.pixelFormat, isImported: isImported),
            side: Self.side(content.mapping),
            isWindow: isWindow
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

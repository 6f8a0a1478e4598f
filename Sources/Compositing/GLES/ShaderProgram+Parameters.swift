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
        set(transform, side: ShaderVariant(content, isWindow: false).side)

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
        switch mapping.rotation {
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
}

extension SIMD2<Double> {
    fileprivate var absolute: Self { Self(abs(x), abs(y)) }
}

extension ShaderVariant {
    /// The program for a picture in its place: each sample is interpolated from
    /// two pixels each way, so half as many are taken as pixels are made one.
    init(_ content: DrawLayout.Content, isWindow: Bool) {
        let mapping = content.mapping
        let shrinking = max(
            mapping.across.length / Double(mapping.visible.width),
            mapping.down.length / Double(mapping.visible.height)
        )
        self.init(
            source: SampleSource(content.format.pixelFormat),
            side: min(max(Int((shrinking / 2).rounded()), 1), Self.largestSide),
            isWindow: isWindow
        )
    }
}

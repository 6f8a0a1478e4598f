internal import CGraphics
internal import Media
internal import Presentation

/// The parameters that a layer's program takes, but for a window's.
struct LayerUniforms {
    private let content: DrawLayout.Content
    private let texels: (first: PixelSize, second: PixelSize)

    init(_ content: DrawLayout.Content, texels: (first: PixelSize, second: PixelSize)) {
        self.content = content
        self.texels = texels
    }

    /// Sets them in the program in use.
    func set(in program: ShaderProgram, rectangle: PixelRect, output: PixelSize) {
        glUniform4f(
            program.rectangle,
            GLfloat(rectangle.x),
            GLfloat(rectangle.y),
            GLfloat(rectangle.width),
            GLfloat(rectangle.height)
        )
        glUniform2f(program.outputSize, GLfloat(output.width), GLfloat(output.height))
        let matrix = ColorMatrix(
            format: content.format.pixelFormat,
            colorimetry: content.format.colorimetry
        )
        set(matrix.swappingRedAndBlue, in: program)
        setPicture(in: program)
    }

    private func set(_ matrix: ColorMatrix, in program: ShaderProgram) {
        let columns: InlineArray<4, SIMD4<Float>> = [
            matrix.first, matrix.second, matrix.third, matrix.offset,
        ]
        columns.span.withUnsafeBytes { bytes in
            glUniformMatrix4fv(
                program.rgbFromSample,
                1,
                0,
                bytes.baseAddress?.assumingMemoryBound(to: GLfloat.self)
            )
        }
    }

    private func setPicture(in program: ShaderProgram) {
        let size = content.format.size
        let transform = PictureTransform(content.mapping, stored: size)
        let matrix: InlineArray<9, GLfloat> = [
            GLfloat(transform.across.x), GLfloat(transform.across.y), 0,
            GLfloat(transform.down.x), GLfloat(transform.down.y), 0,
            GLfloat(transform.origin.x), GLfloat(transform.origin.y), 1,
        ]
        matrix.span.withUnsafeBufferPointer {
            glUniformMatrix3fv(program.pictureFromOutput, 1, 0, $0.baseAddress)
        }
        let side = Double(ShaderVariant(content, isWindow: false).side)
        let step = (transform.across.absolute + transform.down.absolute) / side
        glUniform2f(program.spacing, GLfloat(step.x), GLfloat(step.y))

        let (across, down) = content.format.pixelFormat.colorGrid
        let covered = PixelSize(
            width: (size.width + across - 1) / across * across,
            height: (size.height + down - 1) / down * down
        )
        glUniform2f(
            program.colorScale,
            GLfloat(size.width) / GLfloat(covered.width),
            GLfloat(size.height) / GLfloat(covered.height)
        )
        glUniform2f(
            program.firstSize,
            GLfloat(texels.first.width),
            GLfloat(texels.first.height)
        )
        glUniform2f(
            program.secondSize,
            GLfloat(texels.second.width),
            GLfloat(texels.second.height)
        )
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
    /// The program for a picture in its place: averages as many samples each
    /// way as interpolation between two of them would leave out.
    init(_ content: DrawLayout.Content, isWindow: Bool) {
        let mapping = content.mapping
        let shrinking = max(
            mapping.across.length / Double(mapping.visible.width),
            mapping.down.length / Double(mapping.visible.height)
        )
        self.init(
            source: SampleSource(content.format.pixelFormat),
            side: min(max(Int((shrinking / 2).rounded(.up)), 1), Self.largestSide),
            isWindow: isWindow
        )
    }
}

extension DrawLayout.Window {
    /// Sets a window's parameters in the program in use.
    func setUniforms(of program: ShaderProgram) {
        let picture = content.mapping.visible
        glUniform4f(
            program.picture,
            GLfloat(picture.x),
            GLfloat(picture.y),
            GLfloat(picture.maxX),
            GLfloat(picture.maxY)
        )
        let bounds = shape.bounds
        glUniform4f(
            program.bounds,
            GLfloat(bounds.x) + GLfloat(bounds.width) / 2,
            GLfloat(bounds.y) + GLfloat(bounds.height) / 2,
            GLfloat(bounds.width) / 2,
            GLfloat(bounds.height) / 2
        )
        glUniform3f(
            program.shape,
            GLfloat(shape.radius),
            GLfloat(shape.border),
            GLfloat(opacity) / 256
        )
        // Red and blue exchanged, as the pictures are.
        glUniform3f(
            program.borderColor,
            GLfloat(borderColor.blue) / 255,
            GLfloat(borderColor.green) / 255,
            GLfloat(borderColor.red) / 255
        )
    }
}

internal import CGraphics
internal import FrameTransport
internal import Media
internal import Pixels

/// The textures of one layer's picture: made when its format or size changes,
/// filled for every picture.
///
/// Thread: bound to the context's thread. Its memory goes with the context.
struct PictureTextures: ~Copyable {
    private(set) var format: FormatDescription?
    private var names: InlineArray<3, GLuint> = [0, 0, 0]
    private var components: InlineArray<3, TextureFormat?> = [nil, nil, nil]
    /// How the components lie in the textures.
    private(set) var source = ShaderVariant.SampleSource.rgb
    /// Rows without the padding that the driver cannot skip, or joined planes.
    private var repacked: [UInt8] = []

    /// Copies a picture's pixels into the textures.
    ///
    /// - Throws: `unsupportedFormat` when a component is missing; `tooLarge`.
    mutating func upload(
        _ picture: PictureComponents,
        format: FormatDescription,
        limits: DriverLimits
    ) throws(CompositingError) {
        if self.format != format { try prepare(format, limits: limits) }
        for index in 0..<3 {
            guard let texture = components[index] else { continue }
            guard let component = texture.component(of: picture) else {
                throw .unsupportedFormat(format.pixelFormat)
            }
            glActiveTexture(GL.TEXTURE0 + GLenum(index))
            glBindTexture(GL.TEXTURE_2D, names[index])
            if texture.isJoined {
                guard let third = picture.third else {
                    throw .unsupportedFormat(format.pixelFormat)
                }
                join(component, third, texture)
            } else {
                upload(component, texture, limits)
            }
        }
    }

    /// Lets the next draw read the textures.
    ///
    /// - Parameter isUnscaled: Whether each pixel drawn shows one of the picture's.
    func bind(isUnscaled: Bool) {
        for index in 0..<3 {
            guard let texture = components[index] else { continue }
            glActiveTexture(GL.TEXTURE0 + GLenum(index))
            glBindTexture(GL.TEXTURE_2D, names[index])
            texture.setFilter(isUnscaled: isUnscaled)
        }
    }

    /// The picture's size in texels of the first and of the second texture; the
    /// second is 1 x 1 where there is none.
    var texels: (first: PixelSize, second: PixelSize) {
        let none = PixelSize(width: 1, height: 1)
        return (components[0]?.size ?? none, components[1]?.size ?? none)
    }

    private mutating func prepare(
        _ format: FormatDescription,
        limits: DriverLimits
    ) throws(CompositingError) {
        self.format = nil
        let size = format.size
        guard max(size.width, size.height) <= limits.textureSide else {
            throw .tooLarge(size, limit: limits.textureSide)
        }
        for index in 0..<3 {
            components[index] = TextureFormat(
                format.pixelFormat,
                index: index,
                size: size,
                joinsColor: limits.joinsColor
            )
            guard let texture = components[index] else { continue }
            if names[index] == 0 { glGenTextures(1, &names[index]) }
            glActiveTexture(GL.TEXTURE0 + GLenum(index))
            glBindTexture(GL.TEXTURE_2D, names[index])
            texture.allocate()
        }
        source = ShaderVariant.SampleSource(
            format.pixelFormat,
            isImported: false,
            joinsColor: limits.joinsColor
        )
        self.format = format
    }

    private mutating func upload(
        _ component: PictureComponents.Component,
        _ texture: TextureFormat,
        _ limits: DriverLimits
    ) {
        let rowTexels = component.bytesPerRow / texture.texelBytes
        if component.bytesPerRow == texture.rowBytes {
            texture.fill(from: component.base)
        } else if limits.skipsPadding, component.bytesPerRow.isMultiple(of: texture.texelBytes) {
            glPixelStorei(GL.UNPACK_ROW_LENGTH, GLint(rowTexels))
            texture.fill(from: component.base)
            glPixelStorei(GL.UNPACK_ROW_LENGTH, 0)
        } else {
            repack(component, texture)
            repacked.withUnsafeBytes { bytes in
                if let base = bytes.baseAddress { texture.fill(from: base) }
            }
        }
    }

    private mutating func repack(
        _ component: PictureComponents.Component,
        _ texture: TextureFormat
    ) {
        let rowBytes = texture.rowBytes
        reserve(texture)
        repacked.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            for row in 0..<Int(texture.size.height) {
                (base + row * rowBytes).copyMemory(
                    from: component.base + row * component.bytesPerRow,
                    byteCount: rowBytes
                )
            }
        }
    }

    /// Fills the bound texture with pairs of a sample of each component.
    private mutating func join(
        _ second: PictureComponents.Component,
        _ third: PictureComponents.Component,
        _ texture: TextureFormat
    ) {
        reserve(texture)
        repacked.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            for row in 0..<Int(texture.size.height) {
                PixelRows.join(
                    (second.base + row * second.bytesPerRow).assumingMemoryBound(to: UInt8.self),
                    (third.base + row * third.bytesPerRow).assumingMemoryBound(to: UInt8.self),
                    to: (base + row * texture.rowBytes).assumingMemoryBound(to: UInt8.self),
                    count: Int(texture.size.width)
                )
            }
            texture.fill(from: base)
        }
    }

    private mutating func reserve(_ texture: TextureFormat) {
        let needed = texture.rowBytes * Int(texture.size.height)
        if repacked.count < needed { repacked = [UInt8](repeating: 0, count: needed) }
    }
}

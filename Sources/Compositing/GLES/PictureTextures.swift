internal import CGraphics
internal import FrameTransport
internal import Media

/// The textures of one layer's picture: made when its format or size changes,
/// filled for every picture.
///
/// Thread: bound to the context's thread. Its memory goes with the context.
struct PictureTextures: ~Copyable {
    private(set) var format: FormatDescription?
    private var names: InlineArray<3, GLuint> = [0, 0, 0]
    private var components: InlineArray<3, TextureFormat?> = [nil, nil, nil]
    /// Rows without the padding that the driver cannot skip.
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
            upload(component, texture, limits)
        }
    }

    /// Lets the next draw read the textures.
    func bind() {
        for index in 0..<3 where components[index] != nil {
            glActiveTexture(GL.TEXTURE0 + GLenum(index))
            glBindTexture(GL.TEXTURE_2D, names[index])
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
            components[index] = TextureFormat(format.pixelFormat, index: index, size: size)
            guard let texture = components[index] else { continue }
            if names[index] == 0 { glGenTextures(1, &names[index]) }
            glActiveTexture(GL.TEXTURE0 + GLenum(index))
            glBindTexture(GL.TEXTURE_2D, names[index])
            texture.allocate()
        }
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
        let needed = rowBytes * Int(texture.size.height)
        if repacked.count < needed { repacked = [UInt8](repeating: 0, count: needed) }
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
}

/// One texture of a picture: which component, in how many texels of how many bytes.
struct TextureFormat {
    let size: PixelSize
    let texelBytes: Int
    private let componentIndex: Int
    /// Whether the sampler may interpolate between texels.
    private let isInterpolated: Bool

    /// The format of dma-bufs with the same texels; nil where the shader could
    /// not tell their bytes.
    var importCode: FourCC? {
        guard isInterpolated else { return nil }
        return switch texelBytes {
        case 1: FourCC("R8")
        case 2: FourCC("GR88")
        default: FourCC("AB24")
        }
    }

    var rowBytes: Int { Int(size.width) * texelBytes }

    /// Returns nil where the format has fewer textures.
    init?(_ format: PixelFormat, index: Int, size: PixelSize) {
        let half = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
        let plain: (PixelSize, bytes: Int)? =
            switch (format, index) {
            case (.i420, 0), (.i422, 0), (.i444, _), (.nv12, 0), (.gray8, 0): (size, 1)
            case (.i420, _): (half, 1)
            case (.i422, _): (PixelSize(width: half.width, height: size.height), 1)
            case (.nv12, 1): (half, 2)
            case (.yuyv, 0): (PixelSize(width: 2 * half.width, height: size.height), 2)
            case (.yuyv, 1): (PixelSize(width: half.width, height: size.height), 4)
            case (.bgra, 0), (.rgba, 0): (size, 4)
            case (.i010, 0), (.p010, 0): (size, 2)
            case (.i010, _): (half, 2)
            case (.p010, 1): (half, 4)
            default: nil
            }
        guard let plain else { return nil }
        self.size = plain.0
        texelBytes = plain.bytes
        // Both textures of YUYV are made from the same bytes.
        componentIndex = format == .yuyv ? 0 : index
        isInterpolated = format != .i010 && format != .p010
    }

    func component(of picture: PictureComponents) -> PictureComponents.Component? {
        switch componentIndex {
        case 0: picture.first
        case 1: picture.second
        default: picture.third
        }
    }

    /// Where the texture's component starts, in bytes.
    func offset(in buffer: DMABuffer) -> Int32 {
        switch componentIndex {
        case 0: 0
        case 1: buffer.secondOffset
        default: buffer.thirdOffset
        }
    }

    private var layout: GLenum {
        switch texelBytes {
        case 1: GL.LUMINANCE
        case 2: GL.LUMINANCE_ALPHA
        default: GL.RGBA
        }
    }

    /// Says how the bound texture is sampled.
    func setSampling() {
        let filter = GLint(bitPattern: isInterpolated ? GL.LINEAR : GL.NEAREST)
        glTexParameteri(GL.TEXTURE_2D, GL.TEXTURE_MIN_FILTER, filter)
        glTexParameteri(GL.TEXTURE_2D, GL.TEXTURE_MAG_FILTER, filter)
        let edge = GLint(bitPattern: GL.CLAMP_TO_EDGE)
        glTexParameteri(GL.TEXTURE_2D, GL.TEXTURE_WRAP_S, edge)
        glTexParameteri(GL.TEXTURE_2D, GL.TEXTURE_WRAP_T, edge)
    }

    /// Gives the bound texture its size, without pixels.
    func allocate() {
        setSampling()
        glTexImage2D(
            GL.TEXTURE_2D,
            0,
            GLint(bitPattern: layout),
            size.width,
            size.height,
            0,
            layout,
            GL.UNSIGNED_BYTE,
            nil
        )
    }

    /// Fills the bound texture.
    func fill(from base: UnsafeRawPointer) {
        glTexSubImage2D(
            GL.TEXTURE_2D,
            0,
            0,
            0,
            size.width,
            size.height,
            layout,
            GL.UNSIGNED_BYTE,
            base
        )
    }
}

internal import CGraphics
internal import FrameTransport
internal import Media

/// One texture of a picture: which component, in how many texels of how many bytes.
struct TextureFormat {
    let size: PixelSize
    let texelBytes: Int
    /// Whether it holds two components that lie apart in memory.
    let isJoined: Bool
    private let componentIndex: Int
    /// Whether the sampler may interpolate between texels.
    private let isInterpolated: Bool
    /// Whether there is a texel for every pixel of the picture.
    private let isFullSize: Bool

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

    /// Returns nil where the format has fewer textures: planes of U and V share
    /// one where they are joined.
    init?(_ format: PixelFormat, index: Int, size: PixelSize, joinsColor: Bool = false) {
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
        let hasPlanes = [.i420, .i422, .i444].contains(format)
        guard let plain, !(joinsColor && hasPlanes && index == 2) else { return nil }
        isJoined = joinsColor && hasPlanes && index == 1
        self.size = plain.0
        texelBytes = isJoined ? 2 : plain.bytes
        // Both textures of YUYV are made from the same bytes.
        componentIndex = format == .yuyv ? 0 : index
        isInterpolated = format != .i010 && format != .p010
        isFullSize = index == 0 || format == .i444
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

    /// Says how the bound texture is filtered. Where a texel falls on each pixel,
    /// the nearest one is what interpolating gives too, and the only one read.
    func setFilter(isUnscaled: Bool) {
        let isNearest = !isInterpolated || isUnscaled && isFullSize
        let filter = GLint(bitPattern: isNearest ? GL.NEAREST : GL.LINEAR)
        glTexParameteri(GL.TEXTURE_2D, GL.TEXTURE_MIN_FILTER, filter)
        glTexParameteri(GL.TEXTURE_2D, GL.TEXTURE_MAG_FILTER, filter)
    }

    /// Says how the bound texture is sampled.
    func setSampling() {
        setFilter(isUnscaled: false)
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

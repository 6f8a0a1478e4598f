internal import FrameTransport
internal import Media

/// A layer's picture as textures: its own memory where the driver can read it,
/// else a copy.
///
/// Thread: bound to the context's thread.
struct LayerTextures: ~Copyable {
    /// How the last picture's components lie.
    private(set) var source = ShaderVariant.SampleSource.rgb
    /// Whether the last picture's own memory is read.
    private var isImported = false
    private var copied = PictureTextures()
    private var imported = ImportedPictures()

    /// Why dma-bufs like the last are copied; nil where none was refused.
    var refusal: ImportedPictures.Refusal? { imported.refusal }

    /// Makes the next draw show a picture. Without an importer it is copied.
    ///
    /// - Throws: `unsupportedFormat` when a component is missing; `tooLarge`.
    mutating func load(
        _ picture: PictureComponents,
        format: FormatDescription,
        limits: DriverLimits,
        importer: DMABufferImporter?
    ) throws(CompositingError) {
        if let importer, max(format.size.width, format.size.height) <= limits.textureSide,
            imported.use(picture, format: format, importer: importer)
        {
            isImported = true
            source = ShaderVariant.SampleSource(format.pixelFormat, isImported: true)
            return
        }
        drop()
        try copied.upload(picture, format: format, limits: limits)
        source = copied.source
    }

    /// Gives imported memory up. The context is current.
    mutating func drop() {
        isImported = false
        imported.drop()
    }

    /// Lets the next draw read the picture.
    ///
    /// - Parameter isUnscaled: Whether each pixel drawn shows one of the picture's.
    func bind(isUnscaled: Bool) {
        isImported ? imported.bind(isUnscaled: isUnscaled) : copied.bind(isUnscaled: isUnscaled)
    }

    /// The picture's size in texels of the first and of the second texture.
    var texels: (first: PixelSize, second: PixelSize) {
        isImported ? imported.texels : copied.texels
    }
}

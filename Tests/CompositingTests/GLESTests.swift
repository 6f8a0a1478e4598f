import FrameTransport
import Media
import Presentation
import Testing

@testable import Compositing

/// What concerns OpenGL ES alone.
@Suite struct GLESTests {
    /// The driver's message comes with the error.
    @Test(arguments: ShaderVariant.SampleSource.allCases)
    func everyProgramCompilesAndLinks(source: ShaderVariant.SampleSource) throws {
        let context = try EGLContext.open()
        for side in 1...ShaderVariant.largestSide {
            for kind in [ShaderVariant.Kind.plain, .window] {
                let variant = ShaderVariant(
                    source: source,
                    matrix: ShaderVariant.posting.matrix,
                    side: side,
                    kind: kind
                )
                let program = try ShaderProgram(variant)
                #expect(program.pictureFromOutput >= 0)
                #expect((max(program.spacing, program.colorSpacing) >= 0) == (side > 1))
                #expect((program.shape >= 0) == (kind == .window))
            }
        }
        try context.makeCurrent()
    }

    @Test func softwareRenderersAreKnownForWhatTheyAre() throws {
        let compositor = try GLESCompositor.open(size: PixelSize(width: 8, height: 8))
        #expect(compositor.name == "gles")
        #expect(!compositor.renderer.isEmpty)
        #expect(GLESCompositor.isSoftware("llvmpipe (LLVM 15.0.6, 256 bits)"))
        #expect(GLESCompositor.isSoftware("softpipe"))
        #expect(!GLESCompositor.isSoftware("Mesa Intel(R) UHD Graphics 620 (KBL GT2)"))
        #expect(compositor.isSoftwareRenderer == GLESCompositor.isSoftware(compositor.renderer))
    }

    /// A lost context stays lost; what is opened anew draws.
    @Test func aLostContextIsToldUntilTheCompositorIsOpenedAnew() throws {
        let size = PixelSize(width: 61, height: 7)
        let red = TestPicture.make(FormatDescription(pixelFormat: .rgba, size: size)) { _, _ in .red
        }
        let lost = try GLESCompositor.open(size: size)
        GraphicsFaults.loseContext(size: size)
        for _ in 0..<2 {
            #expect(throws: CompositingError.contextLost) { _ = try lost.show(red) }
        }
        let renewed = try GLESCompositor.open(size: size)
        #expect(try isClose(renewed.show(red)[3, 3], .red))
    }

    /// Also where the number is no open descriptor at all.
    @Test(arguments: [.nv12, .yuyv, .i420, .bgra, .i010] as [PixelFormat])
    func aBufferThatCannotBeImportedIsCopied(format: PixelFormat) throws {
        let size = PixelSize(width: 32, height: 16)
        let description = FormatDescription(pixelFormat: format, size: size)
        let picture = TestPicture.make(description) { _, _ in .red }
        let compositor = try GLESCompositor.open(size: size)
        for descriptor in [-1, 0] as [CInt] {
            let buffer = DMABuffer(descriptor: descriptor, secondOffset: 512, thirdOffset: 640)
            for number in 0..<3 as Range<UInt64> {
                var layer = DrawLayer(picture, in: PixelRect(size), gravity: .resize)
                layer.components.dmaBuffer = buffer
                layer.placement.sample.number = number
                try withExtendedLifetime(picture) {
                    try compositor.draw(Scene(main: layer, pip: nil))
                }
                #expect(try isClose(Image(compositor)[5, 5], .red))
            }
        }
        guard case .none(let reason) = compositor.imports else {
            Issue.record("nothing was imported")
            return
        }
        #expect(!reason.isEmpty)
    }

    /// One row: how the picture is turned clockwise, and which of its places (0…1
    /// right and down) the buffer's top left and top right corner show.
    @Test(
        arguments: [
            (.none, SIMD2(0, 0), SIMD2(1, 0)),
            (.clockwise90, SIMD2(0, 1), SIMD2(0, 0)),
            (.halfTurn, SIMD2(1, 1), SIMD2(0, 1)),
            (.clockwise270, SIMD2(1, 0), SIMD2(1, 1)),
        ] as [(Rotation, SIMD2<Double>, SIMD2<Double>)]
    )
    func picturesAreTurnedOnTheirWayIntoAWindow(
        rotation: Rotation,
        left: SIMD2<Double>,
        right: SIMD2<Double>
    ) {
        let size = PixelSize(width: 64, height: 32)
        let transform = PictureTransform(rotation, in: size).flipped(rows: size.height)
        // OpenGL counts a window's rows from the bottom.
        #expect(transform.origin + 32 * transform.down == left)
        #expect(transform.origin + 64 * transform.across + 32 * transform.down == right)
    }

    /// Two compositors on one thread do not draw into each other's framebuffer.
    @Test func contextsAreKeptApart() throws {
        let size = PixelSize(width: 8, height: 8)
        let (one, two) = (try GLESCompositor.open(size: size), try GLESCompositor.open(size: size))
        let format = FormatDescription(pixelFormat: .rgba, size: size)
        _ = try one.show(TestPicture.make(format) { _, _ in .red })
        _ = try two.show(TestPicture.make(format) { _, _ in .blue })
        #expect(isClose(try Image(one)[4, 4], .red))
        #expect(isClose(try Image(two)[4, 4], .blue))
    }

    /// Whether U and V come in one texture or two is not seen; sizes are odd.
    @Test(arguments: [.i420, .i422, .i444] as [PixelFormat])
    func joinedColorsShowTheSamePicture(format: PixelFormat) throws {
        let size = PixelSize(width: 37, height: 21)
        let picture = TestPicture.make(FormatDescription(pixelFormat: format, size: size)) { x, y in
            .codes(Double(16 + 5 * x), Double(240 - 9 * y), Double(40 + 3 * x + 2 * y))
        }
        for output in [size, PixelSize(width: 50, height: 30), PixelSize(width: 8, height: 5)] {
            let images = try [false, true].map { joins in
                let compositor = try GLESCompositor.open(size: output)
                compositor.limits.joinsColor = joins
                return try compositor.show(picture)
            }
            #expect(images[0].difference(to: images[1]).largest <= 1)
        }
    }

    /// One compositor shows a picture scaled, unscaled and scaled again.
    @Test func filteringFollowsTheScale() throws {
        let size = PixelSize(width: 32, height: 16)
        let format = FormatDescription(pixelFormat: .gray8, size: size)
        let picture = TestPicture.make(format) { x, y in (x + y) % 2 == 0 ? .black : .white }
        let compositor = try GLESCompositor.open(size: size)
        let half = PixelSize(width: 16, height: 8)
        for _ in 0..<2 {
            try compositor.resize(to: size)
            let image = try compositor.show(picture)
            #expect(isClose(image[4, 4], .black, 1))
            #expect(isClose(image[5, 4], .white, 1))
            try compositor.resize(to: half)
            let shrunk = try compositor.show(picture)
            #expect(isClose(shrunk[4, 4], SIMD3(repeating: 127.5), 2))
        }
    }

    /// Rows whose padding is no whole number of texels are packed first.
    @Test func oddPaddingIsLeftOut() throws {
        let size = PixelSize(width: 3, height: 2)
        let stride = 3 * 4 + 5
        let bytes = (0..<2 * stride).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let format = FormatDescription(pixelFormat: .rgba, size: size)
        let sample = SampleBuffer(
            picture: PictureID(rawValue: 0),
            format: format,
            number: 0,
            pts: .zero,
            decoded: MonotonicTime(nanoseconds: 0)
        )
        let compositor = try GLESCompositor.open(size: size)
        try bytes.withUnsafeBytes { memory throws in
            let base = try #require(memory.baseAddress)
            let component = PictureComponents.Component(base: base, bytesPerRow: stride)
            let placement = SceneLayer(
                view: .main,
                sample: sample,
                bounds: PixelRect(size),
                gravity: .resize
            )
            let layer = DrawLayer(placement: placement, components: PictureComponents(component))
            try compositor.draw(Scene(main: layer, pip: nil))
        }
        let image = try Image(compositor)
        for y in 0..<2 {
            for x in 0..<3 {
                let at = y * stride + 4 * x
                #expect(image[x, y] == SIMD3(bytes[at], bytes[at + 1], bytes[at + 2]))
            }
        }
    }

    @Test(
        arguments: [
            (.contextLost, .contextLost),
            (.egl(call: "eglMakeCurrent", code: .contextLost), .contextLost),
            (.egl(call: "eglMakeCurrent", code: .notInitialized), .renderingFailed),
            (.openGL(step: "compose", code: .contextLost), .contextLost),
            (.openGL(step: "compose", code: .outOfMemory), .renderingFailed),
            (.unsupportedFormat(.nv12), .invalidPixelFormat),
            (.tooLarge(PixelSize(width: 9, height: 9), limit: 8), .invalidSize),
            (.shader(name: "gray", log: "syntax error"), .renderingFailed),
        ] as [(CompositingError, LayerError)]
    )
    func errorsTellTheLayerWhatToDo(error: CompositingError, expected: LayerError) {
        #expect(error.layerError == expected)
        #expect(!"\(error)".isEmpty)
    }
}

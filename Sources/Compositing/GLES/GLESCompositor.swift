internal import CGraphics
public import Media
internal import Pixels
internal import Presentation

/// Draws with OpenGL ES, into a texture; from there into a window, if it has one.
///
/// Asks for a context of version 2 and uses nothing beyond it; drivers may
/// give a later version. Where the PIP window hides the main picture, that is
/// not drawn. When only the window changed, or what lies over everything, nothing
/// beside it is drawn: what shines through is, from textures, which keep what was
/// uploaded last.
///
/// Thread: bound to the thread that opened it.
public final class GLESCompositor: Compositor {
    public let name = "gles"
    public let renderer: String

    private let context: EGLContext
    /// Changed by tests only, before the first picture.
    var limits: DriverLimits
    private var target = OffscreenTarget()
    private var main = LayerTextures()
    private var pip = LayerTextures()
    private var osd = OSDTextures()
    private var veil = VeilTexture()
    private let importing: Result<DMABufferImporter, DMABufferImporter.Unavailable>
    /// Where `post` puts the picture; nil without a window.
    private let posting: Posting?
    private var programs = ProgramCache()
    private var rectangles = RectangleBuffer()
    /// What the target holds; nil when that is unknown.
    private var last: DrawnScene?
    #if DEBUG
    /// Lost on purpose.
    private var isLost = false
    #endif

    /// The window's buffers.
    private struct Posting {
        let size: PixelSize
        let rotation: Rotation
    }

    /// Owns the context from here on, which is current.
    private init(taking context: consuming EGLContext, _ window: RenderWindow?) {
        let (renderer, extensions) = (GLText.renderer, GLText.extensions)
        let isSoftware = Self.isSoftware(renderer)
        let connection = context.connection
        importing = Result { () throws(DMABufferImporter.Unavailable) in
            try DMABufferImporter(
                connection,
                extensions: extensions,
                isSoftware: isSoftware
            )
        }
        self.context = context
        self.renderer = renderer
        posting = window.map { Posting(size: $0.size, rotation: $0.rotation) }
        limits = DriverLimits(
            version: GLText.version,
            extensions: extensions,
            isSoftware: isSoftware
        )
    }

    /// Opens a context on the calling thread.
    ///
    /// - Parameter size: The framebuffer's size.
    /// - Returns: A compositor with a black framebuffer.
    /// - Throws: `egl` where there is no driver; `tooLarge`.
    public static func open(size: PixelSize) throws(CompositingError) -> GLESCompositor {
        try open(GLESCompositor(taking: try EGLContext.open(), nil), size)
    }

    /// Opens a context on the calling thread that also draws into a display's buffers.
    ///
    /// Everything of EGL's is gone before the window's owner is let go.
    ///
    /// - Parameters:
    ///   - size: The framebuffer's size, upright.
    ///   - window: Where `post` puts the picture.
    /// - Returns: A compositor with a black framebuffer.
    /// - Throws: `egl` where the driver cannot draw into such buffers; `tooLarge`.
    public static func open(
        size: PixelSize,
        window: RenderWindow
    ) throws(CompositingError) -> GLESCompositor {
        try open(GLESCompositor(taking: try EGLContext.open(window), window), size)
    }

    private static func open(
        _ compositor: GLESCompositor,
        _ size: PixelSize
    ) throws(CompositingError) -> GLESCompositor {
        compositor.setUp()
        try compositor.resize(to: size)
        return compositor
    }

    public var size: PixelSize { target.size }

    /// Whether the renderer is a program on the CPU, slower than `CPUCompositor`.
    public var isSoftwareRenderer: Bool { Self.isSoftware(renderer) }

    /// Whether a renderer of this name computes on the CPU.
    static func isSoftware(_ renderer: String) -> Bool {
        ["llvmpipe", "softpipe", "swrast", "Software Rasterizer", "SwiftShader"]
            .contains { renderer.contains($0) }
    }

    public var imports: ImportReport {
        if case .failure(let unavailable) = importing { return .none(reason: unavailable.reason) }
        guard let refusal = main.refusal ?? pip.refusal else { return .dmaBuffer }
        return .none(reason: refusal.description)
    }

    public var drawn: Scene? { last?.scene }

    /// Draws, and returns when the picture is complete.
    public func compose(_ scene: Scene) throws(CompositingError) -> Damage {
        let next = DrawnScene(scene, size: target.size)
        let changes = next.changes(since: last)
        let damage = next.damage(changes, since: last)
        if last == nil { osd.forget() }
        let isKnown = last != nil
        last = nil
        if !changes.isEmpty {
            try makeCurrent()
            try load(next, changes)
            target.bind()
            veil.keep(target.size, for: scene.veil, isKnown: isKnown)
            try draw(next, changes, in: damage)
            // Also because imported memory is read until then.
            glFinish()
            try check("compose")
        }
        last = next
        return Damage(main: damage)
    }

    /// Draws the framebuffer, turned by the window's rotation, into the
    /// window's back buffer, and makes that its front buffer.
    ///
    /// - Throws: `contextLost`, also when the window is gone. Without a window
    ///   there is nothing to do.
    public func post() throws(CompositingError) {
        guard let posting else { return }
        try makeCurrent()
        glBindFramebuffer(GL.FRAMEBUFFER, 0)
        glViewport(0, 0, posting.size.width, posting.size.height)
        target.bindTexture()
        let program = try programs.use(.posting)
        program.setPosting(posting.rotation, in: posting.size)
        rectangles.all.draw()
        try check("post")
        try context.swapBuffers()
    }

    public func withFramebuffer<R>(
        _ body: (UnsafeRawBufferPointer, Int, PixelSize) -> R
    ) throws(CompositingError) -> R {
        try context.makeCurrent()
        let size = target.size
        let result = target.read { body($0, 4 * Int(size.width), size) }
        try check("glReadPixels")
        return result
    }

    public func resize(to size: PixelSize) throws(CompositingError) {
        try context.makeCurrent()
        last = nil
        veil.forget()
        try target.resize(to: size, limit: limits.textureSide)
        try check("resize")
    }

    private func makeCurrent() throws(CompositingError) {
        #if DEBUG
        isLost = isLost || GraphicsFaults.takeLoss(size: target.size)
        if isLost { throw .contextLost }
        #endif
        try context.makeCurrent()
    }

    /// Has the textures hold the pictures. What they hold is not sent again: a large
    /// still would be with every picture of the other layer.
    private func load(
        _ next: DrawnScene,
        _ changes: DrawnScene.Changes
    ) throws(CompositingError) {
        let (scene, layout) = (next.scene, next.layout)
        try load(&main, scene.main, layout.main, isNew: changes.contains(.mainPicture))
        try load(&pip, scene.pip, layout.pip?.content, isNew: changes.contains(.windowPicture))
        try osd.load(scene.osd, limits: limits)
    }

    private func load(
        _ textures: inout LayerTextures,
        _ layer: DrawLayer?,
        _ content: DrawLayout.Content?,
        isNew: Bool
    ) throws(CompositingError) {
        guard let layer, let content else { return textures.drop() }
        guard isNew else { return }
        try textures.load(
            layer.components,
            format: content.format,
            limits: limits,
            importer: try? importing.get()
        )
    }

    /// Draws all that is seen of a scene in a region.
    private func draw(
        _ next: DrawnScene,
        _ changes: DrawnScene.Changes,
        in region: PixelRect
    ) throws(CompositingError) {
        let (layout, list) = (next.layout, next.scene.osd)
        if !changes.isDisjoint(with: [.layout, .osd]) { rectangles.prepare(layout, list) }
        glEnable(GL.SCISSOR_TEST)
        defer { glDisable(GL.SCISSOR_TEST) }
        glScissor(region.x, region.y, region.width, region.height)
        let isWindowAlone = changes.isDisjoint(with: [.layout, .mainPicture, .osd])
        let mainRectangles = isWindowAlone ? rectangles.mainUnderWindow : rectangles.main
        if layout.main?.mapping.visible.intersection(region) != region {
            glClear(GL.COLOR_BUFFER_BIT)
        }
        if let content = layout.main, !mainRectangles.isEmpty {
            try use(main, content, isWindow: false, layout.size)
            mainRectangles.draw()
        }
        if let window = layout.pip { try draw(window, layout.size) }
        if list.covers(region) { try draw(list, layout.size) }
        if let veil = next.scene.veil { try draw(veil, layout.size) }
    }

    private func draw(_ veil: Veil, _ output: PixelSize) throws(CompositingError) {
        guard self.veil.isKept else { return }
        let program = try programs.use(.osd)
        glEnable(GL.BLEND)
        glBlendColor(0, 0, 0, GLfloat(veil.opacity) / 256)
        glBlendFunc(GL.CONSTANT_ALPHA, GL.ONE_MINUS_CONSTANT_ALPHA)
        self.veil.bind()
        program.setOSD(PixelRect(output), in: output)
        rectangles.output.draw()
        Self.blendPremultiplied()
        glDisable(GL.BLEND)
    }

    private func draw(_ list: OSDList, _ output: PixelSize) throws(CompositingError) {
        let program = try programs.use(.osd)
        glEnable(GL.BLEND)
        defer { glDisable(GL.BLEND) }
        for index in 0..<list.count {
            osd.bind(index)
            program.setOSD(list[index].bounds, in: output)
            rectangles.osd[index].draw()
        }
    }

    private func draw(_ window: DrawLayout.Window, _ output: PixelSize) throws(CompositingError) {
        if let content = window.content, !rectangles.interior.isEmpty {
            try use(pip, content, isWindow: false, output)
            rectangles.interior.draw()
        }
        guard !rectangles.rim.isEmpty else { return }
        let program =
            if let content = window.content {
                try use(pip, content, isWindow: true, output)
            } else {
                try programs.use(.emptyWindow)
            }
        program.set(output: output)
        program.set(window)
        glEnable(GL.BLEND)
        rectangles.rim.draw()
        glDisable(GL.BLEND)
    }

    /// Lets the next draw show a layer's picture in its place.
    @discardableResult
    private func use(
        _ layer: borrowing LayerTextures,
        _ content: DrawLayout.Content,
        isWindow: Bool,
        _ output: PixelSize
    ) throws(CompositingError) -> ShaderProgram {
        let program = try programs.use(
            ShaderVariant(content, isWindow: isWindow, source: layer.source)
        )
        layer.bind(isUnscaled: content.mapping.isUnscaled)
        program.set(output: output)
        program.set(content, texels: layer.texels)
        return program
    }

    private static func blendPremultiplied() {
        glBlendFunc(GL.ONE, GL.ONE_MINUS_SRC_ALPHA)
    }

    /// State that never changes between drawings.
    private func setUp() {
        glDisable(GL.DITHER)
        Self.blendPremultiplied()
        glClearColor(0, 0, 0, 1)
        glPixelStorei(GL.UNPACK_ALIGNMENT, 1)
        rectangles.setUp(posted: posting?.size)
    }

    /// Throws what OpenGL reports since the last check.
    private func check(_ step: String) throws(CompositingError) {
        if context.reportsReset, let status = cgraphics_load_glGetGraphicsResetStatusEXT(),
            status() != GL.NO_ERROR
        {
            throw .contextLost
        }
        let code = OpenGLErrorCode(rawValue: glGetError())
        guard code.rawValue != GL.NO_ERROR else { return }
        throw code == .contextLost ? .contextLost : .openGL(step: step, code: code)
    }
}

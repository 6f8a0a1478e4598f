internal import CGraphics
public import Media
internal import Presentation

/// Draws with OpenGL ES, into a texture without a window system.
///
/// Asks for a context of version 2 and uses nothing beyond it; drivers may
/// give a later version. When only the PIP window changed, drawing is cut to
/// the window: the main picture under it is drawn again from its textures,
/// which keep what was uploaded last.
///
/// Thread: bound to the thread that opened it.
public final class GLESCompositor: Compositor {
    public let name = "gles"
    public let renderer: String

    private let context: EGLContext
    private let limits: DriverLimits
    private var target = OffscreenTarget()
    private var main = PictureTextures()
    private var pip = PictureTextures()
    private var programs: [ShaderVariant: ShaderProgram] = [:]
    /// What the target holds; nil when that is unknown.
    private var drawn: DrawLayout?

    /// Owns the context from here on, which is current.
    private init(taking context: consuming EGLContext) {
        self.context = context
        renderer = Self.text(GL.RENDERER)
        var side: GLint = 0
        glGetIntegerv(GL.MAX_TEXTURE_SIZE, &side)
        let version = Self.text(GL.VERSION)
        limits = DriverLimits(
            textureSide: side,
            skipsPadding: !version.hasPrefix("OpenGL ES 2.")
                || Self.text(GL.EXTENSIONS).contains("GL_EXT_unpack_subimage")
        )
    }

    /// Opens a context on the calling thread.
    ///
    /// - Parameter size: The framebuffer's size.
    /// - Returns: A compositor with a black framebuffer.
    /// - Throws: `egl` where there is no driver; `tooLarge`.
    public static func open(size: PixelSize) throws(CompositingError) -> GLESCompositor {
        let compositor = GLESCompositor(taking: try EGLContext.open())
        compositor.setUp()
        try compositor.resize(to: size)
        return compositor
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
        throw .egl(call: "eglGetPlatformDisplay", code: .notInitialized)
    }

    /// Draws the framebuffer, turned by the window's rotation, into the
    /// window's back buffer, and makes that its front buffer.
    ///
    /// - Throws: `contextLost`, also when the window has gone. Without a window
    ///   it has nothing to do.
    public func post() throws(CompositingError) {}

    public var size: PixelSize { target.size }

    /// Whether the renderer is a program on the CPU, slower than `CPUCompositor`.
    public var isSoftwareRenderer: Bool { Self.isSoftware(renderer) }

    /// Whether a renderer of this name computes on the CPU.
    static func isSoftware(_ renderer: String) -> Bool {
        ["llvmpipe", "softpipe", "swrast", "Software Rasterizer", "SwiftShader"]
            .contains { renderer.contains($0) }
    }

    /// Draws, and returns when the picture is complete.
    public func compose(_ list: DrawList) throws(CompositingError) {
        let layout = DrawLayout(list, size: target.size)
        let damage = layout.damage(since: drawn, list.damage)
        if case .none = damage { return }
        try context.makeCurrent()
        drawn = nil
        try upload(list, layout, damage)
        target.bind()
        try draw(layout, damage)
        glFinish()
        try check("compose")
        drawn = layout
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
        drawn = nil
        try target.resize(to: size, limit: limits.textureSide)
        try check("resize")
    }

    private func upload(
        _ list: DrawList,
        _ layout: DrawLayout,
        _ damage: SceneDamage
    ) throws(CompositingError) {
        if case .full = damage, let content = layout.main, let layer = list.main {
            try main.upload(layer.components, format: content.format, limits: limits)
        }
        if let content = layout.pip?.content, let layer = list.pip {
            try pip.upload(layer.components, format: content.format, limits: limits)
        }
    }

    private func draw(_ layout: DrawLayout, _ damage: SceneDamage) throws(CompositingError) {
        if case .pip = damage, let visible = layout.pip?.visible {
            glEnable(GL.SCISSOR_TEST)
            glScissor(visible.x, visible.y, visible.width, visible.height)
        }
        defer { glDisable(GL.SCISSOR_TEST) }
        if layout.main?.mapping.visible != PixelRect(layout.size) { glClear(GL.COLOR_BUFFER_BIT) }
        if let content = layout.main {
            let variant = ShaderVariant(content, isWindow: false)
            let program = try program(variant)
            main.bind()
            program.place(content.mapping.visible, in: layout.size)
            program.set(content, texels: main.texels)
            glDrawArrays(GL.TRIANGLE_STRIP, 0, 4)
        }
        if let window = layout.pip { try draw(window, layout.size) }
    }

    private func draw(_ window: DrawLayout.Window, _ output: PixelSize) throws(CompositingError) {
        if let content = window.content {
            let program = try program(ShaderVariant(content, isWindow: true))
            pip.bind()
            program.place(window.visible, in: output)
            program.set(content, texels: pip.texels)
            program.set(window)
        } else {
            // Black inside the border: any program will do, it reads nothing.
            let program = try program(ShaderVariant(source: .gray, side: 1, isWindow: true))
            program.place(window.visible, in: output)
            program.set(window)
        }
        glEnable(GL.BLEND)
        glDrawArrays(GL.TRIANGLE_STRIP, 0, 4)
        glDisable(GL.BLEND)
    }

    /// The program in use from now on; compiled when it is wanted for the first time.
    private func program(_ variant: ShaderVariant) throws(CompositingError) -> ShaderProgram {
        if let program = programs[variant] {
            glUseProgram(program.name)
            return program
        }
        let program = try ShaderProgram(variant)
        programs[variant] = program
        return program
    }

    /// State that never changes afterwards.
    private func setUp() {
        glDisable(GL.DITHER)
        glBlendFunc(GL.ONE, GL.ONE_MINUS_SRC_ALPHA)
        glClearColor(0, 0, 0, 1)
        glPixelStorei(GL.UNPACK_ALIGNMENT, 1)
        var buffer: GLuint = 0
        glGenBuffers(1, &buffer)
        glBindBuffer(GL.ARRAY_BUFFER, buffer)
        let corners: [GLfloat] = [0, 0, 1, 0, 0, 1, 1, 1]
        corners.withUnsafeBytes {
            glBufferData(GL.ARRAY_BUFFER, $0.count, $0.baseAddress, GL.STATIC_DRAW)
        }
        glVertexAttribPointer(ShaderProgram.cornerAttribute, 2, GL.FLOAT, 0, 0, nil)
        glEnableVertexAttribArray(ShaderProgram.cornerAttribute)
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

    private static func text(_ name: GLenum) -> String {
        glGetString(name).map { String(cString: $0) } ?? ""
    }
}

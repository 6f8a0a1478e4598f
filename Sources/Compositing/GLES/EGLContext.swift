internal import CGraphics
internal import Media

/// An OpenGL ES 2 context: on EGL's surfaceless platform, or with a window.
///
/// Thread: bound to one thread at a time, the one that made it current.
struct EGLContext: ~Copyable {
    let connection: DisplayConnection
    private let context: CGraphics.EGLContext
    /// What is drawn into outside of framebuffer objects; nil without a window.
    private let surface: EGLSurface?
    /// Whether the context reports that the GPU was reset.
    let reportsReset: Bool

    private init(
        taking context: CGraphics.EGLContext,
        _ surface: EGLSurface?,
        of connection: DisplayConnection,
        reportsReset: Bool
    ) {
        self.connection = connection
        self.context = context
        self.surface = surface
        self.reportsReset = reportsReset
    }

    /// Opens a context without a window, current on the calling thread.
    ///
    /// - Throws: `egl` with the call that failed, also where there is no driver.
    static func open() throws(CompositingError) -> Self {
        let connection = try DisplayConnection.open()
        let configuration = try choose(connection.display, surface: EGL_PBUFFER_BIT) { _ in true }
        return try open(connection, configuration, surface: nil)
    }

    /// Opens a context that draws into a window, current on the calling thread.
    ///
    /// - Throws: `egl` with the call that failed, also where no configuration
    ///   draws into XRGB8888 buffers.
    static func open(_ window: RenderWindow) throws(CompositingError) -> Self {
        let connection = try DisplayConnection.open(window)
        let display = connection.display
        let configuration = try choose(display, surface: EGL_WINDOW_BIT) { configuration in
            var code: EGLint = 0
            eglGetConfigAttrib(display, configuration, EGL_NATIVE_VISUAL_ID, &code)
            return code == EGLint(bitPattern: FourCC("XR24").rawValue)
        }
        let pointer = UnsafeMutableRawPointer(window.surface)
        guard
            let surface = eglCreatePlatformWindowSurface(display, configuration, pointer, nil)
        else { throw .egl(call: "eglCreatePlatformWindowSurface", code: .current) }
        return try open(connection, configuration, surface: surface)
    }

    /// Owns `surface` from here on.
    private static func open(
        _ connection: DisplayConnection,
        _ configuration: EGLConfig,
        surface: EGLSurface?
    ) throws(CompositingError) -> Self {
        let display = connection.display
        let isRobust = connection.extensions.contains("EGL_EXT_create_context_robustness")
        try eglCall("eglBindAPI") { eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) }
        guard let context = create(display, configuration, isRobust: isRobust) else {
            let code = EGLErrorCode.current
            if let surface { eglDestroySurface(display, surface) }
            throw .egl(call: "eglCreateContext", code: code)
        }
        let owner = Self(taking: context, surface, of: connection, reportsReset: isRobust)
        try owner.makeCurrent()
        return owner
    }

    deinit {
        let display = connection.display
        if eglGetCurrentContext() == context {
            eglMakeCurrent(display, nil, nil, nil)
        }
        // With the context go its textures, programs and framebuffers.
        eglDestroyContext(display, context)
        if let surface { eglDestroySurface(display, surface) }
    }

    /// Lets the calling thread draw. Costs a comparison when it may already.
    ///
    /// - Throws: `contextLost`, or `egl` when another thread has the context.
    func makeCurrent() throws(CompositingError) {
        guard eglGetCurrentContext() != context else { return }
        try eglCall("eglMakeCurrent") {
            eglMakeCurrent(connection.display, surface, surface, context)
        }
    }

    /// Makes the window's back buffer its front buffer.
    ///
    /// - Throws: `contextLost`, also when the window is gone.
    func swapBuffers() throws(CompositingError) {
        guard let surface else { return }
        try eglCall("eglSwapBuffers") { eglSwapBuffers(connection.display, surface) }
    }

    /// The first configuration that draws OpenGL ES 2 and is `suitable`.
    private static func choose(
        _ display: EGLDisplay,
        surface: EGLint,
        suitable: (EGLConfig) -> Bool
    ) throws(CompositingError) -> EGLConfig {
        let wanted: [EGLint] = [
            EGL_SURFACE_TYPE, surface, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE,
        ]
        var count: EGLint = 0
        try eglCall("eglChooseConfig") { eglChooseConfig(display, wanted, nil, 0, &count) }
        var configurations = [EGLConfig?](repeating: nil, count: Int(max(count, 0)))
        try eglCall("eglChooseConfig") {
            eglChooseConfig(display, wanted, &configurations, count, &count)
        }
        for case let configuration? in configurations where suitable(configuration) {
            return configuration
        }
        throw .egl(call: "eglChooseConfig", code: .badConfiguration)
    }

    private static func create(
        _ display: EGLDisplay,
        _ configuration: EGLConfig,
        isRobust: Bool
    ) -> CGraphics.EGLContext? {
        var wanted: [EGLint] = [EGL_CONTEXT_CLIENT_VERSION, 2]
        if isRobust {
            wanted += [
                EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT,
            ]
        }
        wanted.append(EGL_NONE)
        return eglCreateContext(display, configuration, nil, wanted)
    }
}

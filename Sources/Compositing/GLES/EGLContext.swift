internal import CGraphics

/// An OpenGL ES 2 context without a window system: EGL's surfaceless platform.
///
/// The connection to the display stays open for the life of the process: EGL
/// gives every caller the same one, and closing it would end all contexts.
///
/// Thread: bound to one thread at a time, the one that made it current.
struct EGLContext: ~Copyable {
    private let display: EGLDisplay
    private let context: CGraphics.EGLContext
    /// Whether the context reports that the GPU was reset.
    let reportsReset: Bool

    private init(taking context: CGraphics.EGLContext, of display: EGLDisplay, reportsReset: Bool) {
        self.display = display
        self.context = context
        self.reportsReset = reportsReset
    }

    /// Opens a context and makes it current on the calling thread.
    ///
    /// - Throws: `egl` with the call that failed, also where there is no driver.
    static func open() throws(CompositingError) -> Self {
        let display = try openDisplay()
        let configuration = try choose(display)
        let extensions = eglQueryString(display, EGL_EXTENSIONS).map { String(cString: $0) } ?? ""
        let isRobust = extensions.contains("EGL_EXT_create_context_robustness")
        let context = try create(display, configuration, isRobust: isRobust)
        let owner = Self(taking: context, of: display, reportsReset: isRobust)
        try owner.makeCurrent()
        return owner
    }

    deinit {
        if eglGetCurrentContext() == context {
            eglMakeCurrent(display, nil, nil, nil)
        }
        // With the context go its textures, programs and framebuffers.
        eglDestroyContext(display, context)
    }

    /// Lets the calling thread draw. Costs a comparison when it may already.
    ///
    /// - Throws: `contextLost`, or `egl` when another thread has the context.
    func makeCurrent() throws(CompositingError) {
        guard eglGetCurrentContext() != context else { return }
        try eglCall("eglMakeCurrent") { eglMakeCurrent(display, nil, nil, context) }
    }

    private static func openDisplay() throws(CompositingError) -> EGLDisplay {
        let platform = EGLenum(EGL_PLATFORM_SURFACELESS_MESA)
        guard let display = eglGetPlatformDisplay(platform, nil, nil) else {
            throw .egl(call: "eglGetPlatformDisplay", code: .current)
        }
        try eglCall("eglInitialize") { eglInitialize(display, nil, nil) }
        try eglCall("eglBindAPI") { eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) }
        return display
    }

    private static func choose(_ display: EGLDisplay) throws(CompositingError) -> EGLConfig {
        let wanted: [EGLint] = [
            EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE,
        ]
        var configuration: EGLConfig?
        var count: EGLint = 0
        try eglCall("eglChooseConfig") {
            eglChooseConfig(display, wanted, &configuration, 1, &count)
        }
        guard let configuration else {
            throw .egl(call: "eglChooseConfig", code: .badConfiguration)
        }
        return configuration
    }

    private static func create(
        _ display: EGLDisplay,
        _ configuration: EGLConfig,
        isRobust: Bool
    ) throws(CompositingError) -> CGraphics.EGLContext {
        var wanted: [EGLint] = [EGL_CONTEXT_CLIENT_VERSION, 2]
        if isRobust {
            wanted += [
                EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT, EGL_LOSE_CONTEXT_ON_RESET_EXT,
            ]
        }
        wanted.append(EGL_NONE)
        guard let context = eglCreateContext(display, configuration, nil, wanted) else {
            throw .egl(call: "eglCreateContext", code: .current)
        }
        return context
    }
}

/// Calls an EGL function and checks its result, reading the error at once.
private func eglCall(
    _ call: String,
    _ body: () -> EGLBoolean
) throws(CompositingError) {
    guard body() != EGL_TRUE else { return }
    let code = EGLErrorCode.current
    throw code == .contextLost ? .contextLost : .egl(call: call, code: code)
}

extension EGLErrorCode {
    static let badConfiguration = Self(rawValue: EGL_BAD_CONFIG)

    /// The error of the thread's last EGL call.
    fileprivate static var current: Self { Self(rawValue: eglGetError()) }
}

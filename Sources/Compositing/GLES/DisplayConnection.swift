internal import CGraphics
internal import Synchronization

/// A connection to EGL's side of a display, or to a renderer without one.
///
/// EGL gives every caller with the same device the same connection, and closing
/// it ends all contexts: the one without a display stays open for the life of
/// the process, those of devices until the last of theirs goes.
///
/// Thread: bound to its context's thread; connections of other threads may be
/// opened and closed meanwhile.
final class DisplayConnection {
    let display: EGLDisplay
    /// Its extensions, separated by blanks.
    let extensions: String
    /// Keeps the device; let go after the connection was closed.
    private let owner: AnyObject?

    /// How many connections to each device are open.
    private static let uses = Mutex<[UInt: Int]>([:])

    private init(taking display: EGLDisplay, owner: AnyObject?) {
        self.display = display
        self.owner = owner
        extensions = eglQueryString(display, EGL_EXTENSIONS).map { String(cString: $0) } ?? ""
    }

    deinit {
        guard owner != nil else { return }
        let name = UInt(bitPattern: display)
        Self.uses.withLock { uses in
            let count = uses[name, default: 1] - 1
            uses[name] = count > 0 ? count : nil
            if count <= 0 { eglTerminate(EGLDisplay(bitPattern: name)) }
        }
    }

    /// Opens EGL's surfaceless platform.
    static func open() throws(CompositingError) -> DisplayConnection {
        let display = try find(EGL_PLATFORM_SURFACELESS_MESA, nil)
        try initialize(display)
        return DisplayConnection(taking: display, owner: nil)
    }

    /// Opens a window's device.
    static func open(_ window: RenderWindow) throws(CompositingError) -> DisplayConnection {
        let display = try find(EGL_PLATFORM_GBM_KHR, UnsafeMutableRawPointer(window.display))
        let name = UInt(bitPattern: display)
        try uses.withLock { (uses) throws(CompositingError) in
            try initialize(EGLDisplay(bitPattern: name))
            uses[name, default: 0] += 1
        }
        return DisplayConnection(taking: display, owner: window.owner)
    }

    private static func find(
        _ platform: Int32,
        _ device: UnsafeMutableRawPointer?
    ) throws(CompositingError) -> EGLDisplay {
        guard let display = eglGetPlatformDisplay(EGLenum(platform), device, nil) else {
            throw .egl(call: "eglGetPlatformDisplay", code: .current)
        }
        return display
    }

    private static func initialize(_ display: EGLDisplay?) throws(CompositingError) {
        try eglCall("eglInitialize") { eglInitialize(display, nil, nil) }
    }
}

/// Calls an EGL function and checks its result, reading the error at once.
func eglCall(_ call: String, _ body: () -> EGLBoolean) throws(CompositingError) {
    guard body() != EGL_TRUE else { return }
    throw CompositingError(call: call, code: .current)
}

extension CompositingError {
    /// Losing what is drawn with or drawn into is one thing to the caller.
    fileprivate init(call: String, code: EGLErrorCode) {
        self =
            switch code {
            case .contextLost, .badSurface, .badNativeWindow: .contextLost
            default: .egl(call: call, code: code)
            }
    }
}

extension EGLErrorCode {
    static let badConfiguration = Self(rawValue: EGL_BAD_CONFIG)
    static let badSurface = Self(rawValue: EGL_BAD_SURFACE)
    static let badNativeWindow = Self(rawValue: EGL_BAD_NATIVE_WINDOW)

    /// The error of the thread's last EGL call.
    static var current: Self { Self(rawValue: eglGetError()) }
}

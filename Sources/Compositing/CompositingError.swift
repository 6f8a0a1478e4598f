internal import CGraphics
public import Media
public import Presentation

/// Why a scene could not be drawn.
public enum CompositingError: Error, Hashable, Sendable {
    /// The picture's components do not match what its format says it has.
    case unsupportedFormat(PixelFormat)
    /// A picture or a framebuffer beyond what the renderer takes, in pixels a side.
    case tooLarge(PixelSize, limit: Int32)
    /// An EGL call failed. Nothing can be drawn with this compositor.
    case egl(call: String, code: EGLErrorCode)
    /// OpenGL reports an error after the named step.
    case openGL(step: String, code: OpenGLErrorCode)
    /// A shader program did not compile or link: its name, and the driver's message.
    case shader(name: String, log: String)
    /// The GPU was reset or taken away. A new compositor has to be opened.
    case contextLost

    /// What the display layer is told.
    public var layerError: LayerError {
        switch self {
        case .unsupportedFormat: .invalidPixelFormat
        case .tooLarge: .invalidSize
        case .contextLost: .contextLost
        case .egl(_, let code): code == .contextLost ? .contextLost : .renderingFailed
        case .openGL(_, let code): code == .contextLost ? .contextLost : .renderingFailed
        case .shader: .renderingFailed
        }
    }
}

extension CompositingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unsupportedFormat(let format): "incomplete \(format.name) picture"
        case .tooLarge(let size, let limit): "\(size) exceeds the renderer's \(limit) a side"
        case .egl(let call, let code): "\(call): \(code)"
        case .openGL(let step, let code): "OpenGL: \(step): \(code)"
        case .shader(let name, let log): "shader \(name): \(log)"
        case .contextLost: "the graphics context was lost"
        }
    }
}

/// What `eglGetError` returns.
public struct EGLErrorCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32

    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    public static let notInitialized = Self(rawValue: EGL_NOT_INITIALIZED)
    public static let contextLost = Self(rawValue: EGL_CONTEXT_LOST)
}

extension EGLErrorCode: CustomStringConvertible {
    /// The hexadecimal number by which EGL's header and drivers' logs know it.
    public var description: String { "error 0x\(String(rawValue, radix: 16))" }
}

/// What `glGetError` returns.
public struct OpenGLErrorCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let outOfMemory = Self(rawValue: GL.OUT_OF_MEMORY)
    public static let contextLost = Self(rawValue: GL.CONTEXT_LOST)
}

extension OpenGLErrorCode: CustomStringConvertible {
    /// The hexadecimal number by which OpenGL's header and drivers' logs know it.
    public var description: String { "error 0x\(String(rawValue, radix: 16))" }
}

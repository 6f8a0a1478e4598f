internal import CGraphics

/// What the driver can take, and what it had better be given.
struct DriverLimits {
    /// The largest width and height of a texture.
    var textureSide: Int32
    /// Whether uploads may skip bytes at the end of rows.
    var skipsPadding: Bool

    /// Whether planes of U and V are better made one texture of pairs.
    ///
    /// For a picture of 1080p, joining them in memory costs 0.03 ms of CPU and
    /// saves a renderer in software 7 ms, which it takes to interpolate one more
    /// texture. A GPU would gain next to nothing for the CPU's work.
    var joinsColor: Bool

    /// Asks the driver of the current context, which says of itself:
    init(version: String, extensions: String, isSoftware: Bool) {
        var side: GLint = 0
        glGetIntegerv(GL.MAX_TEXTURE_SIZE, &side)
        textureSide = side
        skipsPadding =
            !version.hasPrefix("OpenGL ES 2.") || extensions.contains("GL_EXT_unpack_subimage")
        joinsColor = isSoftware
    }
}

/// What the driver of the current context says of itself.
enum GLText {
    static var renderer: String { text(GL.RENDERER) }
    static var version: String { text(GL.VERSION) }
    static var extensions: String { text(GL.EXTENSIONS) }

    private static func text(_ name: GLenum) -> String {
        glGetString(name).map { String(cString: $0) } ?? ""
    }
}

internal import CGraphics

/// Textures whose texels are drawn as they are, one for each pixel.
enum UnscaledTexture {
    /// Lets the next draw, or upload, use a texture as a picture's first; 0 becomes a new one.
    static func bind(_ name: inout GLuint) {
        let isNew = name == 0
        if isNew { glGenTextures(1, &name) }
        glActiveTexture(GL.TEXTURE0)
        glBindTexture(GL.TEXTURE_2D, name)
        guard isNew else { return }
        let edge = GLint(bitPattern: GL.CLAMP_TO_EDGE)
        glTexParameteri(GL.TEXTURE_2D, GL.TEXTURE_MIN_FILTER, GLint(bitPattern: GL.NEAREST))
        glTexParameteri(GL.TEXTURE_2D, GL.TEXTURE_MAG_FILTER, GLint(bitPattern: GL.NEAREST))
        glTexParameteri(GL.TEXTURE_2D, GL.TEXTURE_WRAP_S, edge)
        glTexParameteri(GL.TEXTURE_2D, GL.TEXTURE_WRAP_T, edge)
    }
}

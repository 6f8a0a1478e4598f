internal import CGraphics
internal import Media

/// A texture to draw into, and memory to read it back to.
///
/// Thread: bound to the context's thread. Its texture goes with the context.
struct OffscreenTarget: ~Copyable {
    private(set) var size = PixelSize(width: 0, height: 0)
    private var texture: GLuint = 0
    private var framebuffer: GLuint = 0
    /// What `read` filled last: BGRX, rows top-down, no padding.
    private var pixels: [UInt8] = []

    /// Makes the target as large as `size`, and black.
    ///
    /// - Throws: `tooLarge`; `openGL` where there is no memory for it.
    mutating func resize(to size: PixelSize, limit: Int32) throws(CompositingError) {
        guard max(size.width, size.height) <= limit else { throw .tooLarge(size, limit: limit) }
        if framebuffer == 0 { glGenFramebuffers(1, &framebuffer) }
        UnscaledTexture.bind(&texture)
        let kept = PixelSize(width: max(size.width, 1), height: max(size.height, 1))
        glTexImage2D(
            GL.TEXTURE_2D,
            0,
            GLint(bitPattern: GL.RGBA),
            kept.width,
            kept.height,
            0,
            GL.RGBA,
            GL.UNSIGNED_BYTE,
            nil
        )
        glBindFramebuffer(GL.FRAMEBUFFER, framebuffer)
        glFramebufferTexture2D(
            GL.FRAMEBUFFER,
            GL.COLOR_ATTACHMENT0,
            GL.TEXTURE_2D,
            texture,
            0
        )
        guard glCheckFramebufferStatus(GL.FRAMEBUFFER) == GL.FRAMEBUFFER_COMPLETE else {
            throw .openGL(step: "framebuffer of \(size)", code: .outOfMemory)
        }
        self.size = size
        glViewport(0, 0, kept.width, kept.height)
        glClear(GL.COLOR_BUFFER_BIT)
    }

    /// Directs drawing to this target.
    func bind() {
        glBindFramebuffer(GL.FRAMEBUFFER, framebuffer)
        glViewport(0, 0, max(size.width, 1), max(size.height, 1))
    }

    /// Lets the next draw read this target, as a picture's first texture.
    mutating func bindTexture() { UnscaledTexture.bind(&texture) }

    /// Fetches the pixels; allocates when the size differs from the call before.
    mutating func read<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        let count = 4 * Int(max(size.width, 0)) * Int(max(size.height, 0))
        if pixels.count != count { pixels = [UInt8](repeating: 0, count: count) }
        bind()
        glPixelStorei(GL.PACK_ALIGNMENT, 4)
        pixels.withUnsafeMutableBytes { bytes in
            // Drawn with red and blue exchanged: RGBA is read fastest.
            glReadPixels(
                0,
                0,
                size.width,
                size.height,
                GL.RGBA,
                GL.UNSIGNED_BYTE,
                bytes.baseAddress
            )
        }
        return pixels.withUnsafeBytes(body)
    }
}

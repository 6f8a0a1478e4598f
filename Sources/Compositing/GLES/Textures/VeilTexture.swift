internal import CGraphics
internal import Media
internal import Presentation

/// A copy of what a target showed, to be laid over what is drawn there later.
///
/// Bounds: a texture of the target's size, from the first veil until `forget`.
///
/// Thread: bound to the context's thread. Its texture goes with the context.
struct VeilTexture: ~Copyable {
    private var texture: GLuint = 0
    /// The veil that the copy is of.
    private var number: UInt32?
    private(set) var isKept = false

    /// Copies the bound target before the first drawing with a veil.
    ///
    /// - Parameters:
    ///   - size: The target's.
    ///   - veil: That is to lie over the next drawing; nil for none.
    ///   - isKnown: Whether the target shows what it was to show.
    mutating func keep(_ size: PixelSize, for veil: Veil?, isKnown: Bool) {
        guard let veil, veil.number != number else { return }
        number = veil.number
        isKept = isKnown && !size.isEmpty
        guard isKept else { return }
        bind()
        glCopyTexImage2D(GL.TEXTURE_2D, 0, GL.RGBA, 0, 0, size.width, size.height, 0)
        // Without memory for it there is no veil, and nothing else is the worse for it.
        isKept = glGetError() == GL.NO_ERROR
    }

    /// Lets the next draw read the copy, as a picture's first texture.
    mutating func bind() { UnscaledTexture.bind(&texture) }

    /// The target is another one.
    mutating func forget() {
        if texture != 0 { glDeleteTextures(1, &texture) }
        texture = 0
        (number, isKept) = (nil, false)
    }
}

internal import CGraphics
internal import Media
internal import Pixels

/// The pictures of an `OSDList` as textures. What they hold is not sent again.
///
/// Thread: bound to the context's thread. Its textures go with the context.
struct OSDTextures: ~Copyable {
    private var textures = PerOSDPicture<GLuint>(repeating: 0)
    /// The keys of what they hold.
    private var keys = PerOSDPicture<UInt64?>(repeating: nil)

    /// What they hold may be something else.
    mutating func forget() {
        for index in keys.indices { keys[index] = nil }
    }

    /// Has the textures hold a list's pictures; the others are given back.
    ///
    /// - Throws: `tooLarge`.
    mutating func load(_ list: OSDList, limits: DriverLimits) throws(CompositingError) {
        for index in 0..<list.count where keys[index] != list[index].key {
            keys[index] = nil
            let picture = list[index]
            guard let surface = picture.surface else { continue }
            guard max(surface.size.width, surface.size.height) <= limits.textureSide else {
                throw .tooLarge(surface.size, limit: limits.textureSide)
            }
            bind(index)
            // Red and blue exchanged, as the target has them.
            glTexImage2D(
                GL.TEXTURE_2D,
                0,
                GLint(bitPattern: GL.RGBA),
                surface.size.width,
                surface.size.height,
                0,
                GL.RGBA,
                GL.UNSIGNED_BYTE,
                surface.base
            )
            keys[index] = picture.key
        }
        for index in list.count..<OSDList.limit where textures[index] != 0 {
            glDeleteTextures(1, &textures[index])
            (textures[index], keys[index]) = (0, nil)
        }
    }

    /// Lets the next draw read a picture.
    mutating func bind(_ index: Int) { UnscaledTexture.bind(&textures[index]) }
}

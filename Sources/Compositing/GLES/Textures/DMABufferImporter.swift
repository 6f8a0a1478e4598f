internal import CGraphics
internal import FrameTransport
internal import Glibc
internal import Media

/// Makes textures of dma-bufs, where the driver can: EGL_EXT_image_dma_buf_import.
///
/// Thread: bound to the context's thread.
struct DMABufferImporter {
    private let display: EGLDisplay
    private let createImage: PFNEGLCREATEIMAGEKHRPROC
    private let destroyImage: PFNEGLDESTROYIMAGEKHRPROC
    private let fillTexture: PFNGLEGLIMAGETARGETTEXTURE2DOESPROC
    private let isSoftware: Bool

    /// Why nothing can be imported, for people.
    struct Unavailable: Error {
        let reason: String
    }

    /// Finds out what the driver of the current context can do.
    ///
    /// Where there is a display's device, Mesa's software renderer works with
    /// its buffers, also without a window, and crashes when it reads an imported
    /// buffer of another device. Without one it maps the buffer.
    init(
        _ connection: DisplayConnection,
        extensions: String,
        isSoftware: Bool
    ) throws(Unavailable) {
        guard connection.extensions.contains("EGL_EXT_image_dma_buf_import"),
            extensions.contains("GL_OES_EGL_image"),
            let createImage = cgraphics_load_eglCreateImageKHR(),
            let destroyImage = cgraphics_load_eglDestroyImageKHR(),
            let fillTexture = cgraphics_load_glEGLImageTargetTexture2DOES()
        else { throw Unavailable(reason: "the driver cannot import dma-bufs") }
        guard !isSoftware || access("/dev/dri", F_OK) != 0 else {
            throw Unavailable(reason: "software rendering cannot import where there is a display")
        }
        self.isSoftware = isSoftware
        display = connection.display
        self.createImage = createImage
        self.destroyImage = destroyImage
        self.fillTexture = fillTexture
    }

    /// Makes the bound texture one component of a picture, without a copy.
    ///
    /// - Returns: Why the driver refuses, for people; nil when it did not.
    func fill(
        _ texture: TextureFormat,
        from buffer: DMABuffer,
        bytesPerRow: Int
    ) -> String? {
        guard let code = texture.importCode else { return "its samples have 16 bits" }
        // Mesa's software renderer lays rows out itself, and does not look at what it is told.
        let assumed = (texture.rowBytes + 63) / 64 * 64
        guard !isSoftware || bytesPerRow == assumed else {
            return "its rows are \(bytesPerRow) bytes apart, to software rendering \(assumed)"
        }
        let attributes: [EGLint] = [
            EGL_WIDTH, texture.size.width,
            EGL_HEIGHT, texture.size.height,
            EGL_LINUX_DRM_FOURCC_EXT, EGLint(bitPattern: code.rawValue),
            EGL_DMA_BUF_PLANE0_FD_EXT, buffer.descriptor,
            EGL_DMA_BUF_PLANE0_OFFSET_EXT, texture.offset(in: buffer),
            EGL_DMA_BUF_PLANE0_PITCH_EXT, EGLint(truncatingIfNeeded: bytesPerRow),
            EGL_NONE,
        ]
        let target = EGLenum(EGL_LINUX_DMA_BUF_EXT)
        guard let image = createImage(display, nil, target, nil, attributes) else {
            return "eglCreateImageKHR: \(EGLErrorCode.current)"
        }
        fillTexture(GL.TEXTURE_2D, image)
        let error = OpenGLErrorCode(rawValue: glGetError())
        // The texture keeps what the image was made of.
        _ = destroyImage(display, image)
        guard error.rawValue == GL.NO_ERROR else {
            return "glEGLImageTargetTexture2DOES: \(error)"
        }
        texture.setSampling()
        return nil
    }
}

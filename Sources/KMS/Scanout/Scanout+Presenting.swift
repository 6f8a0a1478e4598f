internal import CDRM
internal import Media
internal import Platform

extension Scanout {
    /// Shows buffers in memory at the next vertical blank.
    ///
    /// - Parameters:
    ///   - main: The picture.
    ///   - damage: What of it has changed, upright; written is all that the display lacks.
    ///   - overlay: Nil for no window.
    /// - Throws: What the kernel says; nothing on the display has changed then.
    func present(
        main: PixelBuffer,
        damage: PixelRect,
        overlay: OverlayBuffer?
    ) throws(SystemCallError) {
        guard let buffers else { preconditionFailure("This screen's pictures come from a GPU") }
        precondition(state.canCommit, "Presented while a flip was pending")
        var next = state.newest
        request.removeAll()
        var clips: Blob?
        let framebuffer = buffers.write(main, damage: damage, over: next.main, unless: state)
        if framebuffer != next.main {
            next.main = framebuffer
            clips = try addMain(framebuffer, lacking: turned(buffers.unshown))
        }
        try addOverlay(overlay, to: &next)
        // A commit has to name something of the CRTC's to end in a flip event.
        if request.isEmpty { setMain(framebuffer) }
        try request.commit(to: card, as: .flip)
        state.commit(next)
        buffers.presented()
        if let overlay {
            overlays.presented()
            overlayPlace = turned(overlay.bounds)
        }
        _ = consume clips
    }

    /// Shows what EGL has posted at the next vertical blank.
    ///
    /// - Throws: `EAGAIN` when nothing was posted; what the kernel says.
    func presentFrontBuffer() throws(SystemCallError) {
        guard let window else { preconditionFailure("This screen's pictures come from memory") }
        precondition(state.canCommit, "Presented while a flip was pending")
        let framebuffer = try window.lockFrontBuffer()
        request.removeAll()
        setMain(framebuffer)
        do {
            try request.commit(to: card, as: .flip)
        } catch {
            window.release(framebuffer)
            throw error
        }
        state.commit(ScanoutState.Shown(main: framebuffer))
    }

    /// Asks the driver about a window there.
    ///
    /// - Returns: Why it would not be shown, for people; nil when it would.
    /// - Throws: `ENODEV`, `EACCES`: nothing was found out.
    func refusal(ofOverlayAt bounds: PixelRect) throws(SystemCallError) -> String? {
        guard let overlay = configuration.path.overlay, let properties = properties.overlay,
            let main = state.newest.main
        else { return "the display hardware has no overlay plane for it" }
        guard !bounds.isEmpty, bounds.intersection(PixelRect(pictureSize)) == bounds else {
            return "the window is not inside of the picture"
        }
        let place = turned(bounds)
        do {
            let framebuffer = try overlays.prepare(for: place.size, state)
            request.removeAll()
            setMain(main)
            self.place(framebuffer, on: overlay.plane, properties, at: place)
            try request.commit(to: card, as: .test(allowsModeSet: false))
            return nil
        } catch {
            guard CommitFailure(error.errno) == .refused else { throw error }
            return "the driver refuses a window of \(bounds.size) on its overlay plane: "
                + "\(error.errno)"
        }
    }

    private func turned(_ rect: PixelRect) -> PixelRect {
        rect.turned(configuration.rotation, in: pictureSize)
    }

    private func setMain(_ framebuffer: FramebufferID) {
        request.set(
            properties.primary.framebuffer,
            of: configuration.path.primary,
            to: UInt64(framebuffer.rawValue)
        )
    }

    /// - Returns: The list of what has changed, for drivers that want it; it has to live until
    ///   the commit.
    private func addMain(
        _ framebuffer: FramebufferID,
        lacking damage: PixelRect
    ) throws(SystemCallError) -> Blob? {
        setMain(framebuffer)
        guard let damageClips = properties.primary.damageClips else { return nil }
        var clip = drm_mode_rect(x1: damage.x, y1: damage.y, x2: damage.maxX, y2: damage.maxY)
        let card = card
        let blob = try withUnsafeBytes(of: &clip) { bytes throws(SystemCallError) in
            try Blob(bytes, on: card)
        }
        request.set(damageClips, of: configuration.path.primary, to: blob.propertyValue)
        return blob
    }

    private func addOverlay(
        _ overlay: OverlayBuffer?,
        to next: inout ScanoutState.Shown
    ) throws(SystemCallError) {
        guard let layer = configuration.path.overlay, let properties = properties.overlay else {
            guard overlay == nil else {
                throw SystemCallError(call: "DRM_IOCTL_MODE_ATOMIC", errno: .invalidArgument)
            }
            return
        }
        guard let overlay, !overlay.bounds.isEmpty else {
            if next.overlay != nil { switchOff(layer.plane) }
            next.overlay = nil
            return
        }
        let place = turned(overlay.bounds)
        let framebuffer = try overlays.write(overlay, size: place.size, state)
        if next.overlay == framebuffer, place == overlayPlace { return }
        next.overlay = framebuffer
        self.place(framebuffer, on: layer.plane, properties, at: place)
    }
}

extension ScanoutPath.Formats {
    /// What the buffers here have.
    static var inUse: Self {
        Self(primary: cdrm_FORMAT_XRGB8888, overlay: cdrm_FORMAT_ARGB8888)
    }
}

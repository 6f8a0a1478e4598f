internal import CDRM
internal import Media
internal import Platform

/// One CRTC with a mode, and the buffers that its planes show.
///
/// It does what it is told; when to set a mode, and what to do when something
/// fails, is `Screen`'s part. A new mode is a new object, which takes the CRTC
/// over: the buffers of the one before are out of use then.
///
/// Thread: bound to the presentation thread.
final class Scanout {
    /// What is shown, and how.
    struct Configuration {
        let path: ScanoutPath
        let mode: DisplayMode
        let rotation: Rotation
        /// Nil: pictures come from memory.
        let graphics: GraphicsDevice?
    }

    let card: Card
    let configuration: Configuration
    var state = ScanoutState()
    var request = AtomicRequest()
    /// In memory; nil for GPU buffers.
    let buffers: BufferPair?
    /// What the mode is set with for GPU buffers, until the first flip.
    var black: DumbBuffer?
    private(set) var window: GPUWindow?
    /// Those of lost contexts, while the display still reads them.
    private var retiredWindows: [GPUWindow] = []
    var overlays: OverlayBuffers
    /// Where the last commit put the overlay plane, as the display reads it.
    var overlayPlace = PixelRect.zero
    let properties: ScanoutProperties
    private let modeBlob: Blob

    var size: PixelSize { configuration.mode.size }
    var pictureSize: PixelSize { size.turned(configuration.rotation) }
    private var path: ScanoutPath { configuration.path }

    /// How the display is driven; `shortfall` says why it is not as it was asked for.
    func mode(shortfall: String?) -> ScreenMode {
        ScreenMode(
            connector: path.connector.name,
            driver: card.driver,
            scanoutSize: size,
            pictureSize: pictureSize,
            refreshRate: configuration.mode.refreshRate,
            hasVerticalBlank: card.hasVerticalBlank(path.crtc),
            hasOverlayPlane: path.overlay != nil,
            shortfall: shortfall
        )
    }

    /// Allocates the buffers and sets the mode.
    ///
    /// - Throws: What the kernel says; nothing on the display has changed then.
    static func open(
        _ configuration: Configuration,
        on card: Card
    ) throws(SystemCallError) -> Scanout {
        let scanout = try Scanout(configuration, on: card)
        try scanout.setMode()
        return scanout
    }

    /// - Throws: `ENOMEM`, `ENODEV`; `EINVAL` for a driver without a property that all have.
    private init(
        _ configuration: Configuration,
        on card: Card
    ) throws(SystemCallError) {
        let size = configuration.mode.size
        self.card = card
        self.configuration = configuration
        properties = try ScanoutProperties(of: configuration.path, on: card)
        var mode = drmModeModeInfo(configuration.mode)
        modeBlob = try withUnsafeBytes(of: &mode) { bytes throws(SystemCallError) in
            try Blob(bytes, on: card)
        }
        overlays = OverlayBuffers(on: card, rotation: configuration.rotation)
        if let graphics = configuration.graphics {
            buffers = nil
            black = try DumbBuffer(on: card, size: size, format: cdrm_FORMAT_XRGB8888)
            window = try Self.openWindow(on: graphics, size: size)
        } else {
            buffers = try BufferPair(
                on: card,
                size: size,
                format: cdrm_FORMAT_XRGB8888,
                rotation: configuration.rotation
            )
        }
    }

    private static func openWindow(
        on graphics: GraphicsDevice,
        size: PixelSize
    ) throws(SystemCallError) -> GPUWindow {
        guard let window = GPUWindow(on: graphics, size: size) else {
            throw SystemCallError(call: "gbm_surface_create", errno: .outOfMemory)
        }
        return window
    }

    /// Sets the mode with a black picture, and waits until it is done: some
    /// tens of milliseconds on real hardware. A commit of the CRTC's that hangs
    /// makes it longer; the kernel gives such a one up after 10 s.
    ///
    /// - Throws: What the kernel says; the CRTC is as it was then.
    private func setMode() throws(SystemCallError) {
        guard let framebuffer = buffers?.anyBuffer ?? black?.id else { return }
        request.removeAll()
        request.set(properties.connector.crtcID, of: path.connector.id, to: crtcValue)
        if let linkStatus = properties.connector.linkStatus {
            request.set(linkStatus, of: path.connector.id, to: UInt64(DRM_MODE_LINK_STATUS_GOOD))
        }
        request.set(properties.crtc.modeID, of: path.crtc, to: modeBlob.propertyValue)
        request.set(properties.crtc.active, of: path.crtc, to: 1)
        for table in properties.crtc.colorTables { request.set(table, of: path.crtc, to: 0) }
        place(framebuffer, on: path.primary, properties.primary, at: PixelRect(size))
        if let overlay = path.overlay { switchOff(overlay.plane) }
        for plane in path.foreignPlanes { switchOff(plane) }
        takeOver()
        try request.commit(to: card, as: .modeSet)
        state.modeSet(showing: .init(main: framebuffer))
        // Whatever was in flight before has ended, and its event means nothing now.
        _ = try card.readFlip(of: path.crtc)
    }

    /// Detaches whatever else the kernel would want to suit the mode, or refuse it for.
    private func takeOver() {
        for connector in path.foreignConnectors {
            request.set(properties.connector.crtcID, of: connector, to: 0)
        }
        guard let abandoned = path.abandoned else { return }
        request.set(properties.crtc.modeID, of: abandoned.crtc, to: 0)
        request.set(properties.crtc.active, of: abandoned.crtc, to: 0)
        for plane in abandoned.planes { switchOff(plane) }
    }

    /// Switches CRTC and planes off. An error is of no use to anyone: the device
    /// is gone, or belongs to someone else.
    func switchOff() {
        request.removeAll()
        request.set(properties.connector.crtcID, of: path.connector.id, to: 0)
        request.set(properties.crtc.modeID, of: path.crtc, to: 0)
        request.set(properties.crtc.active, of: path.crtc, to: 0)
        switchOff(path.primary)
        if let overlay = path.overlay { switchOff(overlay.plane) }
        try? request.commit(to: card, as: .modeSet)
    }

    /// Makes a new window; the old one goes when the display has let its buffers go.
    ///
    /// - Throws: `ENOMEM`.
    func renewWindow() throws(SystemCallError) {
        guard let graphics = configuration.graphics else { return }
        let fresh = try Self.openWindow(on: graphics, size: size)
        if let window, window.isInUse { retiredWindows.append(window) }
        window = fresh
    }

    /// Takes the kernel's events.
    ///
    /// - Returns: When the last commit's buffers were flipped, zero when the driver does not say;
    ///   nil when they are not yet.
    /// - Throws: `ENODEV` or `EIO` of a device that is gone.
    func readFlip() throws(SystemCallError) -> MonotonicTime? {
        guard let time = try card.readFlip(of: path.crtc) else { return nil }
        guard !state.canCommit else { return nil }
        let released = state.pageFlipped()
        if let main = released.main {
            window?.release(main)
            for window in retiredWindows { window.release(main) }
            retiredWindows.removeAll { !$0.isInUse }
            if main == black?.id { black = nil }
        }
        overlays.pageFlipped(state)
        return time
    }

    // MARK: Planes in a request

    private var crtcValue: UInt64 { UInt64(path.crtc.rawValue) }

    /// Shows a whole buffer there, on a plane that may have shown nothing before.
    func place(
        _ framebuffer: FramebufferID,
        on plane: ObjectID<Plane>,
        _ properties: PlanePropertyIDs,
        at bounds: PixelRect
    ) {
        request.set(properties.framebuffer, of: plane, to: UInt64(framebuffer.rawValue))
        request.set(properties.crtc, of: plane, to: crtcValue)
        request.set(properties.sourceX, of: plane, to: 0)
        request.set(properties.sourceY, of: plane, to: 0)
        // In 65536ths of a pixel.
        request.set(properties.sourceWidth, of: plane, to: UInt64(bounds.width) << 16)
        request.set(properties.sourceHeight, of: plane, to: UInt64(bounds.height) << 16)
        request.set(properties.crtcX, of: plane, to: UInt64(bitPattern: Int64(bounds.x)))
        request.set(properties.crtcY, of: plane, to: UInt64(bitPattern: Int64(bounds.y)))
        request.set(properties.crtcWidth, of: plane, to: UInt64(bounds.width))
        request.set(properties.crtcHeight, of: plane, to: UInt64(bounds.height))
        for preset in properties.presets {
            request.set(preset.property, of: plane, to: preset.value)
        }
    }

    /// The IDs of these two are the same for all planes of a device, as those of
    /// `CRTC_ID` are for all connectors, and of `MODE_ID` and `ACTIVE` for all CRTCs.
    func switchOff(_ plane: ObjectID<Plane>) {
        request.set(properties.primary.framebuffer, of: plane, to: 0)
        request.set(properties.primary.crtc, of: plane, to: 0)
    }
}

public import Media
public import Platform

/// One display, driven through atomic mode setting.
///
/// Thread: bound to the presentation thread.
public final class Screen {
    /// How the display is driven; nil while nothing can be shown.
    public private(set) var mode: ScreenMode?
    /// Why nothing can be shown; nil while `mode` is not.
    public private(set) var waiting: ScreenWait?
    /// What the GPU draws into; nil while nothing can be shown and for buffers in memory.
    public private(set) var gpuWindow: GPUWindow?
    public private(set) var statistics = ScreenStatistics()

    private init() {}

    /// Opens the device and sets the mode, where a display is connected.
    ///
    /// - Parameters:
    ///   - configuration: What is wanted.
    ///   - stop: Ends every wait once it is signalled, and stays signalled.
    /// - Returns: The screen, showing black, or waiting for what `waiting` says.
    /// - Throws: What no waiting would mend: no device, no permission, no such connector, a
    ///   driver without atomic mode setting.
    public static func open(
        _ configuration: ScreenConfiguration,
        stop: WakeUp
    ) throws(KMSError) -> Screen {
        throw .noDevice
    }

    /// Waits for the next thing that happens, or the deadline; nil waits for ever.
    ///
    /// After `present`, exactly one of `flipped`, `activated` and `deactivated`
    /// follows, sooner or later.
    public func wait(until deadline: MonotonicTime?) -> ScreenEvent { .stopRequested }

    /// Shows buffers in memory, at the next vertical blank.
    ///
    /// At most one commit is in flight: a call before `flipped` traps. When the
    /// display was lost this returns, and the next event says so.
    ///
    /// - Parameters:
    ///   - main: The picture, of the mode's `pictureSize`; nil leaves it as it is.
    ///   - damage: What of it has changed since the last call.
    ///   - overlay: The window; nil for none.
    /// - Throws: `commitRefused`, `inactive`.
    public func present(
        main: PixelBuffer?,
        damage: PixelRect,
        overlay: OverlayBuffer?
    ) throws(KMSError) {
        throw .inactive
    }

    /// Asks the driver whether it would show a window there, with buffers of its size.
    ///
    /// For changes of the layout, not for every frame: it allocates.
    public func testOverlay(at bounds: PixelRect) -> OverlayVerdict {
        .refused(reason: "nothing can be shown now")
    }

    /// Shows what EGL has posted to `gpuWindow`, at the next vertical blank.
    ///
    /// - Throws: `commitRefused`, `inactive`, `failed`.
    public func presentFrontBuffer() throws(KMSError) {
        throw .inactive
    }

    /// Makes a new `gpuWindow`, for a new EGL context.
    public func renewGPUWindow() throws(KMSError) {
        throw .inactive
    }

    /// Puts the display back to what it was and frees everything.
    public func close() {}
}

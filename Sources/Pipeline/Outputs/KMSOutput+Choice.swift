internal import Compositing
internal import KMS
internal import Media

// Which compositor draws, and why.
extension KMSOutput {
    /// Opens the GPU for a mode; blank when it cannot draw, and the screen's
    /// buffers are in memory then.
    func openGPU(_ mode: ScreenMode) -> DisplayCanvas {
        guard let window = screen.gpuWindow else {
            giveUpGPU(because: "\(mode.driver) has no GPU buffers")
            return .blank()
        }
        do throws(CompositingError) {
            let gles = try GLESCompositor.open(
                size: mode.pictureSize,
                window: RenderWindow(
                    display: window.device,
                    surface: window.surface,
                    size: window.size,
                    rotation: display.rotation,
                    owner: window
                )
            )
            guard drawing.choice == .gles || !gles.isSoftwareRenderer else {
                giveUpGPU(because: "\(gles.renderer) is no GPU")
                return .blank()
            }
            return .gles(gles)
        } catch {
            giveUpGPU(because: "\(error)")
            return .blank()
        }
    }

    /// Buffers of the GPU's and the CPU's do not mix: the screen starts over.
    func giveUpGPU(because reason: String) {
        drawing.gaveUpGPU(because: reason)
        screen.useMemoryBuffers()
    }

    /// Chooses what draws in memory.
    func chooseForMemory(_ mode: ScreenMode) -> DisplayCanvas {
        guard drawing.drawsLayers(.init(mode)) else {
            return .cpu(CPUCompositor(size: mode.pictureSize))
        }
        let layers = LayeredCompositor(size: mode.pictureSize)
        allowOverlay(of: layers)
        return .planes(layers)
    }

    /// Has the display asked about the window, now and when its place changes.
    func allowOverlay(of layers: LayeredCompositor) {
        layers.acceptsOverlay = { [unowned self] in acceptsOverlay(at: $0) }
    }

    private func acceptsOverlay(at bounds: PixelRect) -> Bool {
        guard drawing.mayAsk else { return false }
        let refusal = screen.refusal(ofOverlayAt: bounds)
        drawing.asked(refusal: refusal)
        return refusal == nil
    }
}

extension DrawingPolicy.Description {
    init(_ mode: ScreenMode) {
        driver = mode.driver
        hasOverlayPlane = mode.hasOverlayPlane
        shortfall = mode.shortfall
    }
}

internal import Compositing
internal import KMS
internal import Media

// Which compositor draws, and why.
extension KMSOutput {
    /// Drivers of displays without a GPU that could draw for them.
    private static let plainDrivers: Set<String> = [
        "ast", "bochs-drm", "cirrus", "gud", "hyperv_drm", "mgag200", "ofdrm", "qxl", "simpledrm",
        "udl", "vboxvideo", "vkms",
    ]

    static func mayUseGPU(_ choice: CompositorKind, connector: String?) -> Bool {
        switch choice {
        case .gles: return true
        case .cpu, .planes: return false
        case .automatic:
            guard case .available(_, let driver) = DisplayDevices.probe(connector: connector) else {
                return false
            }
            return !plainDrivers.contains(driver)
        }
    }

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
            guard choice == .gles || !gles.isSoftwareRenderer else {
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
        usesGPU = false
        gpuRefusal = reason
        screen.useMemoryBuffers()
    }

    /// Chooses what draws in memory.
    func chooseForMemory(_ mode: ScreenMode) -> DisplayCanvas {
        guard choice != .cpu, whyNoPlanes(mode) == nil else {
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
        // What it refused in earnest it may well accept in a test.
        guard overlayRefusal == nil || isOverlayRefusedByTest else { return false }
        switch screen.testOverlay(at: bounds) {
        case .accepted:
            overlayRefusal = nil
            return true
        case .refused(let reason):
            overlayRefusal = reason
            isOverlayRefusedByTest = true
            return false
        }
    }

    private func whyNoPlanes(_ mode: ScreenMode) -> String? {
        if !mode.hasOverlayPlane { return "\(mode.driver) has no overlay plane" }
        return display.rotation == .none ? nil : "the picture is turned"
    }

    /// Why it is this compositor, and not the mode that was asked for; nil when
    /// there was nothing to be decided.
    func reason(_ mode: ScreenMode) -> String? {
        var reasons = [mode.shortfall].compactMap { $0 }
        if let gpuRefusal {
            reasons.append("gles: \(gpuRefusal)")
        } else if choice == .automatic, !usesGPU {
            reasons.append("gles: \(mode.driver) has no GPU")
        }
        if !usesGPU, choice != .cpu {
            if let missing = whyNoPlanes(mode) ?? overlayRefusal {
                reasons.append("planes: \(missing)")
            } else if isOverlaid {
                reasons.append("an overlay plane shows the window")
            }
        }
        return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
    }
}

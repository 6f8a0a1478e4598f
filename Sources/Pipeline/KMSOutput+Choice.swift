internal import Compositing
internal import KMS
internal import Media

extension KMSOutput {
    /// Drivers of displays without a GPU that could draw for them.
    private static let plainDrivers: Set<String> = [
        "ast", "bochs-drm", "cirrus", "gud", "hyperv_drm", "mgag200", "ofdrm", "qxl", "simpledrm",
        "udl", "vboxvideo", "vkms",
    ]

    static func mayUseGPU(_ choice: CompositorKind) -> Bool {
        switch choice {
        case .gles: return true
        case .cpu, .planes: return false
        case .automatic:
            guard case .available(_, let driver) = DisplayDevices.probe() else { return false }
            return !plainDrivers.contains(driver)
        }
    }

    /// Chooses what draws for a mode.
    ///
    /// - Returns: The canvas, and why it is this one; nil when it was asked for.
    func choose(
        for mode: ScreenMode
    ) throws(PipelineError) -> (canvas: DisplayCanvas, reason: String?) {
        var reasons: [String] = []
        if usesGPU {
            switch openGPU(mode) {
            case .success(let gles): return (.gles(gles), nil)
            case .failure(let refusal):
                // Later a picture drawn otherwise is better than none.
                if choice == .gles, !hasShown {
                    throw .compositor("gles cannot be had: \(refusal); accepted: auto, cpu")
                }
                reasons.append("gles: \(refusal)")
                try openWithoutGPU()
            }
        } else if choice == .automatic {
            reasons.append("gles: \(mode.driver) has no GPU")
        }
        guard choice != .cpu else { return (.cpu(CPUCompositor(size: mode.pictureSize)), nil) }
        if let missing = whyNoPlanes(mode) {
            reasons.append("planes: \(missing)")
            return (.cpu(CPUCompositor(size: mode.pictureSize)), reasons.joined(separator: "; "))
        }
        return (.planes(layered(mode)), reasons.isEmpty ? nil : reasons.joined(separator: "; "))
    }

    private struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    private func openGPU(_ mode: ScreenMode) -> Result<GLESCompositor, Refusal> {
        guard let window = screen.gpuWindow else {
            return .failure(Refusal(description: "\(mode.driver) has no GPU buffers"))
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
            if choice == .automatic, gles.isSoftwareRenderer {
                return .failure(Refusal(description: "\(gles.renderer) is no GPU"))
            }
            return .success(gles)
        } catch {
            return .failure(Refusal(description: "\(error)"))
        }
    }

    /// Buffers of the GPU's and the CPU's do not mix: the screen starts over.
    private func openWithoutGPU() throws(PipelineError) {
        usesGPU = false
        canvas = .blank
        screen.close()
        screen = try Self.open(display, usesGPU: false, stop: stop)
    }

    private func whyNoPlanes(_ mode: ScreenMode) -> String? {
        if !mode.hasOverlayPlane { return "\(mode.driver) has no overlay plane" }
        return display.rotation == .none ? nil : "the picture is turned"
    }

    private func layered(_ mode: ScreenMode) -> LayeredCompositor {
        let compositor = LayeredCompositor(size: mode.pictureSize)
        compositor.acceptsOverlay = { [unowned self] in acceptsOverlay(at: $0) }
        return compositor
    }

    /// Asked when the window's place changes.
    private func acceptsOverlay(at bounds: PixelRect) -> Bool {
        switch screen.testOverlay(at: bounds) {
        case .accepted:
            note(compositor: "planes", reason: "an overlay plane shows the window")
            return true
        case .refused(let reason):
            note(compositor: "cpu", reason: "planes: \(reason)")
            return false
        }
    }
}

internal import Compositing
internal import KMS
internal import Media
internal import Platform
internal import Presentation

/// A display, through kernel mode setting.
///
///     compose ─► canvas ─ commit ─► Screen ─► page flip ─► nextEvent() = .flipped
///                   ▲                  │
///                   └── choose(for:) ◄─┴─ a mode was set, or nothing can be shown
///
/// Displays come and go while the output stays: without one it is blank, and
/// goes on by itself when the screen does.
///
/// Thread: bound to the presentation thread.
final class KMSOutput: DisplayOutput {
    var state: OutputState
    private(set) var refreshInterval = Hertz.thirty.interval
    let isVirtual = false
    let stop: WakeUp
    let display: DisplayConfiguration
    let screen: Screen
    /// What draws, and why.
    var drawing: DrawingPolicy
    private var canvas = DisplayCanvas.blank()
    private var pacer: FlipPacer
    /// What `nextEvent` tells before it waits again.
    private var news: OutputEvent?

    /// - Parameters:
    ///   - display: Which display, and how it is driven.
    ///   - choice: Which compositor draws.
    ///   - stop: Signalled to end the wait, and stays signalled.
    /// - Throws: `PipelineError.output` where no waiting would give a display;
    ///   `.compositor` for a GPU that was asked for and cannot be had.
    init(
        _ display: DisplayConfiguration,
        compositor choice: CompositorKind,
        stop: WakeUp
    ) throws(PipelineError) {
        self.display = display
        self.stop = stop
        drawing = DrawingPolicy(
            choice,
            isTurned: display.rotation != .none,
            mayUseGPU: choice == .gles
                || choice == .automatic && DisplayDevices.mayHaveGPU(connector: display.connector)
        )
        screen = try Self.open(display, usesGPU: drawing.usesGPU, stop: stop)
        state = OutputState(kind: "kms", compositor: choice.rawValue, renderer: "none")
        state.rotation = display.rotation
        pacer = Self.pacer(refreshInterval, hasVerticalBlank: false)
        adoptScreen()
        // Later a picture drawn otherwise is better than none.
        if choice == .gles, let gpuRefusal = drawing.gpuRefusal {
            throw .compositor("gles cannot be had: \(gpuRefusal); accepted: auto, planes, cpu")
        }
    }

    var compositor: any Compositor { canvas.compositor }

    func start() -> MonotonicTime { MonotonicClock.now() }

    func nextEvent() -> OutputEvent {
        while true {
            if let event = news {
                news = nil
                return event
            }
            switch screen.wait(until: pacer.deadline) {
            case .flipped(let time):
                if let flip = pacer.flipped(at: time, now: MonotonicClock.now()) {
                    return .flipped(flip)
                }
            case .deadline:
                let flip = pacer.timerFired(at: MonotonicClock.now())
                return canvas.isBlank ? .blank(flip) : .flipped(flip)
            case .activated, .deactivated:
                adoptScreen()
                return .changed(MonotonicClock.now())
            case .stopRequested:
                return .stopRequested
            }
        }
    }

    func commit(_ damage: Damage) throws(CompositingError) -> Bool {
        guard !canvas.isBlank, !pacer.isFlipPending else { return false }
        if let error = try canvas.present(damage, on: screen) {
            refused(error)
            return false
        }
        pacer.committed()
        if drawing.committed(isOnPlane: canvas.isWindowOnPlane), let mode = screen.mode {
            describe(mode)
            news = .described
        }
        return true
    }

    func renewCompositor() throws(PipelineError) {
        do throws(KMSError) {
            if drawing.usesGPU { try screen.renewGPUWindow() }
        } catch {
            throw .output("\(error)")
        }
        adoptScreen()
    }

    func close() {
        canvas = .blank()
        screen.close()
    }
}

// MARK: - Displays that come and go

extension KMSOutput {
    /// Takes over the screen's mode, or that there is none.
    private func adoptScreen() {
        canvas = .blank()
        drawing.screenChanged()
        if drawing.usesGPU, let mode = screen.mode { canvas = openGPU(mode) }
        // Without a GPU the screen has set its mode anew, or lost the display.
        guard let mode = screen.mode else { return showNothing() }
        if canvas.isBlank { canvas = chooseForMemory(mode) }
        refreshInterval = mode.refreshRate.interval
        pacer = Self.pacer(refreshInterval, hasVerticalBlank: mode.hasVerticalBlank)
        describe(mode)
    }

    private func showNothing() {
        pacer = Self.pacer(refreshInterval, hasVerticalBlank: false)
        let (rotation, waiting) = (state.rotation, screen.waiting)
        state = OutputState(kind: "kms", compositor: drawing.choice.rawValue, renderer: "none")
        state.rotation = rotation
        state.waiting = waiting.map { "\($0)" } ?? "the display is off"
        state.counts = screen.counts
    }

    private func describe(_ mode: ScreenMode) {
        state.size = mode.pictureSize
        state.refreshRate = mode.refreshRate
        state.connector = mode.connector
        state.driver = mode.driver
        state.compositor = drawing.isWindowRefused ? "cpu" : canvas.compositor.name
        state.renderer = canvas.compositor.renderer
        state.reason = drawing.reason(.init(mode))
        state.waiting = nil
        state.counts = screen.counts
    }

    private static func pacer(_ interval: Nanoseconds, hasVerticalBlank: Bool) -> FlipPacer {
        FlipPacer(
            refreshInterval: interval,
            hasVerticalBlank: hasVerticalBlank,
            startingAt: MonotonicClock.now()
        )
    }

    private static func open(
        _ display: DisplayConfiguration,
        usesGPU: Bool,
        stop: WakeUp
    ) throws(PipelineError) -> Screen {
        do {
            let configuration = ScreenConfiguration(
                connector: display.connector,
                mode: display.mode,
                rotation: display.rotation,
                usesGPUBuffers: usesGPU
            )
            return try Screen.open(configuration, stop: stop)
        } catch {
            throw .output("kms: \(error)")
        }
    }
}

// MARK: - Commits

extension KMSOutput {
    private func refused(_ error: KMSError) {
        switch drawing.refused("\(error)", isOnPlane: canvas.isWindowOnPlane ?? false) {
        case .nothing: break
        case .drawWindowIn:
            if case .planes(let layers) = canvas { allowOverlay(of: layers) }
        case .giveUpGPU:
            giveUpGPU(because: "\(error)")
            adoptScreen()
            news = .changed(MonotonicClock.now())
        case .describe:
            state.reason = "\(error)"
            state.counts = screen.counts
            news = .described
        }
    }
}

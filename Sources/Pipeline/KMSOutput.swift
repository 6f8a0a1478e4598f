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
    let choice: CompositorKind
    let screen: Screen
    /// Whether the screen's buffers are a GPU's.
    var usesGPU: Bool
    /// Why no GPU draws, once that was tried or ruled out.
    var gpuRefusal: String?
    /// Why the display will not show the window on a plane of its own.
    var overlayRefusal: String? {
        didSet { hasNewVerdict = true }
    }
    /// Whether that was a test: another place may be accepted.
    var isOverlayRefusedByTest = false
    /// Whether an overlay plane shows the window.
    private(set) var isOverlaid = false
    /// Commits that the display has refused since it last took one.
    private var refusedCommits = 0
    private var canvas = DisplayCanvas.blank()
    private var pacer: FlipPacer
    /// Whether the status does not tell of the last verdict yet.
    private var hasNewVerdict = false
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
        self.choice = choice
        self.stop = stop
        usesGPU = Self.mayUseGPU(choice, connector: display.connector)
        screen = try Self.open(display, usesGPU: usesGPU, stop: stop)
        state = OutputState(kind: "kms", compositor: choice.rawValue, renderer: "none")
        state.rotation = display.rotation
        pacer = Self.pacer(refreshInterval, hasVerticalBlank: false)
        adoptScreen()
        // Later a picture drawn otherwise is better than none.
        if choice == .gles, let gpuRefusal {
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

    func commit(_ damage: SceneDamage) throws(CompositingError) -> Bool {
        guard !canvas.isBlank, !pacer.isFlipPending else { return false }
        if let error = try canvas.present(damage, on: screen) {
            refused(error)
            return false
        }
        pacer.committed()
        refusedCommits = 0
        if case .planes(let layers) = canvas { note(layers.changes.overlay != nil) }
        return true
    }

    func renewCompositor() throws(PipelineError) {
        do throws(KMSError) {
            if usesGPU { try screen.renewGPUWindow() }
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
        refusedCommits = 0
        overlayRefusal = nil
        isOverlaid = false
        if usesGPU, let mode = screen.mode { canvas = openGPU(mode) }
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
        state = OutputState(kind: "kms", compositor: choice.rawValue, renderer: "none")
        state.rotation = rotation
        state.waiting = waiting.map { "\($0)" } ?? "the display is off"
        state.counts = DisplayCounts(screen.statistics)
    }

    private func describe(_ mode: ScreenMode) {
        state.size = mode.pictureSize
        state.refreshRate = mode.refreshRate
        state.connector = mode.connector
        state.driver = mode.driver
        state.compositor = overlayRefusal == nil ? canvas.compositor.name : "cpu"
        state.renderer = canvas.compositor.renderer
        state.reason = reason(mode)
        state.waiting = nil
        state.counts = DisplayCounts(screen.statistics)
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
    /// A display may refuse what it agreed to before: buffers have to be where
    /// it can read them. What else could work is tried instead.
    private func refused(_ error: KMSError) {
        refusedCommits += 1
        switch canvas {
        case .planes(let layers) where overlayRefusal == nil && layers.changes.overlay != nil:
            overlayRefusal = "\(error)"
            isOverlayRefusedByTest = false
            allowOverlay(of: layers)
        case .gles where refusedCommits == 3:
            giveUpGPU(because: "\(error)")
            adoptScreen()
            news = .changed(MonotonicClock.now())
        default:
            guard refusedCommits == 1 else { return }
            state.reason = "\(error)"
            state.counts = DisplayCounts(screen.statistics)
            news = .described
        }
    }

    /// Says whether an overlay plane shows the window.
    private func note(_ isOverlaidNow: Bool) {
        guard isOverlaidNow != isOverlaid || hasNewVerdict else { return }
        guard let mode = screen.mode else { return }
        isOverlaid = isOverlaidNow
        hasNewVerdict = false
        describe(mode)
        news = .described
    }
}

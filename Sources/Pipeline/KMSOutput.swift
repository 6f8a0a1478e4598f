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
    private(set) var state: OutputState
    private(set) var refreshInterval = Hertz.thirty.interval
    let isVirtual = false
    let stop: WakeUp
    let display: DisplayConfiguration
    let choice: CompositorKind
    var screen: Screen
    var usesGPU: Bool
    var canvas = DisplayCanvas.blank
    private var pacer: FlipPacer
    /// Whether there was a display to draw for.
    private(set) var hasShown = false
    /// Whether `state` changed while nothing else did.
    var hasNews = false

    /// - Parameters:
    ///   - display: Which display, and how it is driven.
    ///   - choice: Which compositor draws.
    ///   - stop: Signalled to end the wait, and stays signalled.
    /// - Throws: `PipelineError.output` where no waiting would give a display;
    ///   `.compositor`.
    init(
        _ display: DisplayConfiguration,
        compositor choice: CompositorKind,
        stop: WakeUp
    ) throws(PipelineError) {
        self.display = display
        self.choice = choice
        self.stop = stop
        usesGPU = Self.mayUseGPU(choice)
        screen = try Self.open(display, usesGPU: usesGPU, stop: stop)
        state = OutputState(kind: "kms", compositor: choice.rawValue, renderer: "none")
        state.rotation = display.rotation
        pacer = Self.pacer(refreshInterval, hasVerticalBlank: false)
        try adoptScreen()
    }

    var compositor: any Compositor { canvas.compositor }

    func start() -> MonotonicTime { MonotonicClock.now() }

    func nextEvent() -> OutputEvent {
        while true {
            if hasNews {
                hasNews = false
                return .described
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
                return changed()
            case .stopRequested:
                return .stopRequested
            }
        }
    }

    func commit(_ damage: SceneDamage) throws(CompositingError) -> Bool {
        guard !canvas.isBlank, !pacer.isFlipPending else { return false }
        guard let error = try canvas.present(damage, on: screen) else {
            pacer.committed()
            return true
        }
        note(reason: "\(error)")
        return false
    }

    func renewCompositor() throws(PipelineError) {
        do throws(KMSError) {
            if usesGPU { try screen.renewGPUWindow() }
        } catch {
            throw .output("\(error)")
        }
        try adoptScreen()
    }

    func close() {
        canvas = .blank
        screen.close()
    }
}

// MARK: - Displays that come and go

extension KMSOutput {
    private func changed() -> OutputEvent {
        do {
            try adoptScreen()
        } catch {
            // The mode is there and nothing can draw for it: as good as no display.
            showNothing(because: "\(error)")
        }
        return .changed(MonotonicClock.now())
    }

    /// Takes over the screen's mode, or that there is none.
    private func adoptScreen() throws(PipelineError) {
        guard let mode = screen.mode else {
            return showNothing(because: screen.waiting.map { "\($0)" } ?? "the display is off")
        }
        let (chosen, reason) = try choose(for: mode)
        // Choosing may have opened the screen anew, and lost the display meanwhile.
        guard let mode = screen.mode else {
            return showNothing(because: screen.waiting.map { "\($0)" } ?? "the display is off")
        }
        canvas = chosen
        refreshInterval = mode.refreshRate.interval
        pacer = Self.pacer(refreshInterval, hasVerticalBlank: mode.hasVerticalBlank)
        state.size = mode.pictureSize
        state.refreshRate = mode.refreshRate
        state.connector = mode.connector
        state.driver = mode.driver
        state.compositor = canvas.compositor.name
        state.renderer = canvas.compositor.renderer
        let reasons = [mode.shortfall, reason].compactMap { $0 }
        state.reason = reasons.isEmpty ? nil : reasons.joined(separator: "; ")
        state.waiting = nil
        hasShown = true
    }

    private func showNothing(because reason: String) {
        canvas = .blank
        pacer = Self.pacer(refreshInterval, hasVerticalBlank: false)
        state.size = nil
        state.refreshRate = nil
        state.waiting = reason
    }

    private static func pacer(_ interval: Nanoseconds, hasVerticalBlank: Bool) -> FlipPacer {
        FlipPacer(
            refreshInterval: interval,
            hasVerticalBlank: hasVerticalBlank,
            startingAt: MonotonicClock.now()
        )
    }

    static func open(
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

    /// Says something else about the same output.
    func note(compositor: String? = nil, reason: String) {
        let name = compositor ?? state.compositor
        guard state.compositor != name || state.reason != reason else { return }
        state.compositor = name
        state.reason = reason
        hasNews = true
    }
}

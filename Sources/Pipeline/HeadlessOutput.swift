internal import Compositing
internal import Media
internal import Platform
internal import Presentation

/// A display without a screen: scanouts on a monotonic grid.
///
/// Thread: bound to the presentation thread.
final class HeadlessOutput: DisplayOutput {
    private(set) var compositor: any Compositor
    private(set) var state: OutputState
    let refreshInterval: Nanoseconds
    let isVirtual = false
    let stop: WakeUp
    private let choice: CompositorKind
    private var polling: PollSet
    private var pacer: FlipPacer

    /// - Parameters:
    ///   - mode: What the display would show.
    ///   - choice: Which compositor draws.
    ///   - reason: Why it is not a display, where one would have been preferred.
    ///   - stop: Signalled to end the wait, and stays signalled.
    /// - Throws: `PipelineError.compositor`.
    init(
        mode: HeadlessMode,
        compositor choice: CompositorKind,
        reason: String?,
        stop: WakeUp
    ) throws(PipelineError) {
        self.choice = choice
        self.stop = stop
        compositor = try CompositorChoice.open(choice, size: mode.size)
        state = OutputState(headless: mode, compositor: compositor)
        state.reason = reason
        refreshInterval = mode.refreshRate.interval
        polling = PollSet(capacity: 1)
        polling.add(stop.rawValue, tag: PollSet.Tag(rawValue: 0))
        pacer = FlipPacer(
            refreshInterval: refreshInterval,
            hasVerticalBlank: false,
            startingAt: .init(nanoseconds: 0)
        )
    }

    func start() -> MonotonicTime {
        let now = MonotonicClock.now()
        pacer = FlipPacer(
            refreshInterval: refreshInterval,
            hasVerticalBlank: false,
            startingAt: now
        )
        return now
    }

    func nextEvent() -> OutputEvent {
        guard polling.wait(until: pacer.deadline).isEmpty else { return .stopRequested }
        return .flipped(pacer.timerFired(at: MonotonicClock.now()))
    }

    /// The compositor's own framebuffer is the screen.
    func commit(_ damage: SceneDamage) -> Bool { true }

    func renewCompositor() throws(PipelineError) {
        compositor = try CompositorChoice.open(choice, size: compositor.size)
    }

    func close() {}
}

extension OutputState {
    init(headless mode: HeadlessMode, compositor: any Compositor) {
        self.init(
            kind: "headless",
            compositor: compositor.name,
            renderer: compositor.renderer
        )
        size = mode.size
        refreshRate = mode.refreshRate
    }
}

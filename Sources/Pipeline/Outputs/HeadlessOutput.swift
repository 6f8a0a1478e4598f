internal import Compositing
internal import Media
internal import Platform
internal import Presentation

/// A display without a screen: scanouts on a monotonic grid, which begins with
/// the first picture.
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
        compositor = try CompositorChoice.open(choice, size: mode.pictureSize)
        state = OutputState(headless: mode, compositor: compositor)
        state.reason = reason
        refreshInterval = mode.refreshRate.interval
        polling = PollSet(capacity: 1)
        polling.add(stop.rawValue, tag: PollSet.Tag(rawValue: 0))
        pacer = Self.pacer(refreshInterval, startingAt: .init(nanoseconds: 0))
    }

    private static func pacer(_ interval: Nanoseconds, startingAt time: MonotonicTime) -> FlipPacer
    {
        FlipPacer(refreshInterval: interval, hasVerticalBlank: false, startingAt: time)
    }

    func start() -> MonotonicTime {
        let now = MonotonicClock.now()
        pacer = Self.pacer(refreshInterval, startingAt: now)
        return now
    }

    func nextEvent() -> OutputEvent {
        guard polling.wait(until: pacer.deadline).isEmpty else { return .stopRequested }
        return .flipped(pacer.timerFired(at: MonotonicClock.now()))
    }

    func nextEvent(orArrival arrival: WakeUp) -> OutputEvent {
        let ready = polling.wait(until: pacer.deadline, guest: arrival.rawValue)
        if ready.contains(PollSet.Tag(rawValue: 0)) { return .stopRequested }
        let now = MonotonicClock.now()
        if arrival.drain() { return .pictureCame(now) }
        return .flipped(pacer.timerFired(at: now))
    }

    func begin(at time: MonotonicTime) -> Bool {
        pacer = Self.pacer(refreshInterval, startingAt: time - refreshInterval)
        return true
    }

    /// The compositor's own framebuffer is the screen.
    func commit(_ damage: Damage) -> Bool { true }

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
        size = mode.pictureSize
        rotation = mode.rotation
        refreshRate = mode.refreshRate
    }
}

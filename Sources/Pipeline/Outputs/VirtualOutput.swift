internal import Compositing
internal import Media
internal import Platform
internal import Presentation

/// An ideal display in virtual time: every scanout happens at once, exactly on
/// time, so that the same input gives the same decisions on any machine.
///
/// Thread: bound to the presentation thread.
final class VirtualOutput: DisplayOutput {
    private(set) var compositor: any Compositor
    let state: OutputState
    let refreshInterval: Nanoseconds
    let isVirtual = true
    let stop: WakeUp
    private let choice: CompositorKind
    private var polling: PollSet
    /// Starts above zero, which flip times use for "unknown".
    private var now = MonotonicTime.milliseconds(1000)

    /// - Parameters:
    ///   - mode: What the display would show.
    ///   - choice: Which compositor draws.
    ///   - stop: Signalled to end the run, and stays signalled.
    /// - Throws: `PipelineError.compositor`.
    init(mode: HeadlessMode, compositor choice: CompositorKind, stop: WakeUp) throws(PipelineError)
    {
        self.choice = choice
        self.stop = stop
        compositor = try CompositorChoice.open(choice, size: mode.pictureSize)
        state = OutputState(headless: mode, compositor: compositor)
        refreshInterval = mode.refreshRate.interval
        polling = PollSet(capacity: 1)
        polling.add(stop.rawValue, tag: PollSet.Tag(rawValue: 0))
    }

    func start() -> MonotonicTime { now }

    func nextEvent() -> OutputEvent {
        guard polling.wait(until: .init(nanoseconds: 0)).isEmpty else { return .stopRequested }
        now += refreshInterval
        return .flipped(Flip(time: now, observed: now, missed: 0))
    }

    func commit(_ damage: Damage) -> Bool { true }

    func renewCompositor() throws(PipelineError) {
        compositor = try CompositorChoice.open(choice, size: compositor.size)
    }

    func close() {}
}

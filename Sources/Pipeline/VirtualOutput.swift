internal import Media
internal import Platform

/// An ideal display in virtual time: every scanout happens at once, exactly on
/// time, so that the same input gives the same decisions on any machine.
///
/// Thread: bound to the presentation thread.
final class VirtualOutput: DisplayOutput {
    let refreshInterval: Nanoseconds
    let isVirtual = true
    let stop: WakeUp
    private var polling: PollSet
    /// Starts above zero, which flip times use for "unknown".
    private var now = MonotonicTime.milliseconds(1000)

    /// `stop` is signalled to end the run, and stays signalled.
    init(refreshInterval: Nanoseconds, stop: WakeUp) {
        self.refreshInterval = refreshInterval
        self.stop = stop
        polling = PollSet(capacity: 1)
        polling.add(stop.rawValue, tag: PollSet.Tag(rawValue: 0))
    }

    func start() -> MonotonicTime { now }

    func nextEvent() -> OutputEvent {
        guard polling.wait(until: .init(nanoseconds: 0)).isEmpty else { return .stopRequested }
        now += refreshInterval
        return .flipped(Flip(time: now, observed: now, missed: 0))
    }
}

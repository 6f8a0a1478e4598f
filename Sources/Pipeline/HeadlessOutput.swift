internal import Media
internal import Platform

/// A display without a screen: scanouts on a monotonic grid.
///
/// The grid never drifts: scanout `k` is at `start + k · interval`, however
/// late the thread wakes up. Scanouts slept through are counted as missed.
///
/// Thread: bound to the presentation thread.
final class HeadlessOutput: DisplayOutput {
    let refreshInterval: Nanoseconds
    let isVirtual = false
    let stop: WakeUp
    private var polling: PollSet
    private var last = MonotonicTime(nanoseconds: 0)

    /// `stop` is signalled to end the wait, and stays signalled.
    init(refreshInterval: Nanoseconds, stop: WakeUp) {
        self.refreshInterval = refreshInterval
        self.stop = stop
        polling = PollSet(capacity: 1)
        polling.add(stop.rawValue, tag: PollSet.Tag(rawValue: 0))
    }

    func start() -> MonotonicTime {
        last = MonotonicClock.now()
        return last
    }

    func nextEvent() -> OutputEvent {
        let next = last + refreshInterval
        guard polling.wait(until: next).isEmpty else { return .stopRequested }
        let now = MonotonicClock.now()
        let missed = max(0, (now - next).count / refreshInterval.count)
        last = next + refreshInterval * missed
        return .flipped(Flip(time: last, observed: max(now, last), missed: Int(missed)))
    }
}

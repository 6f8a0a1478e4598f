internal import FrameTransport
internal import Media
internal import Platform
internal import Presentation
internal import Synchronization

/// Whether pictures reach the output, or the held one is there as it should be.
///
/// Thread: safe.
final class OutputHealth: Sendable {
    private let shared: PresenterShared
    private let policy = Mutex(
        HealthPolicy(refreshInterval: Hertz.thirty.interval, startedAt: MonotonicClock.now())
    )

    init(_ shared: PresenterShared) { self.shared = shared }

    /// As it is now, in real time.
    func verdict() -> HealthVerdict {
        let metrics = shared.metrics
        let lastFlip = MonotonicTime(nanoseconds: Int64(metrics.lastFlipNanoseconds.count))
        let isOwed = metrics.isPictureOwed.count > 0
        let isBlank = metrics.isBlank.count > 0
        let waiting = shared.outputState.waiting ?? "the display is being set up"
        return policy.withLock { policy in
            if lastFlip.nanoseconds > 0 {
                policy.looped(at: lastFlip)
                if isBlank {
                    policy.outputLost(at: lastFlip, cause: waiting)
                } else if isOwed {
                    policy.pictureDue(at: lastFlip)
                } else {
                    policy.outputAdvanced(at: lastFlip)
                }
            }
            return policy.healthy(at: MonotonicClock.now())
        }
    }
}

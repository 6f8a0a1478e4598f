internal import FrameTransport
internal import Media
internal import Presentation

/// What the presentation thread measures: cadence, lateness, cost.
///
/// Thread: written by the presentation thread; the counters and histograms are
/// read by any.
final class PresenterMetrics: @unchecked Sendable {
    // @unchecked Sendable: `lastFlip` belongs to the presentation thread; the
    // rest is atomic.

    let main = ViewMetrics()
    let pip = ViewMetrics()
    let outputInterval = Histogram(bounds: ViewMetrics.intervalBounds)
    let compose = Histogram(
        bounds: [250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000].map {
            Nanoseconds($0 * 1000)
        }
    )
    let flips = Counter()
    /// Scanouts that passed without the thread being there.
    let lateFlips = Counter()
    /// The output's time at the last flip, in nanoseconds; zero before.
    let lastFlipNanoseconds = Counter()
    /// 1 once something was drawn.
    let hasDrawn = Counter()
    /// 1 while the scene could not be drawn as it should be.
    let isPictureOwed = Counter()
    private var lastFlip: MonotonicTime?

    /// A framebuffer was drawn.
    func drew(within cost: Nanoseconds) {
        compose.record(cost)
        hasDrawn.set(1)
        isPictureOwed.set(0)
    }

    func flipped(_ flip: Flip) {
        if let lastFlip { outputInterval.record(flip.observed - lastFlip) }
        lastFlip = flip.observed
        flips.add()
        lateFlips.add(flip.missed)
        lastFlipNanoseconds.set(Int(flip.observed.nanoseconds))
    }
}

/// The cadence of one view.
///
/// Thread: as `PresenterMetrics`.
final class ViewMetrics: @unchecked Sendable {
    // @unchecked Sendable: `last` and `detector` belong to the presentation
    // thread; the rest is atomic.

    /// Around the frame times of 240, 120, 60, 50, 30, 25, 24 and 15 fps, and up to freezes.
    static let intervalBounds: [Nanoseconds] = [
        5, 9, 15, 18, 22, 28, 32, 35, 38, 42, 50, 70, 100, 200, 500, 1000, 5000,
    ].map { .milliseconds($0) }

    let interval = Histogram(bounds: intervalBounds)
    let presented = Counter()
    let freezes = Counter()
    /// The position of the layer's status among all cases.
    let status = Counter()
    private var last: MonotonicTime?
    private var detector = FreezeDetector()

    /// A new picture of the view's stream is on the screen.
    func presented(at time: MonotonicTime) {
        presented.add()
        if let last { interval.record(time - last) }
        last = time
        if detector.presented(at: time) { freezes.add() }
    }

    /// The view shows another stream, or none: the next picture begins a new cadence.
    func restart() {
        last = nil
        detector.restart()
    }
}

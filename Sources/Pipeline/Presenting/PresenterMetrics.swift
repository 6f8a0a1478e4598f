internal import FrameTransport
internal import Media
internal import Presentation

/// What the presentation thread measures: cadence, lateness, cost.
///
/// Thread: written by the presentation thread, read by any.
final class PresenterMetrics: Sendable {
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
    /// How often what is shown was changed.
    let drawings = Counter()
    /// 1 while there is a picture to show and the output does not.
    let isPictureOwed = Counter()
    /// 1 while there is no display.
    let isBlank = Counter()

    /// A framebuffer was drawn.
    func drew(within cost: Nanoseconds) {
        compose.record(cost)
        drawings.add()
    }

    /// A scanout has begun, so much after the one before.
    func flipped(_ flip: Flip, after interval: Nanoseconds, isPictureOwed isOwed: Bool) {
        outputInterval.record(interval)
        flips.add()
        isPictureOwed.set(isOwed ? 1 : 0)
        lateFlips.add(flip.missed)
        isBlank.set(0)
        lastFlipNanoseconds.set(Int(flip.observed.nanoseconds))
    }
}

extension PresenterMetrics {
    /// A scanout's time has passed without a display.
    func blankPassed(at time: MonotonicTime) {
        isBlank.set(1)
        lastFlipNanoseconds.set(Int(time.nanoseconds))
    }
}

/// The numbers of one view.
///
/// Thread: as `PresenterMetrics`.
final class ViewMetrics: Sendable {
    /// Around the frame times of 240, 120, 60, 50, 30, 25, 24, 20, 15, 10 and 5 fps, and up to freezes.
    static let intervalBounds: [Nanoseconds] = [
        5, 9, 15, 18, 22, 28, 32, 35, 38, 42, 53, 70, 105, 210, 500, 1000, 5000,
    ].map { .milliseconds($0) }

    let interval = Histogram(bounds: intervalBounds)
    let presented = Counter()
    let freezes = Counter()
    /// The position of the layer's status among all cases.
    let status = Counter()
    /// The position of what is drawn in the view among all cases.
    let content = Counter()

    /// What is drawn in the view.
    var drawn: ViewContent { ViewContent.allCases[content.count] }
}

/// The cadence of one view, and its numbers.
///
/// Thread: bound to the presentation thread.
struct ViewCadence {
    private let metrics: Uncounted<ViewMetrics>
    private var streamNumber: UInt32?
    private var last: MonotonicTime?
    private var detector = FreezeDetector()

    /// - Parameter metrics: Kept by the owner of this.
    init(_ metrics: ViewMetrics) {
        self.metrics = Uncounted(metrics)
    }

    /// Says which stream the view shows. Another one begins a new cadence.
    mutating func show(_ number: UInt32?) {
        guard number != streamNumber else { return }
        streamNumber = number
        restart()
    }

    /// The view shows another stream, whose pictures follow those of the one before.
    mutating func goOn(with number: UInt32) { streamNumber = number }

    /// The next picture begins a new cadence.
    mutating func restart() {
        last = nil
        detector.restart()
    }

    /// A new picture of the view's stream is on the screen.
    mutating func presented(at time: MonotonicTime) {
        let isFreeze = detector.presented(at: time)
        metrics { metrics in
            metrics.presented.add()
            if let last { metrics.interval.record(time - last) }
            if isFreeze { metrics.freezes.add() }
        }
        last = time
    }

    func note(_ status: LayerStatus) {
        let position =
            switch status {
            case .unknown: 0
            case .rendering: 1
            case .failed: 2
            }
        metrics { $0.status.set(position) }
    }
}

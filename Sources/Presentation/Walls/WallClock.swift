public import Media

/// The wall's time at each scanout of one display.
///
///     wall time = scanout + (CLOCK_REALTIME − CLOCK_MONOTONIC) − epoch
///
/// NTP slews both clocks alike, so that only a step changes their difference.
///
/// A display is driven by a crystal of its own: its scanouts drift through the pictures' times,
/// at 100 ppm by one refresh interval in three minutes. Where a scanout lies midway between two
/// pictures, microseconds would decide which one it shows (repeat, skip, repeat …). So the time
/// that decides follows the drift, but not back:
///
///     error of the scanout, in refresh intervals
///        ╱╲   ╱╲ ╱   exact
///     ──╱──╲─╱──┴─   decides: held, until the exact one is a quarter behind
///
/// Thread: reentrant; time is an argument.
public struct WallClock: Sendable {
    /// Where the drift went last.
    private enum Drift {
        /// It was not seen long enough.
        case unknown
        case ahead
        case back
    }

    /// Of the scanout that `pass` was told last, as the clocks say.
    public private(set) var exact = Nanoseconds.zero
    /// The same, held against noise: never further from `exact` than a quarter of the interval.
    public private(set) var steady = Nanoseconds.zero
    private let epoch: Nanoseconds
    private var drift = Drift.unknown
    /// Nil before the first scanout.
    private var offset: Nanoseconds?

    /// - Parameter epoch: The wall's.
    public init(epoch: Nanoseconds) {
        self.epoch = epoch
    }

    /// Goes to another scanout; the same one again changes nothing.
    ///
    /// - Parameters:
    ///   - scanout: When it begins.
    ///   - offset: `CLOCK_REALTIME` minus the scanout's clock, now.
    ///   - refreshInterval: The time between two scanouts; above zero.
    ///   - frameInterval: The time between two pictures.
    /// - Returns: By how much the clock was set since the scanout before, where that is more
    ///   than half a frame.
    public mutating func pass(
        to scanout: MonotonicTime,
        offset: Nanoseconds,
        refreshInterval: Nanoseconds,
        frameInterval: Nanoseconds
    ) -> Nanoseconds? {
        let change = self.offset.map { offset - $0 }
        self.offset = offset
        exact = Nanoseconds(scanout.nanoseconds) + offset - epoch
        guard let change, change.magnitude <= frameInterval / 2 else {
            (steady, drift) = (exact, .unknown)
            return change
        }
        hold(against: refreshInterval)
        return nil
    }

    /// Lays the grid of the scanouts before on, and looks how far the exact time is off.
    private mutating func hold(against interval: Nanoseconds) {
        let count = Self.intervals(in: exact - steady, of: interval)
        guard (-Self.mostMissed...Self.mostMissed).contains(count) else {
            (steady, drift) = (exact, .unknown)
            return
        }
        let expected = steady + interval * count
        let error = exact - expected
        switch drift {
        case .unknown where error.magnitude > interval / 8: drift = error > .zero ? .ahead : .back
        case .ahead where error < interval / -4: drift = .back
        case .back where error > interval / 4: drift = .ahead
        default: break
        }
        // In small steps: pictures that have crossed over on their own would do so once more.
        let (most, farthest) = (interval * Int64(count.magnitude) / Self.pace, interval / 4)
        steady =
            switch drift {
            case .unknown: expected
            case .ahead: max(expected, exact - farthest, min(exact, expected + most))
            case .back: min(expected, exact + farthest, max(exact, expected - most))
            }
    }

    /// What is held follows the drift by one part of so many: by 200 millionths.
    private static let pace: Int64 = 5000

    /// Behind so many scanouts nothing is known of the drift any more.
    private static let mostMissed: Int64 = 128

    /// The nearest whole number of intervals.
    private static func intervals(in length: Nanoseconds, of interval: Nanoseconds) -> Int64 {
        let half = interval.count / 2
        return (length.count >= 0 ? length.count &+ half : length.count &- half) / interval.count
    }
}

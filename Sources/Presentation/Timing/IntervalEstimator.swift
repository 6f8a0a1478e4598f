internal import Media

/// The interval of a stream's pictures, learnt from their timestamps.
///
/// A running mean: the errors of rounded timestamps cancel between neighbours,
/// so that after n intervals a millisecond of rounding weighs 1/n. A median
/// would settle on 33 ms for 33, 33, 34 and never see 30 fps.
///
///     intervals  33 33 34 33 |67| 33 34 33 …      67: a lost picture, ignored
///     intervals  40 40 40 |17 17 17| 17 …         three like it: a new rate
struct IntervalEstimator: Sendable {
    /// The interval so far; nil before the first.
    private(set) var interval: Nanoseconds?
    /// How many intervals the mean rests on, up to `memory`.
    private(set) var sampleCount: Int64 = 0
    private var rejected: Int64 = 0
    private var rejectedSum = Nanoseconds.zero

    private static let memory: Int64 = 128
    private static let rejectionsForANewRate: Int64 = 3

    /// Learns from one distance between neighbours; zero and less say nothing.
    mutating func add(_ distance: Nanoseconds) {
        guard distance.count > 0 else { return }
        guard let mean = interval else {
            interval = distance
            sampleCount = 1
            return
        }
        guard distance * 2 > mean, distance * 2 < mean * 3 else {
            reject(distance)
            return
        }
        rejected = 0
        rejectedSum = .zero
        sampleCount = min(sampleCount + 1, Self.memory)
        interval = mean + (distance - mean) / sampleCount
    }

    /// Keeps the value but lets new intervals change it quickly.
    mutating func loosen() {
        sampleCount = min(sampleCount, 4)
    }

    /// Outliers in a row that resemble each other are the stream's new rate.
    private mutating func reject(_ distance: Nanoseconds) {
        let mean = rejected == 0 ? distance : rejectedSum / rejected
        if distance * 2 <= mean || distance * 2 >= mean * 3 {
            rejected = 0
            rejectedSum = .zero
        }
        rejected += 1
        rejectedSum += distance
        guard rejected == Self.rejectionsForANewRate else { return }
        interval = rejectedSum / rejected
        sampleCount = rejected
        rejected = 0
        rejectedSum = .zero
    }
}

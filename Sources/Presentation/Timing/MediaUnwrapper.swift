internal import Media

/// Puts samples on one media time that never jumps or runs backwards.
///
///     pts     0  33  67 │ 0  33  67 │ 9000  9033      loops, jumps
///     media   0  33  67  100 133 167   200   233
///
/// A step between 0 and 2 s is believed; a longer one only if the sample before
/// states such a duration. Everything else, and whatever the stream announces,
/// is a discontinuity, and its owner says where time goes on.
struct MediaUnwrapper: Sendable {
    private(set) var interval = IntervalEstimator()
    private(set) var media = Nanoseconds.zero
    private var last: SampleBuffer?

    /// How many intervals must have been seen to call a stream faster than the display.
    private static let settledSamples: Int64 = 16
    private static let longestStep = Nanoseconds.milliseconds(2000)

    /// The media time of the next sample; nil at a discontinuity, where the
    /// owner calls `resume` before anything else.
    mutating func place(_ sample: SampleBuffer) -> Nanoseconds? {
        guard let last, !sample.attachments.contains(.discontinuity) else { return nil }
        let step = sample.pts - last.pts
        guard step.count >= 0, step <= max(Self.longestStep, last.duration * 2) else { return nil }
        interval.add(step)
        media += step
        self.last = sample
        return media
    }

    /// Goes on from `media` with a sample that `place` has refused.
    mutating func resume(at media: Nanoseconds, with sample: SampleBuffer) {
        interval.loosen()
        self.media = media
        last = sample
    }

    /// Where a sample belongs that simply follows the last one; nil for the first.
    func successor(refreshInterval: Nanoseconds) -> Nanoseconds? {
        guard let last else { return nil }
        // After a rate limit the stated duration is shorter than the cadence.
        let step = max(last.duration, interval.interval ?? .zero)
        return media + (step.count > 0 ? step : refreshInterval)
    }

    /// Whether a display cannot show every sample. Rates less than 1 % apart
    /// are the same one, by two crystals.
    func isFaster(than refreshInterval: Nanoseconds) -> Bool {
        guard let interval = interval.interval else { return false }
        return self.interval.sampleCount >= Self.settledSamples
            && interval < refreshInterval * 99 / 100
    }
}

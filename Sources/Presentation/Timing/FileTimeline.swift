internal import Media

/// When the samples of a file are due: media time is laid over the display's
/// scanouts so that every sample gets one, in order.
///
///     scanouts   │     │     │     │     │     │      30 Hz
///     25 fps     ▲       ▲       ▲      ▲       ▲
///                0     1     2     3     3     4      shown: 3 stays for two
///
/// - *Anchor.* The first sample is due exactly at the first scanout asked for.
/// - *Nearest scanout.* A sample is due a little over half a refresh interval
///   before its time. The little (1/20) breaks the tie of 24 fps at 60 Hz, where
///   every other picture lies midway between two scanouts.
/// - *Phase lock.* Each picture shown moves the anchor by 1/1024 of its error.
///   Crystals of display and computer that differ by 100 ppm then settle at
///   a tenth of an interval instead of drifting through the decision boundary,
///   where microseconds would decide (repeat, skip, repeat …). 29.97 fps at
///   30 Hz, 1000 ppm off, is beyond the lock: one repeat in 33 to 40 seconds.
/// - *Slip.* When the file falls behind by more than 1.5 refresh intervals (a
///   starved computer), time gives way: the late picture becomes punctual.
struct FileTimeline: Sendable {
    private var unwrapper = MediaUnwrapper()
    private var anchor: MonotonicTime?
    /// By how much time has given way, in all.
    private(set) var slipped = Nanoseconds.zero

    mutating func place(_ sample: SampleBuffer, refreshInterval: Nanoseconds) -> Nanoseconds {
        if let media = unwrapper.place(sample) { return media }
        let media = unwrapper.successor(refreshInterval: refreshInterval) ?? .zero
        unwrapper.resume(at: media, with: sample)
        return media
    }

    /// The presentation time; nil before the first sample has been shown.
    func presentationTime(of media: Nanoseconds) -> MonotonicTime? {
        anchor.map { $0 + media }
    }

    /// The earliest scanout at which a sample is due; nil for the first: any.
    func earliestScanout(for media: Nanoseconds, refreshInterval: Nanoseconds) -> MonotonicTime? {
        presentationTime(of: media).map { $0 - lead(refreshInterval) }
    }

    /// Whether the display cannot show every sample of the file.
    func isFaster(than refreshInterval: Nanoseconds) -> Bool {
        unwrapper.isFaster(than: refreshInterval)
    }

    /// Whether the last sample has been shown for its time when a scanout begins: one that
    /// followed it would be due. True where none was shown.
    func isOver(at scanout: MonotonicTime, refreshInterval: Nanoseconds) -> Bool {
        guard let next = unwrapper.successor(refreshInterval: refreshInterval),
            let due = earliestScanout(for: next, refreshInterval: refreshInterval)
        else { return true }
        return due <= scanout
    }

    /// A sample has been given the scanout.
    mutating func presented(
        _ media: Nanoseconds,
        at scanout: MonotonicTime,
        refreshInterval: Nanoseconds
    ) {
        guard let time = presentationTime(of: media) else {
            anchor = scanout - media
            return
        }
        let error = scanout - time
        let isSlip = error > refreshInterval * 3 / 2
        if isSlip { slipped = slipped + error }
        anchor = time - media + (isSlip ? error : error / 1024)
    }

    /// Time has stood still for so long: what is to come is due so much later.
    mutating func delay(by pause: Nanoseconds) {
        anchor = anchor.map { $0 + pause }
    }

    /// The next sample shown is punctual by definition.
    mutating func releaseAnchor() {
        anchor = nil
    }

    /// How long before its time a sample is due.
    private func lead(_ refreshInterval: Nanoseconds) -> Nanoseconds {
        let interval = isFaster(than: refreshInterval) ? unwrapper.interval.interval : nil
        return min(interval ?? refreshInterval, refreshInterval) * 11 / 20
    }
}

internal import Media

/// When the samples of a live stream are due: as soon as even the late ones
/// among them have arrived, and no later.
///
///     sent      │     │     │     │
///     arrived   │  •  │ •   │    •│         jitter
///     due           ▲     ▲     ▲     ▲     earliest arrival + delay
///
/// - *Base.* The earliest arrival relative to media time in the last 8–16 s.
///   A backlog after a stall arrives late and leaves it as it is; a clock that
///   drifts moves it slowly.
/// - *Delay.* What the jitter of the last 8–16 s asked for, learnt from samples
///   that missed the scanout they were meant for. It grows at once and shrinks
///   by 1 ms a second, so that one spike does not make the picture step back
///   and forth. With the wait for the next scanout it is at most two frames
///   (of the stream or of the display, whichever is slower), alone at most 50 ms.
/// - *Phase lock.* Up to half a refresh interval more is used to place the due
///   times midway between two scanouts, where no microsecond decides. A clock
///   that drifts thus costs one repeat or one drop, not a flutter of both.
struct LiveTimeline: Sendable {
    private var unwrapper = MediaUnwrapper()
    private var earliest = RollingMinimum()
    private var needed = RollingMinimum()
    /// From handing over a sample to the scanout it can reach at the soonest.
    private(set) var lead: Nanoseconds?
    private(set) var delay = Nanoseconds.zero
    private var lastLearnt: MonotonicTime?

    private static let longestDelay = Nanoseconds.milliseconds(50)

    /// Whether the display cannot show every sample of the stream.
    func isFaster(than refreshInterval: Nanoseconds) -> Bool {
        unwrapper.isFaster(than: refreshInterval)
    }

    mutating func place(_ sample: SampleBuffer, refreshInterval: Nanoseconds) -> Nanoseconds {
        let media = unwrapper.place(sample) ?? resume(with: sample)
        earliest.add(arrival(of: sample) - media, at: sample.decoded)
        return media
    }

    /// The presentation time of a sample that `place` has placed.
    func presentationTime(of media: Nanoseconds) -> MonotonicTime {
        let base = earliest.value ?? .zero
        return MonotonicTime(nanoseconds: 0) + base + media + (lead ?? .zero) + delay
    }

    /// Whether the last sample has been shown for its time when a scanout begins. True
    /// where none was shown.
    func isOver(at scanout: MonotonicTime, refreshInterval: Nanoseconds) -> Bool {
        guard let next = unwrapper.successor(refreshInterval: refreshInterval) else { return true }
        return presentationTime(of: next) <= scanout
    }

    /// Learns from a sample that a scanout is asked for the first time.
    mutating func considered(
        _ entry: QueuedSample,
        at scanout: MonotonicTime,
        refreshInterval: Nanoseconds
    ) {
        let ahead = min(max(scanout - entry.enqueued, .zero), refreshInterval * 2)
        lead = lead.map { $0 + (ahead - $0) / 16 } ?? ahead

        // With a delay of this much or less, an earlier scanout would have been meant.
        let punctual = presentationTime(of: entry.media) - delay
        let missing = scanout - punctual - refreshInterval
        let limit = largestDelay(refreshInterval)
        if missing <= limit * 2 {
            needed.add(-min(missing, limit), at: scanout)
        }
        adapt(at: scanout, refreshInterval: refreshInterval)
    }

    /// A sample has been given the scanout; moves the phase towards the middle.
    mutating func presented(
        _ media: Nanoseconds,
        at scanout: MonotonicTime,
        refreshInterval: Nanoseconds
    ) {
        let error = scanout - presentationTime(of: media) - refreshInterval / 2
        let range = delayRange(refreshInterval)
        guard range.contains(delay) else { return }
        delay = min(max(delay + error / 256, range.lowerBound), range.upperBound)
    }

    private mutating func adapt(at now: MonotonicTime, refreshInterval: Nanoseconds) {
        let range = delayRange(refreshInterval)
        let elapsed = now - (lastLearnt ?? now)
        lastLearnt = now
        if delay < range.lowerBound {
            delay = range.upperBound
        } else if delay > range.upperBound {
            delay = max(range.upperBound, delay - max(.zero, elapsed) / 1000)
        }
        delay = min(delay, largestDelay(refreshInterval))
    }

    /// The delays that serve the jitter; more than enough by up to half an interval.
    private func delayRange(_ refreshInterval: Nanoseconds) -> ClosedRange<Nanoseconds> {
        let limit = largestDelay(refreshInterval)
        let asked = max(.zero, -(needed.value ?? .zero))
        let least = asked.count == 0 ? .zero : asked + refreshInterval / 16
        return min(least, limit)...min(asked + refreshInterval / 2, limit)
    }

    private func largestDelay(_ refreshInterval: Nanoseconds) -> Nanoseconds {
        let frame = max(unwrapper.interval.interval ?? .zero, refreshInterval)
        return min(Self.longestDelay, frame * 2 - refreshInterval)
    }

    /// After a discontinuity time goes on at the arrival: the sample is punctual.
    private mutating func resume(with sample: SampleBuffer) -> Nanoseconds {
        let media = earliest.value.map { max(unwrapper.media, arrival(of: sample) - $0) } ?? .zero
        unwrapper.resume(at: media, with: sample)
        return media
    }

    private func arrival(of sample: SampleBuffer) -> Nanoseconds {
        sample.decoded - MonotonicTime(nanoseconds: 0)
    }
}

/// The smallest value of the last 8 to 16 seconds, in two numbers.
struct RollingMinimum: Sendable {
    private var current: Nanoseconds?
    private var previous: Nanoseconds?
    private var started: MonotonicTime?

    private static let period = Nanoseconds.milliseconds(8000)

    /// Nil until the first value.
    var value: Nanoseconds? {
        switch (current, previous) {
        case (let current?, let previous?): min(current, previous)
        default: current ?? previous
        }
    }

    mutating func add(_ value: Nanoseconds, at now: MonotonicTime) {
        if let started, now - started < Self.period {
            current = current.map { min($0, value) } ?? value
        } else {
            previous = current
            current = value
            started = now
        }
    }
}

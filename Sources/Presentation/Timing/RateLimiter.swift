public import Media

/// Caps a stream's frame rate by slots on the stream's own time.
///
///     pts   │    │    │    │    │    │    │      60 fps
///     slots ▼         ▼         ▼         ▼      30 a second
///           ├─ tolerance ─┤ either side: half an interval of the source
///
/// The obvious rule, "now − last < 1/30: drop", depends on when pictures
/// happen to arrive: it turns a jittery 30 fps source into 16–19 fps. Here the
/// arrival does not matter. A picture is admitted when its timestamp reaches
/// the next slot, and admission moves the slot on by exactly one length:
///
/// - *Tolerance.* A source faster than the cap is decided half an interval
///   before the slot, midway between two candidates, where rounding cannot flip
///   the decision. A source at or below the cap may be early by 0.9 slots, so
///   that jitter in its timestamps drops nothing.
/// - *Phase lock.* Each admission moves the slots a little towards the
///   timestamp. 59.94 fps, whose every second picture comes 0.1 % after the
///   slot, is thereby locked 2:1. The pull is at most 1/400 of a slot, so that
///   31 fps, 3 % off, is not pulled along and comes out at 30.
/// - *Bound.* An admission moves the slots by 0.9955 lengths or more: whatever
///   the input, the output exceeds the cap by less than 0.5 % of media time.
///
/// Media time is the timestamps with jumps taken out: see `advance`. As long as
/// the timestamps make no sense, arrival bounds the rate as well.
public struct RateLimiter: Sendable {
    /// The length of a slot; nil: everything is admitted.
    private let slot: Nanoseconds?
    /// Where the slots lie; nil: they begin with a picture, and follow the pictures.
    private var grid: SlotGrid?
    private var interval = IntervalEstimator()
    private var lastPTS: MediaTime?
    /// Time since the first picture, jumps taken out.
    private var elapsed = Nanoseconds.zero
    /// Time passed already that timestamps will account for.
    private var owed = Nanoseconds.zero
    private var nextSlot: Nanoseconds?
    private var isAtMostCap = false
    private var guarding = ArrivalGuard()
    private var isDiscontinuous = false
    private var framesSinceReset = Self.rareResets

    /// Resets closer together than this many pictures are not believed.
    private static let rareResets = 8
    /// A longer step forwards is a jump. Two seconds, as in the display layer.
    private static let longestStep = Nanoseconds.milliseconds(2000)

    /// - Parameter maximumRate: Nil lifts the cap.
    public init(maximumRate: Hertz?) {
        slot = maximumRate?.interval
    }

    /// Whether the picture with this timestamp, decoded at `arrival`, is shown;
    /// otherwise it is dropped for `DropReason.rate`.
    public mutating func admits(_ pts: MediaTime, arrival: MonotonicTime) -> Bool {
        guard let slot else { return true }
        advance(to: pts, arrival: arrival, slot: slot)
        if let isTaken = grid?.takes(pts) {
            return isTaken && guarding.admits(arrival, slot: slot)
        }
        guard let next = nextSlot else {
            nextSlot = elapsed + slot
            return guarding.admits(arrival, slot: slot)
        }
        guard elapsed >= next - tolerance(slot), guarding.admits(arrival, slot: slot) else {
            return false
        }
        nextSlot = slotAfter(next, slot: slot)
        return true
    }

    /// Whether the sample, which came at `arrival`, is shown. What the program itself asks
    /// for is; a discontinuity is a `reset`.
    public mutating func admits(_ sample: SampleBuffer, arrival: MonotonicTime) -> Bool {
        let attachments = sample.attachments
        if attachments.contains(.discontinuity) { reset() }
        let isAdmitted = admits(sample.pts, arrival: arrival)
        return isAdmitted || !attachments.isDisjoint(with: [.displayImmediately, .doNotDisplay])
    }

    /// Lays the slots over a file's own time, where it is faster than the cap: so its pictures are
    /// the same wherever it is begun.
    ///
    /// - Parameters:
    ///   - start: When the file begins.
    ///   - interval: The time between two of its pictures, as it says; nil: it does not.
    public mutating func laySlots(from start: MediaTime, pictures interval: Nanoseconds?) {
        guard let slot, let interval else { return grid = nil }
        grid = SlotGrid(start: start, slot: slot, interval: interval)
    }

    /// Whether timestamps alone decide. Where they have lately made no sense,
    /// arrivals count as well.
    public var decidesByTimestamps: Bool { guarding.isAsleep }

    /// Lets time pass for a picture that is not decoded, as for any that is dropped. It
    /// takes no slot, even where one is due: the next picture does. Of the slots on a file's own
    /// time each has its picture: the one that is left out stays empty.
    public mutating func leaveOut(_ pts: MediaTime, arrival: MonotonicTime) {
        guard let slot else { return }
        advance(to: pts, arrival: arrival, slot: slot)
        _ = grid?.takes(pts)
    }

    /// The next picture's timestamp bears no relation to those before it: a
    /// seek, a loop, a reconnection. It follows the last one after one interval.
    public mutating func reset() {
        isDiscontinuous = true
        interval.loosen()
    }

    /// Moves media time on to `pts`.
    ///
    /// A timestamp that repeats, runs backwards or jumps forwards says nothing
    /// about time: the picture is taken to follow after one interval, and the
    /// arrival guard watches until timestamps have been sound for a while.
    private mutating func advance(to pts: MediaTime, arrival: MonotonicTime, slot: Nanoseconds) {
        defer { lastPTS = pts }
        guard let lastPTS else {
            isDiscontinuous = false
            return
        }
        framesSinceReset = min(framesSinceReset + 1, Self.rareResets)
        let step = pts - lastPTS
        if isDiscontinuous {
            isDiscontinuous = false
            if framesSinceReset < Self.rareResets { guarding.start(at: arrival) }
            framesSinceReset = 0
            owed = .zero
            elapsed += interval.interval ?? slot
        } else if step.count > 0, step <= Self.longestStep {
            interval.add(step)
            elapsed += repaying(step)
            guarding.soundTimestamp()
        } else {
            guarding.start(at: arrival)
            invent(insteadOf: step, slot: slot)
        }
        classify(slot)
    }

    /// Lets one interval pass for a picture whose timestamp is not after the
    /// last one. Where pictures are merely out of order or stamped in groups,
    /// sound timestamps that follow account for the same time again: it is owed.
    private mutating func invent(insteadOf step: Nanoseconds, slot: Nanoseconds) {
        let interval = interval.interval ?? slot
        let limit = interval * 4
        elapsed += interval
        owed = step.count <= 0 && step > -limit ? min(owed + interval - step, limit) : .zero
    }

    private mutating func repaying(_ step: Nanoseconds) -> Nanoseconds {
        let repaid = min(owed, step)
        owed -= repaid
        return step - repaid
    }

    /// Whether the source is at or below the cap. The two bounds differ so that
    /// the noise of an estimate cannot toggle the answer.
    private mutating func classify(_ slot: Nanoseconds) {
        guard let interval = interval.interval else { return }
        let share = isAtMostCap ? slot * 970 / 1000 : slot * 997 / 1000
        isAtMostCap = interval >= share
    }

    private func tolerance(_ slot: Nanoseconds) -> Nanoseconds {
        guard !isAtMostCap, let interval = interval.interval else { return slot * 9 / 10 }
        return min(interval / 2, slot * 9 / 10)
    }

    /// The slot after the one that the picture at `elapsed` has taken.
    private func slotAfter(_ taken: Nanoseconds, slot: Nanoseconds) -> Nanoseconds {
        let error = elapsed - taken
        // A whole slot stayed empty: start from this picture.
        guard error < slot else { return elapsed + slot }
        // A slower source: its pictures, not the slots, set the phase.
        if isAtMostCap, error > slot / 4 { return elapsed - slot / 4 + slot }
        return taken + slot + pull(error, slot: slot)
    }

    /// The phase lock: the slot moves towards the picture by 1/400 of its length
    /// for an error of half an interval, whatever the interval.
    private func pull(_ error: Nanoseconds, slot: Nanoseconds) -> Nanoseconds {
        let interval = min(interval.interval ?? slot, slot)
        let gain = max(1, 200 * interval.count / slot.count)
        let limit = slot.count / 400 * 9 / 5
        return Nanoseconds(min(max(error.count / gain, -limit), limit))
    }
}

/// Bounds the rate by arrival while timestamps make no sense: a leaky bucket of
/// four pictures that leaks at the cap. Asleep otherwise, because files are
/// decoded in bursts.
private struct ArrivalGuard: Sendable {
    private var framesLeft = 0
    /// When everything admitted so far would have arrived at the highest rate.
    private var paidUntil: MonotonicTime?

    var isAsleep: Bool { framesLeft == 0 }

    private static let watch = 64
    private static let burst: Int64 = 4

    /// A timestamp made no sense.
    mutating func start(at arrival: MonotonicTime) {
        if framesLeft == 0 { paidUntil = arrival }
        framesLeft = Self.watch
    }

    mutating func soundTimestamp() {
        framesLeft = max(0, framesLeft - 1)
    }

    mutating func admits(_ arrival: MonotonicTime, slot: Nanoseconds) -> Bool {
        guard framesLeft > 0, let paid = paidUntil else { return true }
        guard paid - arrival <= slot * Self.burst else { return false }
        paidUntil = max(paid, arrival) + slot * 98 / 100
        return true
    }
}

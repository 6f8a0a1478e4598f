internal import Media

/// Keeps streams from filling the log: of what one has to say, so many lines are
/// written, and the others counted.
///
/// A camera that changes its picture's size with every frame, or a sender that comes
/// and goes twice a second, would write a line each time, for years. Clients and
/// metrics are told of everything all the same.
///
/// A token bucket a stream: `burst` lines at once, then one every `interval`.
/// Holds as many buckets as there are streams; `forget` drops some.
///
/// Thread: reentrant.
struct StreamLogBudget {
    static let burst = 20
    static let interval = Nanoseconds.milliseconds(5_000)

    /// What to do with a line.
    enum Verdict: Equatable {
        /// Write it, after saying that so many before it were left out.
        case write(leftOut: Int)
        case leaveOut
    }

    private struct Bucket {
        var lines = burst
        /// When the bucket was as full as it is, exactly.
        var filledAt: MonotonicTime
        var leftOut = 0
    }

    private var buckets: [StreamID: Bucket] = [:]

    /// Decides about a line that `stream` has to say.
    mutating func spend(_ stream: StreamID, at now: MonotonicTime) -> Verdict {
        var bucket = buckets[stream] ?? Bucket(filledAt: now)
        defer { buckets[stream] = bucket }
        let earned = Int((now - bucket.filledAt).count / Self.interval.count)
        if bucket.lines + earned >= Self.burst {
            bucket.lines = Self.burst
            bucket.filledAt = now
        } else {
            bucket.lines += earned
            bucket.filledAt = bucket.filledAt + Nanoseconds(Int64(earned) * Self.interval.count)
        }
        guard bucket.lines > 0 else {
            bucket.leftOut += 1
            return .leaveOut
        }
        bucket.lines -= 1
        defer { bucket.leftOut = 0 }
        return .write(leftOut: bucket.leftOut)
    }

    /// The stream is gone; one that is defined under its name begins anew. So are those
    /// that are not `present`, and spoke after they had gone.
    mutating func forget(_ stream: StreamID, present: some Sequence<StreamID>) {
        let present = Set(present)
        buckets = buckets.filter { $0.key != stream && present.contains($0.key) }
    }
}

internal import Media

/// Keeps its subjects, such as streams, from filling the log: of what is to be said of one,
/// so many lines are written, and the others counted.
///
/// A camera that changes its picture's size with every frame, or a sender that comes
/// and goes twice a second, would write a line each time, for years. Clients and
/// metrics are told of everything all the same.
///
/// A token bucket a subject: `burst` lines at once, then one every `interval`.
/// Holds as many buckets as there are subjects; `forget` drops some.
///
/// Thread: reentrant.
struct LogBudget<Subject: Hashable> {
    private let burst: Int
    private let interval = Nanoseconds.milliseconds(5_000)

    /// What to do with a line.
    enum Verdict: Equatable {
        /// Write it, after saying that so many before it were left out.
        case write(leftOut: Int)
        case leaveOut
    }

    private struct Bucket {
        var lines: Int
        /// When the bucket was as full as it is, exactly.
        var filledAt: MonotonicTime
        var leftOut = 0
    }

    private var buckets: [Subject: Bucket] = [:]

    /// - Parameter burst: How many lines of a subject may come at once; at least one.
    init(burst: Int) {
        self.burst = burst
    }

    /// Decides about a line on `subject`.
    mutating func spend(_ subject: Subject, at now: MonotonicTime) -> Verdict {
        var bucket = buckets[subject] ?? Bucket(lines: burst, filledAt: now)
        defer { buckets[subject] = bucket }
        let earned = Int((now - bucket.filledAt).count / interval.count)
        if bucket.lines + earned >= burst {
            bucket.lines = burst
            bucket.filledAt = now
        } else {
            bucket.lines += earned
            bucket.filledAt = bucket.filledAt + Nanoseconds(Int64(earned) * interval.count)
        }
        guard bucket.lines > 0 else {
            bucket.leftOut += 1
            return .leaveOut
        }
        bucket.lines -= 1
        defer { bucket.leftOut = 0 }
        return .write(leftOut: bucket.leftOut)
    }

    /// The subject is gone; one that comes under its name begins anew. So are those
    /// that are not `present`, and spoke after they had gone.
    mutating func forget(_ subject: Subject, present: some Sequence<Subject>) {
        let present = Set(present)
        buckets = buckets.filter { $0.key != subject && present.contains($0.key) }
    }
}

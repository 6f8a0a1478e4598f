internal import Media

/// How many wrong tokens one source may present: ten in the minute that begins with the first.
///
/// A table of them has a bound. Where it is full the oldest source is forgotten, which lets
/// nobody guess 256 bits.
struct AttemptLimit {
    static let most = 10
    static let span = Nanoseconds.seconds(60)
    /// How many sources are known.
    static let sources = 1024

    private struct Attempts {
        var count: Int
        let since: MonotonicTime
    }

    private var known: [String: Attempts] = [:]

    var count: Int { known.count }

    /// How long a source has to wait before it may present a token; nil: not at all.
    func wait(of source: String, at now: MonotonicTime) -> Nanoseconds? {
        guard let attempts = known[source], attempts.count >= Self.most else { return nil }
        let wait = Self.span - (now - attempts.since)
        return wait > .zero ? wait : nil
    }

    /// Counts a wrong token.
    ///
    /// - Parameters:
    ///   - source: Who presented it.
    ///   - now: When.
    /// - Returns: Whether it was the last one that the source may present for now.
    mutating func note(_ source: String, at now: MonotonicTime) -> Bool {
        if var attempts = known[source], now - attempts.since < Self.span {
            attempts.count += 1
            known[source] = attempts
            return attempts.count == Self.most
        }
        makeRoom(at: now)
        known[source] = Attempts(count: 1, since: now)
        return false
    }

    private mutating func makeRoom(at now: MonotonicTime) {
        guard known.count >= Self.sources else { return }
        known = known.filter { now - $0.value.since < Self.span }
        guard known.count >= Self.sources,
            let oldest = known.min(by: { $0.value.since < $1.value.since })
        else { return }
        known[oldest.key] = nil
    }
}

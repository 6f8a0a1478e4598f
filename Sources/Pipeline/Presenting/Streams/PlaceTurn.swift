internal import Media

/// When a stream has the place of its ID, in the views and elsewhere, and when it is over.
///
/// Thread: bound to the presentation thread.
struct PlaceTurn {
    enum Time {
        case now
        /// At the next scanout for which it has a picture.
        case next
        /// At the first scanout after the time of the last picture before it.
        case atEnd
        /// Not until it is told.
        case later
        /// It had it: what was shown last is on the screen until the next flip.
        case past
    }

    /// How near the end is, and from which scanout on everything was shown for its time.
    private enum End {
        case ahead
        case atNextScanout(MonotonicTime)
        case reached(MonotonicTime)
    }

    /// The same of all that have the place of an ID, or wait for it.
    let place: UInt32
    private(set) var time: Time
    private var end = End.ahead
    /// Since when what it follows was over; nil where that was not.
    private(set) var due: MonotonicTime?

    init(_ time: Time, at place: UInt32) {
        self.time = time
        self.place = place
    }

    /// Whether it waits for the place, and for no word.
    var isLinedUp: Bool { time == .next || time == .atEnd }

    /// Whether it has not had the place yet.
    var isWaiting: Bool { isLinedUp || time == .later }

    var isEndAhead: Bool { if case .ahead = end { true } else { false } }

    var isEndReached: Bool { if case .reached = end { true } else { false } }

    /// The scanout from which on everything was shown for its time; nil before.
    var overSince: MonotonicTime? {
        switch end {
        case .ahead: nil
        case .atNextScanout(let scanout), .reached(let scanout): scanout
        }
    }

    mutating func wait(for time: Time) { self.time = time }

    /// It has the place, since what had it was over; nil: that was not.
    mutating func take(since over: MonotonicTime?) { (time, due) = (.now, over) }

    mutating func pass() { time = .past }

    /// What is displayed, or comes, is that of another time.
    mutating func beginAgain() { end = .ahead }

    /// Everything was shown for its time when that scanout begins.
    mutating func ends(at scanout: MonotonicTime) { end = .atNextScanout(scanout) }

    /// Nothing further is to be shown: what waits for the place takes that at once.
    mutating func giveUp(at now: MonotonicTime) { end = .reached(overSince ?? now) }

    /// A scanout has begun.
    ///
    /// - Returns: Whether that is the end.
    mutating func scanoutBegan() -> Bool {
        guard case .atNextScanout(let scanout) = end else { return false }
        end = .reached(scanout)
        return true
    }
}

internal import Media

/// Slots that lie on a file's own time: whoever shows it, and wherever it is begun, takes the same
/// of its pictures.
///
///     pictures  0   1   2   3   4   5   6      60 fps
///     slots    ─┴── 0 ──┴── 1 ──┴── 2 ──┴      30 a second: the first picture of each
///
/// Pictures count by their number at the file's rate, so that rounded timestamps decide nothing,
/// and slots begin midway between two.
struct SlotGrid: Sendable {
    private let start: MediaTime
    private let slot: Nanoseconds
    private let interval: Nanoseconds
    /// The slot of the picture before.
    private var last: Int64?

    /// Nil where all of the file's pictures are shown.
    ///
    /// - Parameters:
    ///   - start: When the file begins.
    ///   - slot: The length of one; above zero.
    ///   - interval: The time between two of the file's pictures.
    init?(start: MediaTime, slot: Nanoseconds, interval: Nanoseconds) {
        guard interval > .zero, interval < slot * 997 / 1000 else { return nil }
        (self.start, self.slot, self.interval) = (start, slot, interval)
    }

    /// Whether a picture is the first one of its slot. To be asked about each, in the order of
    /// presentation.
    mutating func takes(_ pts: MediaTime) -> Bool {
        let number = Self.whole(pts - start + interval / 2, of: interval)
        let index = Self.whole(interval * number + interval / 2, of: slot)
        defer { last = index }
        return index != last
    }

    /// The number of whole lengths in a time, rounded down.
    private static func whole(_ time: Nanoseconds, of length: Nanoseconds) -> Int64 {
        let (whole, rest) = time.count.quotientAndRemainder(dividingBy: length.count)
        return rest < 0 ? whole - 1 : whole
    }
}

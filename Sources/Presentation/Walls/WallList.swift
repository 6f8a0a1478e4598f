public import Media

/// Which item of a list a wall shows at which time.
///
///     wall time   0 ─────── 4 ───── 7 ── 9 ─────── 13 …
///     items       a         b       c    a         b
///
/// All of it follows from how long each item has its turn, which is the same on all screens
/// whatever each of them can show.
///
/// Thread: reentrant.
public struct WallList: Hashable, Sendable {
    /// When an item has its turn.
    public struct Slot: Hashable, Sendable {
        /// From the list's beginning.
        public let start: Nanoseconds
        public let length: Nanoseconds
        /// Of the list: the item has its turn again after that.
        public let period: Nanoseconds

        /// - Parameters:
        ///   - start: From zero to `period` less `length`.
        ///   - length: From `WallTimeline.shortestRound` to `period`.
        ///   - period: Of the list.
        public init(start: Nanoseconds, length: Nanoseconds, period: Nanoseconds) {
            (self.start, self.length, self.period) = (start, length, period)
        }
    }

    /// Where a list is.
    public struct Place: Hashable, Sendable {
        /// Of the item.
        public let index: Int
        /// From the item's beginning.
        public let offset: Nanoseconds
    }

    /// The longest turn: so of any number of items the sum is a time.
    public static let longestTurn = Nanoseconds.milliseconds(86_400_000)
    private static let mostItems = 10_000

    /// When each item's turn ends, from the list's beginning.
    private let ends: [Nanoseconds]

    /// - Parameter lengths: Of the turns, in their order; nil for an empty list, for more than
    ///   10,000 items, and for turns that are shorter than a second or longer than a day.
    public init?(_ lengths: [Nanoseconds]) {
        let accepted = WallTimeline.shortestRound...Self.longestTurn
        guard (1...Self.mostItems).contains(lengths.count),
            lengths.allSatisfy(accepted.contains)
        else { return nil }
        var end = Nanoseconds.zero
        ends = lengths.map { length in
            end = end + length
            return end
        }
    }

    /// How long the list takes.
    public var period: Nanoseconds { ends[ends.count - 1] }

    /// The turn of an item.
    ///
    /// - Parameter index: Of an item that there is.
    /// - Returns: When that is.
    public func slot(_ index: Int) -> Slot {
        let start = index == 0 ? .zero : ends[index - 1]
        return Slot(start: start, length: ends[index] - start, period: period)
    }

    /// Where the list is at a time of the wall.
    public func place(at time: Nanoseconds) -> Place {
        let rest = time.count % period.count
        let position = Nanoseconds(rest < 0 ? rest + period.count : rest)
        var (low, high) = (0, ends.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= position { low = middle + 1 } else { high = middle }
        }
        return Place(index: low, offset: position - slot(low).start)
    }

    /// How long it is from a time of the wall until another item has its turn, or the same one
    /// again.
    public func rest(at time: Nanoseconds) -> Nanoseconds {
        let place = place(at: time)
        return slot(place.index).length - place.offset
    }
}

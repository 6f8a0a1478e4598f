/// Which item of a playlist follows which.
///
///     items     a b c d
///     listed    a b c d │ a b c d │ …
///     shuffled  c a d b │ d c b a │ …      each once in a round
///
/// A round has every item once. The round to come is drawn ahead, so that what was said
/// of it stays true, and never begins with the item that the one before ends with. An edit
/// keeps what can be kept: the item at which the list stands, and the order of those to come.
///
/// Thread: reentrant.
public struct PlaylistOrder: Sendable {
    /// What follows the end of an item.
    public enum Loop: String, Hashable, Sendable, CaseIterable {
        /// The next item, and the first one behind the last.
        case all
        /// The same item.
        case one
        /// The next item; nothing behind the last.
        case none
    }

    /// Why the list moves on.
    public enum Step: Hashable, Sendable {
        /// The item was shown to its end.
        case ended
        /// Somebody wants another, whatever follows an end.
        case next
        case previous
    }

    public var loop: Loop
    public private(set) var isShuffled: Bool
    /// As they were listed; each once.
    public private(set) var items: [PlaylistItemID]
    private var round: [PlaylistItemID]
    /// The round to come; as this one where nothing is shuffled.
    private var following: [PlaylistItemID]
    /// Where the list stands in the round; nil before the first item, and of an empty one.
    private var position: Int?
    /// Whether the item at which it stood was taken out: it stands before the one at `position`.
    private var isBetween = false
    private var random: Random

    /// - Parameters:
    ///   - items: Each once; of those that come again the first counts.
    ///   - loop: What follows an end.
    ///   - isShuffled: Whether every round has an order of its own.
    ///   - seed: What the orders are drawn from.
    public init(
        _ items: [PlaylistItemID],
        loop: Loop = .all,
        isShuffled: Bool = false,
        seed: UInt64
    ) {
        self.loop = loop
        self.isShuffled = isShuffled
        self.items = Self.once(items)
        random = Random(state: seed)
        round = self.items
        following = self.items
        round = draw(after: nil)
        following = draw(after: round.last)
    }

    /// Where the list stands; nil before the first item, and where that was taken out.
    public var current: PlaylistItemID? {
        guard let position, !isBetween else { return nil }
        return round[position]
    }

    /// Moves on.
    ///
    /// - Returns: Where the list stands then; nil where nothing follows: it stays.
    @discardableResult
    public mutating func advance(_ step: Step) -> PlaylistItemID? {
        guard !items.isEmpty else { return nil }
        switch step {
        case .ended where loop == .one && current != nil: return current
        case .ended, .next: return goForward()
        case .previous: return goBack()
        }
    }

    /// Goes to an item. In a shuffled round it is taken out of its turn.
    ///
    /// - Returns: Whether there is such an item.
    public mutating func go(to item: PlaylistItemID) -> Bool {
        guard let place = round.firstIndex(of: item) else { return false }
        defer { isBetween = false }
        guard isShuffled, let position, place > position else {
            position = place
            return true
        }
        round.remove(at: place)
        let next = isBetween ? position : position + 1
        round.insert(item, at: next)
        self.position = next
        return true
    }

    /// Stands at an item, as if others of its round had had their turns.
    ///
    /// - Parameters:
    ///   - item: Where the list stands then.
    ///   - past: Those that had them, in that order, where the list is shuffled; others than
    ///     its items are passed over.
    /// - Returns: Whether there is such an item.
    public mutating func resume(at item: PlaylistItemID, behind past: [PlaylistItemID]) -> Bool {
        let known = Set(items)
        guard known.contains(item) else { return false }
        if isShuffled {
            let behind = Self.once(past).filter { $0 != item && known.contains($0) }
            let had = Set(behind + [item])
            round = behind + [item] + round.filter { !had.contains($0) }
            following = draw(after: round.last)
        }
        return go(to: item)
    }

    /// Those of a shuffled round that had their turn, but for the item at which the list
    /// stands; empty where nothing is shuffled.
    public var past: [PlaylistItemID] {
        isShuffled ? Array(round[..<(position ?? 0)]) : []
    }

    /// What comes next, nearest first: behind an end, then behind each of those.
    ///
    /// - Parameters:
    ///   - count: At most so many, each once.
    ///   - isWanted: Others are passed over.
    /// - Returns: The item itself may be among them, where it comes again.
    public func upcoming(
        _ count: Int,
        where isWanted: (PlaylistItemID) -> Bool = { _ in true }
    ) -> [PlaylistItemID] {
        let again = loop == .one ? [current].compactMap { $0 } : []
        var found: [PlaylistItemID] = []
        for items in [again[...], round[nextPosition...], loop == .none ? [] : following[...]] {
            for item in items where isWanted(item) && !found.contains(item) {
                if found.count == count { return found }
                found.append(item)
            }
        }
        return found
    }

    /// What came before; nil at the beginning of a list that does not loop, and of a
    /// shuffled one's round.
    public var previous: PlaylistItemID? {
        guard let position else { return nil }
        if position > 0 { return round[position - 1] }
        return loop == .none || isShuffled ? nil : round.last
    }

    /// Takes other items, or the same in another order.
    ///
    /// - Parameters:
    ///   - items: Each once; of those that come again the first counts.
    ///   - next: Those of them that come next in a shuffled round, in this order.
    public mutating func edit(_ items: [PlaylistItemID], next: [PlaylistItemID] = []) {
        let items = Self.once(items)
        guard items != self.items || !next.isEmpty else { return }
        let (kept, old) = (Set(items), Set(self.items))
        let (standing, isKept) = place(among: kept)
        let new = items.filter { !old.contains($0) }
        self.items = items
        isBetween = standing != nil && !isKept
        if isShuffled {
            round = round.filter(kept.contains)
            position = standing
            let first = nextPosition
            for item in new {
                round.insert(item, at: .random(in: first...round.count, using: &random))
            }
        } else {
            let next = round[(position ?? 0)...].first(where: kept.contains)
            round = items
            // Of a list that is another one altogether the first comes next.
            let isAnother = old.isDisjoint(with: kept)
            position = standing.flatMap { _ in
                isAnother ? nil : next.flatMap(items.firstIndex) ?? items.count
            }
        }
        if isShuffled {
            for item in next.reversed() where item != current { bringForward(item) }
        }
        following = draw(after: round.last)
        if round.isEmpty { (position, isBetween) = (nil, false) }
    }

    /// Gives an item the next turn of the round, unless it had its own.
    private mutating func bringForward(_ item: PlaylistItemID) {
        guard let place = round.firstIndex(of: item), place >= nextPosition else { return }
        round.remove(at: place)
        round.insert(item, at: nextPosition)
    }

    /// Says whether every round has an order of its own. The item at which the list stands
    /// begins one, or goes on as listed.
    public mutating func shuffle(_ isShuffled: Bool) {
        guard isShuffled != self.isShuffled else { return }
        self.isShuffled = isShuffled
        let current = current
        round = draw(after: nil)
        position = current.flatMap(round.firstIndex)
        isBetween = false
        if isShuffled, let place = position {
            round.swapAt(0, place)
            position = 0
        }
        following = draw(after: round.last)
    }

    // MARK: - Rounds

    /// The place in the round of what follows.
    private var nextPosition: Int {
        guard let position else { return 0 }
        return isBetween ? position : position + 1
    }

    private mutating func goForward() -> PlaylistItemID? {
        let next = nextPosition
        if next < round.count {
            (position, isBetween) = (next, false)
            return current
        }
        guard loop != .none else { return nil }
        round = following
        following = draw(after: round.last)
        (position, isBetween) = (0, false)
        return current
    }

    private mutating func goBack() -> PlaylistItemID? {
        guard let previous, let place = round.lastIndex(of: previous) else { return nil }
        (position, isBetween) = (place, false)
        return previous
    }

    /// A round that does not begin with an item.
    private mutating func draw(after last: PlaylistItemID?) -> [PlaylistItemID] {
        guard isShuffled else { return items }
        var drawn = items.shuffled(using: &random)
        if drawn.count > 1, drawn.first == last {
            drawn.swapAt(0, .random(in: 1..<drawn.count, using: &random))
        }
        return drawn
    }

    /// Where the list stands among those that are left of the round, and whether its item is.
    private func place(among kept: Set<PlaylistItemID>) -> (position: Int?, isKept: Bool) {
        guard let position else { return (nil, false) }
        let before = round[..<position].count(where: kept.contains)
        return (before, !isBetween && kept.contains(round[position]))
    }

    private static func once(_ items: [PlaylistItemID]) -> [PlaylistItemID] {
        var seen: Set<PlaylistItemID> = []
        return items.filter { seen.insert($0).inserted }
    }

    /// xorshift64* (Vigna, 2016): a list that is drawn twice from one seed is the same.
    private struct Random: RandomNumberGenerator, Sendable {
        var state: UInt64

        mutating func next() -> UInt64 {
            if state == 0 { state = 0x9E37_79B9_7F4A_7C15 }
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return state &* 0x2545_F491_4F6C_DD1D
        }
    }
}

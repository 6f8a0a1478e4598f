internal import Media

/// What of a playlist is open besides what is shown, at most.
///
/// Thread: reentrant.
public struct PlaylistWindow: Sendable {
    typealias Effect = PlaylistPlan.Effect

    /// How many items are open ahead, at most: 1 or more, less is 1. A change counts with the
    /// plan's next event.
    public var ahead: Int
    /// Items that only one can have open, such as cameras: they are opened when they are
    /// wanted, and none ahead.
    public var exclusive: Set<PlaylistItemID> = []
    /// Bytes for what is open besides the item shown and the one that follows.
    public let budget: Int
    private var lastSkip: MonotonicTime?

    init(ahead: Int, budget: Int) {
        self.ahead = ahead
        self.budget = budget
    }

    /// Where the list is.
    struct Course {
        let order: PlaylistOrder
        /// To be shown as soon as it is ready; nil while what is shown goes on.
        let wanted: PlaylistItemID?
        /// Where a wall is, and the list is neither there nor on its way.
        let missing: PlaylistItemID?
        /// Whether nothing can be shown.
        let isStarved: Bool
    }

    /// What is to be open.
    private struct Content {
        /// In the order in which they are opened.
        let items: [PlaylistItemID]
        /// What follows, or is waited for; nil where that is not to be opened yet.
        let next: PlaylistItemID?
        /// What a wall is at, where that can be opened.
        let missing: PlaylistItemID?
    }

    /// Somebody is on the way to somewhere.
    mutating func skipped(at now: MonotonicTime) { lastSkip = now }

    /// When whoever skipped last is where they wanted to be; nil where nobody did.
    var endOfSkipping: MonotonicTime? { lastSkip.map { $0 + PlaylistPlan.skipPause } }

    /// Opens, closes and lines up what is asked for now.
    func follow(
        _ course: Course,
        _ openings: inout Openings,
        at now: MonotonicTime,
        _ effects: inout [Effect]
    ) {
        let content = content(along: course, openings, at: now)
        openings.follow(follower(in: content, course, openings), &effects)
        openings.close(&effects) { !content.items.contains($0.item) }
        evict(content, &openings, &effects)
        openNext(content, course, &openings, at: now, &effects)
    }

    private func content(
        along course: Course,
        _ openings: Openings,
        at now: MonotonicTime
    ) -> Content {
        let wanted = course.wanted
        func mayBeOpen(_ item: PlaylistItemID) -> Bool {
            !openings.isResting(item, at: now) && !exclusive.contains(item)
        }
        let count = max(1, ahead)
        let following = course.order.upcoming(count) {
            $0 != wanted && !openings.isResting($0, at: now)
        }
        let missing = course.missing.flatMap { mayBeOpen($0) ? $0 : nil }
        let due = [wanted, missing].compactMap { $0 }
        let others = following.filter { !exclusive.contains($0) && !due.contains($0) }
        var items = due + others.prefix(max(0, count - due.count))
        if let behind = course.order.previous, mayBeOpen(behind), !items.contains(behind) {
            items.append(behind)
        }
        let next =
            wanted ?? following.first { openings.isHopeful($0, at: now) } ?? following.first
        let isExclusive = wanted == nil && next.map(exclusive.contains) ?? false
        return Content(items: items, next: isExclusive ? nil : next, missing: missing)
    }

    /// What follows, where that is ready.
    private func follower(
        in content: Content,
        _ course: Course,
        _ openings: Openings
    ) -> Openings.Follower? {
        guard let entry = content.next.flatMap(openings.preloaded), entry.isReady else {
            return nil
        }
        let isWanted = course.wanted != nil
        let isExpected = isWanted || !course.isStarved && openings.shown != nil
        return isExpected
            ? Openings.Follower(opening: entry.opening, isAtOnce: isWanted) : nil
    }

    /// Closes what is beyond the budget, the farthest first.
    private func evict(_ content: Content, _ openings: inout Openings, _ effects: inout [Effect]) {
        var rest = content.items.drop { $0 == content.next }
        while openings.preloadedBytes(without: content.next) > budget,
            let farthest = rest.popLast()
        {
            openings.close(&effects) { $0.item == farthest }
        }
    }

    /// Opens the nearest that is not, one at a time.
    private func openNext(
        _ content: Content,
        _ course: Course,
        _ openings: inout Openings,
        at now: MonotonicTime,
        _ effects: inout [Effect]
    ) {
        guard let item = content.items.first(where: { openings.preloaded($0) == nil }) else {
            return
        }
        if item == course.wanted {
            // It does not wait for others.
            openings.close(&effects) { !$0.isReady }
        } else if item == content.missing {
            // Whatever is shown meanwhile, or nothing.
            guard !openings.isBusy(at: now) else { return }
        } else {
            guard openings.isShownWell, !openings.isBusy(at: now) else { return }
            guard item == content.next || !isSkipping(at: now) && fits(item, content, openings)
            else {
                return
            }
        }
        openings.open(item, at: now, &effects)
    }

    private func fits(_ item: PlaylistItemID, _ content: Content, _ openings: Openings) -> Bool {
        openings.preloadedBytes(without: content.next) + openings.expectedBytes(item) <= budget
    }

    private func isSkipping(at now: MonotonicTime) -> Bool {
        endOfSkipping.map { now < $0 } ?? false
    }
}

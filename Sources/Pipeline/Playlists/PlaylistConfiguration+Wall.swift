internal import Addressing
internal import Ingest
public import Media
internal import Presentation

extension PlaylistConfiguration {
    /// Why it cannot be in step with its wall; nil where it can, or has none.
    ///
    /// When an item has its turn follows from what is said of the list alone: a screen that
    /// cannot open one is in step with the others.
    public var wallRefusal: MessageText? {
        guard sync != nil else { return nil }
        guard loop == .all else {
            return "sync is for what begins again at its end: loop is to be all"
        }
        guard !isShuffled else {
            return "sync is for one order on all screens, and shuffle draws another on each"
        }
        guard feeds.isEmpty else {
            return "sync is for the same items on all screens, and feeds bring them to each at"
                + " another time"
        }
        for (index, item) in items.enumerated() {
            if let refusal = Self.refusal(of: item, turn(of: item)) {
                return "item \(index + 1): \(refusal)"
            }
        }
        return nil
    }

    private static func refusal(of item: Item, _ turn: Nanoseconds?) -> MessageText? {
        switch item.address.kind {
        case .file, .web: break
        case .pattern, .camera, .rtsp, .datagrams, .awaited:
            return "sync is for files and images, and \(item.address.redacted) is none"
        }
        guard let turn else {
            return "\(item.address.redacted) needs seconds, which is how long it has its turn on"
                + " the wall: as long as it is, the same on all screens"
        }
        guard (WallTimeline.shortestRound...WallList.longestTurn).contains(turn) else {
            return "on a wall \(item.address.redacted) is to be shown for 1 to 86400 seconds"
        }
        return nil
    }

    /// When each item has its turn on the wall; empty where there is none, or one has none.
    var turns: [PlaylistItemID: WallSync] {
        guard let sync, let list = wallList else { return [:] }
        let turns = items.enumerated().map { index, item in
            var turn = sync
            turn.slot = list.slot(index)
            return (item.id, turn)
        }
        return Dictionary(turns) { first, _ in first }
    }

    /// Nil where there is no wall, or an item has no turn on it.
    var wallList: WallList? {
        guard sync != nil else { return nil }
        let lengths = items.compactMap { turn(of: $0) }
        return lengths.count == items.count ? WallList(lengths) : nil
    }

    private func turn(of item: Item) -> Nanoseconds? {
        item.turn ?? stillDuration(of: item)
    }
}

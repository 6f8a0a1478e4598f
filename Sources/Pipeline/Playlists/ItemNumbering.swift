public import Ingest
internal import Presentation

/// The IDs of items: numbers, of which none comes twice.
public struct ItemNumbering: Sendable {
    private var last: Int

    /// - Parameter items: Those that there are.
    public init(after items: [PlaylistConfiguration.Item] = []) {
        last = items.compactMap { Int($0.id.name) }.max() ?? 0
    }

    /// An item of that address.
    public mutating func item(
        _ address: SourceAddress,
        title: String? = nil
    ) -> PlaylistConfiguration.Item {
        last += 1
        return PlaylistConfiguration.Item(
            id: PlaylistItemID("\(last)"),
            address: address,
            title: title
        )
    }

    /// The same item with an ID of its own.
    public mutating func numbered(
        _ item: PlaylistConfiguration.Item
    ) -> PlaylistConfiguration.Item {
        var numbered = self.item(item.address, title: item.title)
        (numbered.feedItem, numbered.duration) = (item.feedItem, item.duration)
        numbered.turn = item.turn
        numbered.asset = item.asset
        return numbered
    }

    /// New items, of which those whose addresses were there keep their IDs: they go on.
    public mutating func keeping(
        _ old: [PlaylistConfiguration.Item],
        _ new: [PlaylistConfiguration.Item]
    ) -> [PlaylistConfiguration.Item] {
        var left = Dictionary(grouping: old, by: \.address).mapValues { $0[...] }
        return new.map { item in
            guard let kept = left[item.address]?.popFirst() else { return numbered(item) }
            var same = PlaylistConfiguration.Item(
                id: kept.id,
                address: item.address,
                title: item.title
            )
            (same.feedItem, same.duration) = (item.feedItem, item.duration)
            same.turn = item.turn
            same.asset = item.asset
            return same
        }
    }
}

public import Media

/// Where a playlist is, or goes on that was there in an earlier run.
public struct PlaylistBookmark: Hashable, Sendable {
    /// Nil where its list has ended: it begins anew.
    public var item: PlaylistConfiguration.Item?
    /// From the item's start; zero where it is not on the screen yet, or has no length.
    public var position = MediaTime.zero
    /// Items of a shuffled round that had their turn before it.
    public var past: [PlaylistConfiguration.Item] = []
    public var isPaused = false

    public init(item: PlaylistConfiguration.Item?) {
        self.item = item
    }
}

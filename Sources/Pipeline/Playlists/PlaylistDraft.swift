public import Presentation

/// A playlist while it is changed.
public struct PlaylistDraft {
    public var configuration: PlaylistConfiguration
    /// The item on the screen, or the one that takes its place as soon as it can.
    public let current: PlaylistItemID?
    /// Gives new items IDs that none had before.
    public var numbering: ItemNumbering
    /// Items that are to come next, in this order, where the list is shuffled.
    public var next: [PlaylistItemID] = []

    public init(
        configuration: PlaylistConfiguration,
        current: PlaylistItemID?,
        numbering: ItemNumbering
    ) {
        self.configuration = configuration
        self.current = current
        self.numbering = numbering
    }

    /// What the playlist consists of from now on, in place of what it did; items whose
    /// addresses stay keep their IDs.
    /// What feeds brought stays where it names the same ones.
    public mutating func replace(with new: PlaylistConfiguration) {
        let id = configuration.id
        let brought = configuration.items.filter(\.isFromFeed)
        var new = new
        if new.feeds == configuration.feeds, !brought.isEmpty {
            new.items = new.presentItems + brought
        }
        let items = numbering.keeping(configuration.items, new.items)
        configuration = new
        configuration.id = id
        configuration.items = items
    }

    /// Takes what its feeds bring from now on, behind its own items. Where neither has any,
    /// what is there goes on.
    ///
    /// - Parameter brought: With their names in feeds, in the order in which they are shown; those that the list has no
    ///   room for are left out.
    public mutating func take(fromFeeds brought: [PlaylistConfiguration.Item]) {
        let old = configuration.items
        let own = old.filter { !$0.isFromFeed && !$0.isAwaited }
        let room = PlaylistConfiguration.mostItems - own.count
        let kept = numbering.keeping(old.filter(\.isFromFeed), Array(brought.prefix(room)))
        guard !(own + kept).isEmpty else { return }
        configuration.items = own + kept
    }
}

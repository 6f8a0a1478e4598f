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
    public mutating func replace(with new: PlaylistConfiguration) {
        let id = configuration.id
        let items = numbering.keeping(configuration.items, new.items)
        configuration = new
        configuration.id = id
        configuration.items = items
    }
}

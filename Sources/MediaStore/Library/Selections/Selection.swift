/// What a selection or an album is made of.
public enum SelectionSource: Hashable, Sendable {
    /// A list, in this order; what comes twice is in it once.
    case assets([AssetID])
    /// All that it finds, also later, but for some.
    case query(AssetQuery, excluding: [AssetID])
    /// As that one is now.
    case selection(SelectionID)
    /// As that one is now, in the order in which it was put together.
    case album(AlbumID)
}

/// What is to be different in a selection; done in this order.
public struct SelectionChange: Hashable, Sendable {
    /// What is not in it is passed over.
    public var removed: [AssetID] = []
    /// What is in it already stays where it is.
    public var added: [AssetID] = []
    public var range: Range?
    public var move: Move?

    /// All from one asset to another one, both included, in the order of a list of assets, from
    /// the first to the second: as if they were added one after the other.
    public struct Range: Hashable, Sendable {
        public var from: AssetID
        public var to: AssetID
        /// Whose list it is.
        public var query: AssetQuery

        public init(from: AssetID, to: AssetID, query: AssetQuery) {
            (self.from, self.to, self.query) = (from, to, query)
        }
    }

    /// One that is in it gets a place, counted from 0 as it is then; behind the last one it is the
    /// last.
    public struct Move: Hashable, Sendable {
        public var asset: AssetID
        public var place: Int

        public init(asset: AssetID, place: Int) {
            (self.asset, self.place) = (asset, place)
        }
    }

    public init() {}
}

/// How much is in a selection.
public struct SelectionTotal: Hashable, Sendable {
    public var count: Int
    /// How long it lasts as a whole, but for videos of which that is not known.
    public var milliseconds: Int64
    /// Those videos.
    public var unknown: Int
    /// The first of them that was found.
    public var firstUnknown: AssetID?
    /// Whether one of them was not looked into yet.
    public var isAwaited = false

    public init(count: Int = 0, milliseconds: Int64 = 0, unknown: Int = 0) {
        (self.count, self.milliseconds, self.unknown) = (count, milliseconds, unknown)
    }
}

internal import Addressing
public import Ingest
public import Media
public import Presentation

/// Everything a playlist is told about itself: a stream whose source is one item after another.
public struct PlaylistConfiguration: Hashable, Sendable {
    /// One thing to show.
    public struct Item: Hashable, Sendable {
        public let id: PlaylistItemID
        public let address: SourceAddress
        /// For people; nil where nobody gave it one.
        public var title: String?
        /// What names it among the items of all feeds, where one brought it; nil: none did.
        public var feedItem: String?
        /// What names it in the library, and the root that it is beneath; nil: it is not of that.
        public var asset: Asset?
        /// As its feed or the library says; nil where nothing says it.
        public var duration: Nanoseconds?
        /// How long an image is shown, and anything has its turn on a wall; nil: an image as
        /// long as others, anything else has no turn.
        public var turn: Nanoseconds?
        /// Whether a feed brought it: it goes when the feed has it no more.
        public var isFromFeed: Bool { feedItem != nil }
        /// Whether it stands for what is not there yet.
        public var isAwaited: Bool { address.isAwaited }

        /// A file of the library.
        public struct Asset: Hashable, Sendable {
            public let id: String
            /// As `root` of `StreamConfiguration`.
            public let root: String

            public init(id: String, root: String) {
                (self.id, self.root) = (id, root)
            }
        }

        public init(id: PlaylistItemID, address: SourceAddress, title: String? = nil) {
            self.id = id
            self.address = address
            self.title = title
        }
    }

    /// Its name among the streams.
    public var id: StreamID
    /// One at least, each ID once.
    public var items: [Item]
    /// The IDs of the feeds whose items follow its own.
    public var feeds: [String] = []
    public var loop = PlaylistOrder.Loop.all
    public var isShuffled = false
    /// The wall whose time it has; nil for none.
    public var sync: WallSync?
    /// Whether it was made of what is shown of the library: it makes room for the next.
    public var isOfLibrary = false
    /// Whether it is there to be looked at only: it goes once no view is asked for it any more.
    public var isForViewsOnly = false
    /// How long an image is shown.
    public var imageDuration = Nanoseconds.milliseconds(5_000)
    /// How many items are open ahead of the one that is shown: 1 to `mostAhead`, others are
    /// clamped.
    public var ahead = 3

    /// The most items of a playlist.
    public static let mostItems = 10_000
    /// Each that is open has a thread, a decoder and a pool of pictures.
    public static let mostAhead = 8

    public init(id: StreamID, items: [Item]) {
        self.id = id
        self.items = items
    }

    /// One whose items are still to come from feeds, where it has none of its own.
    public init(id: StreamID, items: [Item], feeds: [String]) {
        self.init(id: id, items: items)
        self.feeds = feeds
        guard items.isEmpty, !feeds.isEmpty else { return }
        var numbering = ItemNumbering()
        let names = feeds.joined(separator: ", ")
        self.items = [numbering.item(.awaiting("no items are there yet of the feeds \(names)"))]
    }

    /// What there is to show, and nothing in place of what is not there yet.
    public var presentItems: [Item] { items.filter { !$0.isAwaited } }

    /// How many streams it is at a time, at most: what is shown, what was shown before, one
    /// behind and those ahead.
    public var streams: Int { boundedAhead + 3 }

    var boundedAhead: Int { min(max(1, ahead), Self.mostAhead) }

    /// Those that only one stream can have open.
    var exclusiveItems: Set<PlaylistItemID> {
        Set(items.filter { $0.address.excludes($0.address) }.map(\.id))
    }

    /// How long an item is shown that is an image; nil for others.
    func stillDuration(of item: Item) -> Nanoseconds? {
        item.address.isImage ? item.turn ?? imageDuration : nil
    }

    var itemIDs: [PlaylistItemID] { items.map(\.id) }

    /// What has its place while where it was is being looked up.
    var standIn: StreamConfiguration {
        StreamConfiguration(id: id, address: .awaiting("where it was is being looked up"))
    }

    /// An item as a stream in the place of the playlist.
    func stream(of item: Item) -> StreamConfiguration {
        var stream = StreamConfiguration(id: id, address: item.address)
        stream.stillDuration = item.turn ?? imageDuration
        stream.root = item.asset?.root
        return stream
    }
}

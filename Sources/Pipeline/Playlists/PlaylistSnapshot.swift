public import FrameTransport
public import Ingest
public import Media
public import Presentation

/// A playlist at one moment; what is shown of it is in the snapshot of its stream.
public struct PlaylistSnapshot: Sendable {
    /// One thing to show.
    public struct Item: Sendable {
        public var id: PlaylistItemID
        /// The address, its password replaced by `***`.
        public var url: String
        public var title: String?
        public var state: PlaylistPlan.State
        /// Nil where it is not known yet, and of what has no end.
        public var duration: Nanoseconds?
        /// For how long it is to be shown, or to have its turn on a wall; nil where nothing says it.
        public var turn: Nanoseconds?
        /// Whether there is something to make a small picture of.
        public var hasPicture: Bool
        /// For people: why it could not be shown the last time; nil where it could.
        public var trouble: String?
    }

    /// Why an item took the place of another.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// The one before was shown to its end.
        case end
        /// Somebody wanted it, or the one before had failed.
        case command
    }

    public var id: StreamID
    public var configuration: PlaylistConfiguration
    /// One more with every change of what the playlist consists of.
    public var revision: Int
    /// The item on the screen, or the one that takes its place as soon as it can.
    public var current: PlaylistItemID?
    /// Of that, from its start; nil before it is on the screen.
    public var position: MediaTime?
    public var items: [Item]
    /// Whether nothing follows what is shown, or was.
    public var isFinished: Bool
    /// What the items that are open besides the one on the screen take.
    public var preloadedBytes: Int
    /// What they may take, but for the one that follows.
    public var budget: Int
    /// Items that were ready when they were wanted, and that were not.
    public var hits: Int
    public var misses: Int
    /// Items that could not be shown, or not any more, by what was wrong.
    public var failures: [SourceError.Kind: Int]
    /// How long after it was to be an item's first picture was on the screen.
    public var switches: [Cause: Histogram.Snapshot]
    public var stream: StreamSnapshot
}

public import Media

/// Streams that the main view shows for a time, over what it is asked for: who rings is seen,
/// then what was there before, or what it has been asked for since.
///
/// Of several the one of the highest priority is shown; what it covers goes on behind it as
/// long as its own time lasts. One of the same priority takes the place of the one before.
///
/// Bounds: one a priority, so ten at most.
public struct TimedShows: Hashable, Sendable {
    public struct Show: Hashable, Sendable {
        public let stream: StreamID
        /// One of `ViewRanges.priorities`.
        public let priority: Int
        /// When it is over.
        public let end: MonotonicTime

        public init(_ stream: StreamID, priority: Int, until end: MonotonicTime) {
            self.stream = stream
            self.priority = priority
            self.end = end
        }
    }

    /// The least priority first; no two of one.
    private var shows: [Show] = []

    public init() {}

    /// What is shown; nil: what the view is asked for.
    public var current: Show? { shows.last }

    /// How many go on behind what is shown.
    public var coveredCount: Int { max(0, shows.count - 1) }

    /// Their streams, each at most as often as there are priorities.
    public var streams: [StreamID] { shows.map(\.stream) }

    /// Whether one goes on, shown or covered.
    public func contains(_ show: Show) -> Bool { shows.contains(show) }

    /// Whether another one has taken its place.
    public func hasReplaced(_ show: Show) -> Bool {
        shows.contains { $0.priority == show.priority && $0 != show }
    }

    /// When the next of them is over; nil without one.
    public var deadline: MonotonicTime? { shows.map(\.end).min() }

    /// Begins one, in the place of the one of its priority.
    public mutating func begin(_ show: Show) {
        shows.removeAll { $0.priority == show.priority }
        let place = shows.firstIndex { $0.priority > show.priority } ?? shows.endIndex
        shows.insert(show, at: place)
    }

    /// Ends the one that is shown; what it covered is shown then.
    public mutating func endCurrent() { _ = shows.popLast() }

    /// Ends all of them; what the view is asked for is shown then.
    public mutating func endAll() { shows = [] }

    /// Ends those whose time is over.
    public mutating func expire(at now: MonotonicTime) { shows.removeAll { $0.end <= now } }

    /// Ends those of a stream that is gone for good.
    public mutating func streamRemoved(_ stream: StreamID) {
        shows.removeAll { $0.stream == stream }
    }
}

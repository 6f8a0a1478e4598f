internal import MediaStore
internal import Platform

/// Which of the files that came are those that are gone.
struct MoveMatch {
    private var arrivals: [TracedAsset]

    init(among arrivals: [TracedAsset]) {
        self.arrivals = arrivals
    }

    /// Finds what a lost file is now. What was met before it, or with it, is another one.
    ///
    /// - Parameters:
    ///   - lost: The file as it was.
    ///   - content: Its mark.
    ///   - read: Reads that of one that was not looked into.
    /// - Returns: One of the same size and content, of several one that was written at the same
    ///   time, of these one of the same name, else the last that came; it is nobody else's then.
    mutating func take(
        _ lost: TracedAsset,
        of content: String,
        _ read: (TracedAsset) -> String?
    ) -> TracedAsset? {
        for index in arrivals.indices
        where arrivals[index].size == lost.size && arrivals[index].content == nil {
            arrivals[index].content = read(arrivals[index])
        }
        let same = arrivals.indices.filter {
            arrivals[$0].size == lost.size && arrivals[$0].content == content
                && arrivals[$0].found > lost.found
        }
        let name = lost.path.pathNames.last
        func likeness(_ arrival: TracedAsset) -> Int {
            (arrival.modified == lost.modified ? 2 : 0)
                + (arrival.path.pathNames.last == name ? 1 : 0)
        }
        let best = same.reversed().max { likeness(arrivals[$0]) < likeness(arrivals[$1]) }
        return best.map { arrivals.remove(at: $0) }
    }
}

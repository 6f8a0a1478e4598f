/// How large a YAML document is when each alias is replaced by what it stands for.
///
/// A few hundred bytes of aliases of aliases stand for more nodes than there is
/// memory, and whoever walks them, or only compares two of them, does not come
/// back. So nodes are counted as the parser finds them, which are no more than the
/// text has characters.
struct DocumentSize {
    /// More than a file of 64 streams with every key needs, some ten times.
    static let maximumNodes = 10_000
    /// Collections in collections; a configuration needs 3.
    static let maximumDepth = 32

    /// What the parser finds next.
    enum Event {
        case scalar(anchor: String?)
        case collectionBegan(anchor: String?)
        case collectionEnded
        case alias(of: String)
    }

    /// Which bound was passed.
    enum Excess: Error {
        case nodes
        case depth
    }

    private struct Extent {
        var nodes: Int
        /// Of collections in each other; 0 for a scalar.
        var height: Int
    }

    private struct OpenCollection {
        let anchor: String?
        var extent = Extent(nodes: 1, height: 1)
    }

    private var open: [OpenCollection] = []
    private var anchored: [String: Extent] = [:]

    /// Counts an event; they come in the order of the text.
    ///
    /// - Throws: `Excess` for the first event that passes a bound.
    mutating func count(_ event: Event) throws(Excess) {
        switch event {
        case .scalar(let anchor):
            try add(Extent(nodes: 1, height: 0), anchor: anchor)
        case .collectionBegan(let anchor):
            guard open.count < Self.maximumDepth else { throw .depth }
            open.append(OpenCollection(anchor: anchor))
        case .collectionEnded:
            guard let ended = open.popLast() else { return }
            try add(ended.extent, anchor: ended.anchor)
        case .alias(let name):
            // One that stands for nothing is the parser's to complain about.
            try add(anchored[name] ?? Extent(nodes: 1, height: 0), anchor: nil)
        }
    }

    private mutating func add(_ extent: Extent, anchor: String?) throws(Excess) {
        if let anchor { anchored[anchor] = extent }
        guard open.count + extent.height <= Self.maximumDepth else { throw .depth }
        guard let last = open.indices.last else { return }
        open[last].extent.nodes += extent.nodes
        open[last].extent.height = max(open[last].extent.height, extent.height + 1)
        guard open[last].extent.nodes <= Self.maximumNodes else { throw .nodes }
    }
}

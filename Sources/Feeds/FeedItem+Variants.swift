extension FeedItem {
    /// The tallest picture that is taken: above it nothing is gained on most screens, and much
    /// is lost on slow links.
    private static let tallest = 1_080

    /// The form that is shown where there are several: the one that the feed calls its own,
    /// else the tallest up to 1080 lines, and of those of a height the one with the most bits.
    ///
    /// One that is said to be sound alone is taken only where there is nothing else.
    public var preferredVariant: FeedVariant {
        let visible = variants.filter { $0.mediaType?.hasPrefix("audio/") != true }
        let candidates = visible.isEmpty ? variants : visible
        if let own = candidates.first(where: \.isDefault) { return own }
        let fitting = candidates.filter { ($0.height ?? 0) <= Self.tallest }
        guard let first = fitting.first else {
            return candidates.min { ($0.height ?? 0) < ($1.height ?? 0) } ?? variants[0]
        }
        // Of equals the first, as the feed has them.
        return fitting.dropFirst().reduce(first) { best, other in
            (other.height ?? 0, other.bitsPerSecond ?? 0) > (
                best.height ?? 0, best.bitsPerSecond ?? 0
            )
                ? other : best
        }
    }
}

internal import Media

/// Up to when pictures come from the packets before another variant's, and from when on from those.
///
/// Thread: reentrant.
struct VariantCut {
    private enum Bound {
        case end(MediaTime)
        case start(MediaTime)
    }

    /// Nil where nothing is left out.
    private var bound: Bound?
    /// Of the picture delivered last.
    private var delivered: MediaTime?

    /// Another variant's packets follow: pictures of what was come up to then; nil: all of them.
    mutating func end(at time: MediaTime?) { bound = time.map(Bound.end) }

    /// Pictures of the other variant come from then on.
    mutating func start(behind time: MediaTime) {
        // Decoders may have given out more than was certain to be complete.
        bound = .start(max(time, delivered ?? time))
    }

    /// Whether a picture of that time comes from the other variant; one without a time does not.
    func leavesOut(_ time: MediaTime?) -> Bool {
        guard let bound, let time else { return false }
        return switch bound {
        case .end(let end): time > end
        case .start(let start): time <= start
        }
    }

    /// The next picture, unless it comes from the other variant.
    ///
    /// - Returns: Whether it is delivered.
    mutating func deliver(_ time: MediaTime?) -> Bool {
        guard !leavesOut(time) else { return false }
        if case .start = bound { bound = nil }
        delivered = time
        return true
    }
}

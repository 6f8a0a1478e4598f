internal import Media

/// When a flip that has not ended will not end any more.
enum FlipTimeout {
    /// Half a second, or ten refresh intervals of a slow mode.
    static func length(refreshInterval: Nanoseconds) -> Nanoseconds {
        max(.milliseconds(500), refreshInterval * 10)
    }
}

/// How long to wait with the next mode after a flip that did not end.
///
/// One lost event is mended by setting the mode at once. A display that confirms
/// nothing would go dark and on again all the time.
struct FlipBackoff: Hashable, Sendable {
    /// Since the last flip that ended.
    private var lost = 0

    static let longest = Nanoseconds.milliseconds(30_000)

    /// A flip did not end.
    ///
    /// - Returns: Nothing the first time, then a second, and each time twice as long.
    mutating func flipLost() -> Nanoseconds {
        defer { lost += 1 }
        guard lost > 0 else { return .zero }
        // More would not fit, and be cut anyway.
        return min(.milliseconds(1000 << Int64(min(lost - 1, 10))), Self.longest)
    }

    /// A flip ended.
    mutating func flipped() {
        lost = 0
    }
}

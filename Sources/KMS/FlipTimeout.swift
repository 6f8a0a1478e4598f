internal import Media

/// When a flip that has not ended will not end any more.
enum FlipTimeout {
    /// Half a second, or ten refresh intervals of a slow mode.
    static func length(refreshInterval: Nanoseconds) -> Nanoseconds {
        max(.milliseconds(500), refreshInterval * 10)
    }
}

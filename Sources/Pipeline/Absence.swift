internal import Media

/// Since when a stream is on no scanout, and whether what it displayed last is of the
/// past by now.
///
/// Commands that hide a stream and show it again between two scanouts hide nothing: it
/// was there all the time, and a slow camera's picture would be missed for long.
///
/// Thread: reentrant.
struct Absence {
    /// The first scanout without it; nil while it is shown.
    private var since: MonotonicTime?

    /// A scanout is made ready, with the stream or without.
    mutating func prepare(for scanout: MonotonicTime, isShown: Bool) {
        since = isShown ? nil : since ?? scanout
    }

    /// Whether a picture is not to be seen again.
    ///
    /// - Parameters:
    ///   - decoded: When it came.
    ///   - duration: How long it is shown, as its stream says.
    ///   - now: The present.
    /// - Returns: False where the next one need not have come while the stream was hidden.
    func outdates(
        _ decoded: MonotonicTime,
        lasting duration: Nanoseconds,
        at now: MonotonicTime
    ) -> Bool {
        guard let since, now - decoded > Self.presentSpan else { return false }
        return now - since > min(duration, Self.longestDuration)
    }

    /// A picture that came so long ago at most passes for the present.
    private static let presentSpan = Nanoseconds.milliseconds(150)
    /// No duration beyond this is believed.
    private static let longestDuration = Nanoseconds.milliseconds(2_000)
}

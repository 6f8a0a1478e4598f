internal import FrameTransport
internal import Media

/// How many previews were made, and what became of them.
///
/// Thread: safe.
final class PreviewCounts: Sendable {
    /// Small pictures of the view.
    let made = Counter()
    /// To a client.
    let sent = Counter()
    /// Made for others while a client took the one before, or did not want more.
    let skipped = Counter()
    /// From the wish for pictures of the view to the last byte of them.
    let seconds = Histogram.ofWork()

    /// So many were made of one copy of the view.
    func made(_ pictures: Int, after duration: Nanoseconds) {
        made.add(pictures)
        seconds.record(duration)
    }
}

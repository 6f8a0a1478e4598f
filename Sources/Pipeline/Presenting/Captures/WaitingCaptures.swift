internal import Media
internal import Presentation

/// Captures that wait for what was asked for before them to be on the screen.
///
/// Whoever shows a stream and then asks for a picture means one with that stream in it.
///
/// Bounds: the pipeline has 8 captures under way at most.
struct WaitingCaptures {
    private var captures: [Capture] = []
    /// Since when the first of them waits.
    private var waitingSince: MonotonicTime?
    /// When the view changed last.
    private var changed: MonotonicTime?
    /// Whether what was asked for up to now is on the screen.
    private var isSettled = true

    /// Since the view changed: a stream that has nothing to show then is not waited for. Nor is the
    /// end of a fade for longer, while one follows another.
    static let longestWait = Nanoseconds.milliseconds(500)

    /// Something else is to be shown from the next scanout on.
    mutating func viewChanged(at now: MonotonicTime) {
        isSettled = false
        changed = now
    }

    mutating func append(_ capture: Capture, at now: MonotonicTime) {
        if captures.isEmpty { waitingSince = now }
        captures.append(capture)
    }

    /// Whether a capture shows what is wanted now.
    ///
    /// - Parameters:
    ///   - now: The present.
    ///   - isComplete: Whether every stream that is to be seen is.
    ///   - isFading: Whether what was shown before still shines through.
    /// - Returns: False where it would be of what was shown before.
    func areDue(at now: MonotonicTime, isComplete: Bool, isFading: Bool = false) -> Bool {
        guard isSettled else { return false }
        if isFading {
            guard let waitingSince, !captures.isEmpty else { return false }
            return now - waitingSince >= Self.longestWait
        }
        guard !isComplete, let changed else { return true }
        return now - changed >= Self.longestWait
    }

    /// What was drawn last is on the screen now.
    ///
    /// - Returns: What is to be performed.
    mutating func pageFlipped(
        at now: MonotonicTime,
        isComplete: Bool,
        isFading: Bool = false
    ) -> [Capture] {
        isSettled = true
        guard !captures.isEmpty, areDue(at: now, isComplete: isComplete, isFading: isFading)
        else { return [] }
        defer { captures.removeAll() }
        return captures
    }
}

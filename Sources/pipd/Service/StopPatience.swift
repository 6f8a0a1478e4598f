internal import Media
internal import Platform

/// How long the program may take to stop once it is asked to.
///
///     running ── SIGTERM, SIGINT ──► stopping ── again, or 4 s ──► ended at once
///
/// A stop takes a few milliseconds, and 3 s when everything that may hang does;
/// systemd kills after 5 s (`TimeoutStopSec`), without a word.
struct StopPatience {
    private static let limit = Nanoseconds.milliseconds(4_000)

    /// When the program has had its time; nil while nobody has asked it to stop.
    private(set) var deadline: MonotonicTime?

    /// Whether a signal asks the program to stop.
    static func endsProcess(_ signal: Signal) -> Bool {
        signal == .terminate || signal == .interrupt
    }

    /// Takes note of a signal.
    ///
    /// - Returns: Whether it is to end the program at once.
    mutating func received(_ signal: Signal, at now: MonotonicTime) -> Bool {
        guard Self.endsProcess(signal) else { return false }
        guard deadline == nil else { return true }
        deadline = now + Self.limit
        return false
    }

    func isOver(at now: MonotonicTime) -> Bool { deadline.map { now >= $0 } ?? false }
}

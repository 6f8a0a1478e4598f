internal import Media
internal import Platform

/// Where composed pictures go: it tells when one was shown, and so paces the
/// presentation thread.
///
///     commit ──► (the display shows it) ──► nextEvent() = .flipped ──► commit …
///
/// Thread: bound to the presentation thread.
protocol DisplayOutput: AnyObject {
    /// The time between two scanouts.
    var refreshInterval: Nanoseconds { get }
    /// Whether time is the program's own: decisions may then wait for streams.
    var isVirtual: Bool { get }

    /// Signalled when the run is to end; stays signalled.
    var stop: WakeUp { get }

    /// The output's time when it starts.
    func start() -> MonotonicTime

    /// Waits for the next scanout, or for a request to stop.
    func nextEvent() -> OutputEvent
}

/// What an output tells its presentation thread.
enum OutputEvent {
    case flipped(Flip)
    case stopRequested
}

/// One scanout: what was committed before it is on the screen now.
struct Flip {
    /// When the scanout began, on the display's own grid.
    let time: MonotonicTime
    /// When the presentation thread learnt of it; never before `time`.
    let observed: MonotonicTime
    /// Scanouts that passed since the last one without being seen.
    let missed: Int
}

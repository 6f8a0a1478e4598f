internal import Media
internal import MediaLink

/// When the media process is started, asked whether it is alive, and given up.
///
///     resting ──wanted──► running ──ended──► waiting ──time──► running …
///
/// After an end it is started again within 250 ms, and after each further one that comes
/// within ten seconds of a start twice as late, up to ten seconds, for ever.
struct ProcessWatch {
    /// What is to be done.
    enum Action: Hashable {
        case start
        /// It does not answer any more.
        case kill
        case ask
        /// Nothing, before this time; nil: before something happens.
        case wait(until: MonotonicTime?)
    }

    private enum Phase {
        case resting
        case running(since: MonotonicTime)
        case waiting(until: MonotonicTime, because: MediaFailure)
    }

    static let firstDelay = Nanoseconds.milliseconds(250)
    /// The longest wait, and how long it has to run to be trusted again.
    static let longestDelay = Nanoseconds.milliseconds(10_000)
    /// How long it is heard nothing of before it is asked, and then before it is given up.
    static let interval = Nanoseconds.milliseconds(20_000)
    /// How long its first word may take, for which it has to be started on a machine that does
    /// something else.
    static let longestStart = Nanoseconds.milliseconds(120_000)

    private var phase = Phase.resting
    private var delay = Self.firstDelay
    private var heard: MonotonicTime?
    private var asked: MonotonicTime?
    private var isWanted = false
    /// Why it has ended last.
    private var lastFailure: MediaFailure?

    /// Why it does not run; nil where it does, or nobody has wanted it.
    var absence: MediaFailure? {
        if case .waiting(_, let failure) = phase { failure } else { nil }
    }

    /// Whether it has said something since its start.
    var isHeard: Bool { if case .running = phase { heard != nil } else { false } }

    /// Somebody has something for it to do.
    mutating func want() { isWanted = true }

    /// What is to be done now; `start` and `ask` are taken as done.
    mutating func next(at now: MonotonicTime) -> Action {
        switch phase {
        case .resting where !isWanted: return .wait(until: nil)
        case .waiting(let time, _) where now < time: return .wait(until: time)
        case .resting, .waiting:
            phase = .running(since: now)
            (heard, asked) = (nil, nil)
            return .start
        case .running(let since):
            guard let heard else {
                let end = since + Self.longestStart
                return now >= end ? .kill : .wait(until: end)
            }
            if let asked {
                return now >= asked + Self.interval ? .kill : .wait(until: asked + Self.interval)
            }
            let due = heard + Self.interval
            guard now >= due else { return .wait(until: due) }
            asked = now
            return .ask
        }
    }

    /// It has said something.
    mutating func hear(at now: MonotonicTime) { (heard, asked) = (now, nil) }

    /// It has ended as it was asked to, and begins anew at once.
    mutating func end() { phase = .resting }

    /// It has ended, or could not be started.
    ///
    /// - Returns: Whether that is news: it has run for long, or it was for another reason before.
    @discardableResult
    mutating func end(at now: MonotonicTime, because failure: MediaFailure) -> Bool {
        guard case .running(let since) = phase else { return false }
        let hasRun = now - since >= Self.longestDelay
        if hasRun { delay = Self.firstDelay }
        phase = .waiting(until: now + delay, because: failure)
        delay = min(delay * 2, Self.longestDelay)
        defer { lastFailure = failure }
        return hasRun || failure != lastFailure
    }
}

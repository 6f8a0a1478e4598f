public import Media

/// Whether the program does what it is for.
public enum HealthVerdict: Hashable, Sendable {
    case healthy
    /// Nothing is shown because something outside is missing, such as a
    /// display: starting the program anew would not help.
    case waiting(cause: String)
    /// The cause is a sentence for people, without a full stop.
    case unhealthy(cause: String)

    public var isHealthy: Bool { self == .healthy }
}

/// Decides whether pictures reach the output; feeds the health check and the
/// service manager's watchdog.
///
///     looped          the presentation thread is alive
///     pictureDue      something new should reach the output …
///     outputAdvanced  … and has: nothing is owed
///
/// A picture that is held because nothing newer is due is healthy for ever;
/// one that is owed to the output for longer than `patience` is not.
public struct HealthPolicy: Sendable {
    /// How long a start may take before anything has been shown.
    public static let startTime = Nanoseconds.milliseconds(10_000)

    /// The longest time a due picture, or the presentation loop, may take: ten
    /// refresh intervals, at least two seconds.
    public let patience: Nanoseconds
    private let started: MonotonicTime
    private var lastLoop: MonotonicTime
    private var owedSince: MonotonicTime?
    private var hasShown = false
    private var outputLoss: OutputLoss?

    private struct OutputLoss {
        let since: MonotonicTime
        let cause: String
    }

    public init(refreshInterval: Nanoseconds, startedAt now: MonotonicTime) {
        patience = max(.milliseconds(2000), refreshInterval * 10)
        started = now
        lastLoop = now
    }

    /// The presentation loop came round, whether or not there was anything to do.
    public mutating func looped(at now: MonotonicTime) {
        lastLoop = max(lastLoop, now)
    }

    /// A picture should be on the output that is not there yet.
    public mutating func pictureDue(at now: MonotonicTime) {
        if owedSince == nil { owedSince = now }
    }

    /// Everything due is on the output: a flip completed, or nothing was due.
    public mutating func outputAdvanced(at now: MonotonicTime) {
        owedSince = nil
        hasShown = true
        outputLoss = nil
        looped(at: now)
    }

    /// There is no display to show anything on; until `outputAdvanced`.
    public mutating func outputLost(at now: MonotonicTime, cause: String) {
        outputLoss = OutputLoss(since: outputLoss?.since ?? now, cause: cause)
        owedSince = nil
        looped(at: now)
    }

    public func healthy(at now: MonotonicTime) -> HealthVerdict {
        if now - lastLoop > patience {
            return .unhealthy(cause: "the presentation loop stands still")
        }
        if let outputLoss, now - outputLoss.since > patience {
            return .waiting(cause: outputLoss.cause)
        }
        if let owedSince, now - owedSince > patience {
            return .unhealthy(cause: "no picture reaches the output")
        }
        if !hasShown, now - started > Self.startTime {
            return .unhealthy(cause: "nothing has been shown since the start")
        }
        return .healthy
    }
}

public import Media

/// What to do about a layer that failed.
public enum RecoveryAction: Hashable, Sendable {
    /// Make the layer anew for the format at hand.
    case rebuild
    /// Tell the layer its new size.
    case updateSize
    /// Discard what is queued and go on.
    case flush
    /// Show nothing more of this stream until a command or a new configuration.
    case giveUp(LayerError)
}

/// Decides how a failed layer comes back, and when it does not.
///
///     invalidPixelFormat ─► rebuild      both are what streams do; they count
///     invalidSize ────────► updateSize   only when there are over 30 a second
///
///     anything else ─► flush ─► rebuild ─► rebuild ─► rebuild ─► give up
///                        │         │          │          │
///                        └─────────┴── 10 s without a failure: start over
///
/// Giving up is final until `reset`.
public struct RecoveryPolicy: Sendable {
    /// Rebuilds tried after the flush.
    public static let maximumRebuilds = 3
    /// How long a layer must have worked for its failures to be forgotten.
    public static let stableInterval = Nanoseconds.milliseconds(10_000)
    /// Changes of format or size a second that a stream may make.
    public static let maximumChangesPerSecond: Int64 = 30

    private var attempts = 0
    /// Since when the layer works; nil while it does not.
    private var workingSince: MonotonicTime?
    private var terminal: LayerError?
    /// When all changes so far would be over at the highest rate allowed.
    private var changesPaidUntil: MonotonicTime?

    public init() {}

    /// The error that ended the attempts, until `reset`.
    public var terminalError: LayerError? { terminal }

    public mutating func failed(with error: LayerError, at now: MonotonicTime) -> RecoveryAction {
        if let terminal { return .giveUp(terminal) }
        switch error {
        case .invalidPixelFormat, .invalidSize:
            guard allowsChange(at: now) else { return giveUp(error) }
            return error == .invalidSize ? .updateSize : .rebuild
        case .renderingFailed, .contextLost:
            return nextAttempt(after: error, at: now)
        }
    }

    /// A picture has reached the screen again. Safe to call for every picture.
    public mutating func recovered(at now: MonotonicTime) {
        if workingSince == nil { workingSince = now }
    }

    /// Forgets everything: another stream, another configuration, a command.
    public mutating func reset() {
        self = Self()
    }

    private mutating func nextAttempt(
        after error: LayerError,
        at now: MonotonicTime
    ) -> RecoveryAction {
        if let workingSince, now - workingSince >= Self.stableInterval { attempts = 0 }
        workingSince = nil
        attempts += 1
        // A lost context takes the layer's contents with it: a flush cannot help.
        if attempts == 1, error != .contextLost { return .flush }
        return attempts <= 1 + Self.maximumRebuilds ? .rebuild : giveUp(error)
    }

    private mutating func giveUp(_ error: LayerError) -> RecoveryAction {
        terminal = error
        return .giveUp(error)
    }

    /// A leaky bucket of one second: a short burst is no storm.
    private mutating func allowsChange(at now: MonotonicTime) -> Bool {
        let second = Nanoseconds.milliseconds(1000)
        let paid = max(changesPaidUntil ?? now, now)
        guard paid - now <= second else { return false }
        changesPaidUntil = paid + second / Self.maximumChangesPerSecond
        return true
    }
}

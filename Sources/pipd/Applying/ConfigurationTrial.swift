internal import Media

/// A configuration on trial: in force, and taken back unless what people see is in order and
/// somebody confirms it in time.
///
///     none ── asked ──► checking ── putInForce ──► trying ── confirmed ──► keeping ── kept ──► none
///      ▲                   │ refused               │   ▲                    │ notKept │
///      ├───────────────────┘                       │   └────────────────────┘         │
///      └── rolledBack ── ending ◄── deadline, rejected ◄── the writing takes too long ┘
///
/// A file that is put in force in its place ends it once it is in force (`superseded`). Of what the
/// power or a crash ends nothing is left: what was confirmed last is what the next start finds.
struct ConfigurationTrial {
    /// For how long what people see has to be in order before it can be confirmed.
    static let settling = Nanoseconds.milliseconds(3_000)
    /// For how long it may be written at most, also beyond its time.
    static let writing = Nanoseconds.milliseconds(5_000)
    /// Between two looks at that.
    static let lookInterval = Nanoseconds.milliseconds(500)

    enum Event {
        /// Somebody wants one to be tried.
        case asked(confirmWithin: Nanoseconds)
        /// It is not accepted, or cannot be put in force.
        case refused
        /// It is in force, and `before` is what people saw before it was.
        case putInForce(generation: Int, before: ViewsSeen)
        case looked(ViewsSeen)
        /// Somebody wants it to be kept; nil: whichever it is.
        case confirmed(generation: Int?)
        case kept
        /// It could not be written.
        case notKept
        /// Somebody wants what was before; nil: in place of whichever it is.
        case rejected(generation: Int?)
        /// What was before is in force again.
        case rolledBack
        /// The file is in force in its place.
        case superseded
    }

    enum Action: Hashable {
        /// Read the text, and put it in force if that can be.
        case check
        /// Write it down.
        case keep
        /// Put what was before in force again.
        case rollBack(because: MessageText)
        /// Tell who asked that it is not the time for that (409).
        case refuse(MessageText)
    }

    private enum State {
        case none
        case checking(confirmWithin: Nanoseconds)
        case trying(Attempt)
        case keeping(Attempt, until: MonotonicTime)
        /// Until what was before is in force again: that may have to be tried more than once.
        case ending(Attempt, because: MessageText)
    }

    /// One that is in force.
    struct Attempt: Hashable {
        let generation: Int
        let deadline: MonotonicTime
        let before: ViewsSeen
        /// When it is to be looked at again.
        fileprivate(set) var nextLook: MonotonicTime
        /// What is not in order; nil while all is.
        fileprivate(set) var flaw: MessageText? = "nothing was seen of it yet"
        fileprivate(set) var healthySince: MonotonicTime?

        /// Why it cannot be confirmed; nil while it can.
        func obstacle(at now: MonotonicTime) -> MessageText? {
            if let flaw { return flaw }
            let settling = ConfigurationTrial.settling
            guard let healthySince, now - healthySince >= settling else {
                return "all is in order for less than \(Int(settling.seconds)) s"
            }
            return nil
        }
    }

    private var state = State.none

    /// The one that is in force and not kept yet.
    var attempt: Attempt? {
        switch state {
        case .trying(let attempt), .keeping(let attempt, _), .ending(let attempt, _): attempt
        case .none, .checking: nil
        }
    }

    /// Whether it is about to be written down.
    var isKeeping: Bool { if case .keeping = state { true } else { false } }

    /// When it is to be looked at what people see, or whether it is written; nil: not.
    var nextLook: MonotonicTime? {
        switch state {
        case .trying(let attempt), .ending(let attempt, _): attempt.nextLook
        case .keeping(_, let end): end
        case .none, .checking: nil
        }
    }

    /// - Parameters:
    ///   - event: What happened; one that cannot happen now changes nothing.
    ///   - now: When.
    /// - Returns: What is to be done about it.
    mutating func handle(_ event: Event, at now: MonotonicTime) -> Action? {
        switch (state, event) {
        case (.none, .asked(let confirmWithin)):
            state = .checking(confirmWithin: confirmWithin)
            return .check
        case (.checking(let confirmWithin), .putInForce(let generation, let before)):
            let deadline = now + confirmWithin
            state = .trying(
                Attempt(
                    generation: generation,
                    deadline: deadline,
                    before: before,
                    nextLook: min(deadline, now + Self.lookInterval)
                )
            )
            return nil
        case (.trying(let attempt), .looked(let seen)): return look(attempt, seen, at: now)
        case (.ending(var attempt, let reason), .looked) where now >= attempt.nextLook:
            // However often it is looked at for others: time has to pass between two tries.
            attempt.nextLook = now + Self.lookInterval
            state = .ending(attempt, because: reason)
            return .rollBack(because: reason)
        case (.keeping(let attempt, let end), .looked) where now >= end:
            // A disk that hangs holds up whoever confirmed it, and not the screen.
            return self.end(attempt, because: "it could not be written in time", at: now)
        case (.trying(let attempt), .confirmed(let wanted)):
            return confirm(attempt, wanted, at: now)
        case (.trying(let attempt), .rejected(let wanted)):
            if let refusal = Self.refusal(of: wanted, attempt) { return .refuse(refusal) }
            return end(attempt, because: "somebody asked for that", at: now)
        case (_, .asked), (_, .confirmed), (_, .rejected): return .refuse(busy)
        case (.keeping(let attempt, _), .notKept):
            state = .trying(attempt)
            return nil
        // That was before it, though it was read meanwhile: the check follows.
        case (.checking, .superseded): return nil
        case (.checking, .refused), (.keeping, .kept), (.ending, .rolledBack), (_, .superseded):
            state = .none
            return nil
        default: return nil
        }
    }

    private mutating func look(
        _ attempt: Attempt,
        _ seen: ViewsSeen,
        at now: MonotonicTime
    ) -> Action? {
        var attempt = attempt
        attempt.flaw = seen.flaw(after: attempt.before)
        attempt.healthySince = attempt.flaw == nil ? attempt.healthySince ?? now : nil
        guard now < attempt.deadline else {
            return end(attempt, because: attempt.flaw ?? "nobody confirmed it in time", at: now)
        }
        attempt.nextLook = min(attempt.deadline, now + Self.lookInterval)
        state = .trying(attempt)
        return nil
    }

    private mutating func confirm(
        _ attempt: Attempt,
        _ wanted: Int?,
        at now: MonotonicTime
    ) -> Action {
        if let refusal = Self.refusal(of: wanted, attempt) { return .refuse(refusal) }
        guard now < attempt.deadline else {
            return .refuse("The time to confirm generation \(attempt.generation) is over.")
        }
        if let obstacle = attempt.obstacle(at: now) {
            return .refuse("Generation \(attempt.generation) cannot be confirmed: \(obstacle).")
        }
        state = .keeping(attempt, until: max(attempt.deadline, now + Self.writing))
        return .keep
    }

    private mutating func end(
        _ attempt: Attempt,
        because reason: MessageText,
        at now: MonotonicTime
    ) -> Action {
        var attempt = attempt
        attempt.nextLook = now + Self.lookInterval
        state = .ending(attempt, because: reason)
        return .rollBack(because: reason)
    }

    private static func refusal(of wanted: Int?, _ attempt: Attempt) -> MessageText? {
        guard let wanted, wanted != attempt.generation else { return nil }
        return "Generation \(wanted) is not on trial; generation \(attempt.generation) is."
    }

    /// Why it is not the time for anything else.
    private var busy: MessageText {
        switch state {
        case .none: "No configuration is on trial."
        case .checking: "Another configuration is being checked; try again."
        case .trying(let attempt):
            "Generation \(attempt.generation) is on trial; confirm it or roll it back first."
        case .keeping(let attempt, _): "Generation \(attempt.generation) is being kept."
        case .ending(let attempt, _): "Generation \(attempt.generation) is being rolled back."
        }
    }
}

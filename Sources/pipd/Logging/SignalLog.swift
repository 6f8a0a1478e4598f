internal import Logging
internal import Media
internal import Platform
internal import Synchronization

/// What signals are answered with in the log. A button that bounces, or a script in a loop,
/// sends hundreds a second: a few lines of each kind are written, and the others counted.
///
/// Thread: safe.
final class SignalLog: Sendable {
    /// The kinds of lines; each has a budget of its own, so that many that say one thing do
    /// not keep another from being said.
    enum Line: Hashable {
        case reloaded
        case notReloaded
        /// What was reloaded is not all in force.
        case restartNeeded
        /// The file is empty, and all of its streams are gone.
        case emptied
        case noSnapshot
        /// What was before a configuration cannot be put in force again.
        case notRolledBack
    }

    private let logger: Logger
    private let budget = Mutex(LogBudget<Line>(burst: 5))

    init(logger: Logger) {
        self.logger = logger
    }

    /// Writes a line, or counts it.
    ///
    /// - Parameters:
    ///   - line: Its kind.
    ///   - level: Its level.
    ///   - message: Its text.
    ///   - now: When it is written.
    func write(
        _ line: Line,
        _ level: Logger.Level,
        _ message: Logger.Message,
        at now: MonotonicTime = MonotonicClock.now()
    ) {
        guard case .write(let leftOut) = budget.withLock({ $0.spend(line, at: now) }) else {
            return
        }
        logger.log(level: level, message)
        if leftOut > 0 { logger.log(level: level, "\(leftOut) messages like the last left out") }
    }
}

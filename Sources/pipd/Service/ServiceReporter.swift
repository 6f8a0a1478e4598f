internal import ControlAPI
internal import Logging
internal import Media
internal import Pipeline
internal import Platform
internal import Presentation

/// Tells the service manager how the daemon is, as `sd_notify(3)` describes.
///
/// The watchdog is fed only while pictures reach the output, or the held one
/// is there on purpose, or no display is there to show them on: a daemon that
/// could show something and does not is restarted.
///
/// Thread: bound to the main thread.
final class ServiceReporter {
    private let notifier: ServiceNotifier?
    private let watchdogPeriod: Nanoseconds?
    private let logger: Logger
    private var isReady = false
    private var wasHealthy = true
    /// Whether nobody listened at the last message: the log says so once.
    private var isUnheard = false
    private var nextCheck: MonotonicTime?

    init(logger: Logger) {
        self.logger = logger
        notifier = ServiceNotifier()
        watchdogPeriod = ServiceNotifier.watchdogPeriod()
        if let watchdogPeriod { nextCheck = MonotonicClock.now() + watchdogPeriod }
    }

    /// When `keepDeadlines` wants to be called; nil: never.
    var deadline: MonotonicTime? { nextCheck }

    func ready(_ summary: String) {
        isReady = true
        tell { (notifier) throws(SystemCallError) in
            try notifier.ready(status: OutsideText.shown(message: summary))
        }
    }

    func reloading() {
        tell { (notifier) throws(SystemCallError) in
            try notifier.reloading(at: MonotonicClock.now())
        }
    }

    func stopping() {
        tell { (notifier) throws(SystemCallError) in try notifier.stopping() }
    }

    func keepDeadlines(_ now: MonotonicTime, pipeline: Pipeline) {
        guard let watchdogPeriod, let due = nextCheck, now >= due else { return }
        nextCheck = now + watchdogPeriod
        switch pipeline.health() {
        case .healthy, .waiting:
            wasHealthy = true
            tell { (notifier) throws(SystemCallError) in try notifier.watchdog() }
        case .unhealthy(let cause):
            if wasHealthy { logger.error("the watchdog is not fed: \(cause)") }
            wasHealthy = false
        }
    }

    private func tell(
        _ message: (ServiceNotifier) throws(SystemCallError) -> Bool
    ) {
        guard let notifier else { return }
        do {
            if try !message(notifier) { logger.debug("the service manager's socket is full") }
            if isUnheard { logger.info("service manager: it listens again") }
            isUnheard = false
        } catch {
            if !isUnheard { logger.warning("service manager: \(error); it is told nothing") }
            isUnheard = true
        }
    }
}

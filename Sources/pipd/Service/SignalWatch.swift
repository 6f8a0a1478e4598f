internal import Glibc
internal import Logging
internal import Media
internal import Platform
internal import Synchronization

/// Hears the process's signals on a thread of its own, whatever the main thread does.
///
///     signals ─► pipd-signals ─► main thread
///                     └─ asked to stop twice, or in vain ─► the end, at once
///
/// Thread: safe.
final class SignalWatch: @unchecked Sendable {
    // @unchecked Sendable: after `init` the descriptor is the thread's alone.

    /// Readable when there is something to take.
    let received: WakeUp
    /// Readable when the process is asked to stop, and nobody has taken that.
    let stopAsked: WakeUp
    private let signals: SignalDescriptor
    private let heard = Mutex<[Signal]>([])
    private let logger: Logger
    private let thread = Mutex<WorkerThread?>(nil)

    /// Blocks the signals for the calling thread, and begins to listen; for as long as
    /// the process lives.
    ///
    /// - Throws: `SystemCallError`, without a descriptor or a thread to spare.
    init(logger: Logger) throws(SystemCallError) {
        self.logger = logger
        received = try WakeUp()
        stopAsked = try WakeUp()
        signals = try SignalDescriptor([.terminate, .interrupt, .hangUp, .realtimeMinimum])
        let listener = try WorkerThread(name: "pipd-signals", stackBytes: 256 << 10) { [self] in
            listen()
        }
        thread.withLock { $0 = listener }
    }

    /// The signals that came since the last call, in their order.
    func take() -> [Signal] {
        heard.withLock { heard in
            received.drain()
            stopAsked.drain()
            defer { heard = [] }
            return heard
        }
    }

    private func listen() {
        var patience = StopPatience()
        var polling = PollSet(capacity: 1)
        polling.add(signals.rawValue, tag: .init(rawValue: 0))
        while true {
            _ = polling.wait(until: patience.deadline)
            let now = MonotonicClock.now()
            for signal in (try? signals.read()) ?? [] {
                if patience.received(signal, at: now) { signal.endProcess() }
                tell(signal)
            }
            if patience.isOver(at: now) { giveUp() }
        }
    }

    /// Wakes under the lock: a signal that is taken leaves nothing readable.
    private func tell(_ signal: Signal) {
        heard.withLock { heard in
            if !heard.contains(signal) { heard.append(signal) }
            if StopPatience.endsProcess(signal) { stopAsked.signal() }
            received.signal()
        }
    }

    /// The screen is left as it is; the service manager starts anew.
    private func giveUp() -> Never {
        // A log that nobody reads may hold up even this thread, when another one fills it.
        Signal.endProcess(after: .milliseconds(500))
        logger.critical("pipd does not stop: something hangs; ended as it is")
        _exit(ExitStatus.internalError.rawValue)
    }
}

internal import CLinux
internal import Glibc
public import Media

/// A signal's number. Others than the named ones fit as well.
public struct Signal: RawRepresentable, Hashable, Sendable {
    public let rawValue: CInt

    public init(rawValue: CInt) {
        self.rawValue = rawValue
    }

    public static let hangUp = Self(rawValue: SIGHUP)
    public static let interrupt = Self(rawValue: SIGINT)
    public static let terminate = Self(rawValue: SIGTERM)
    public static let user1 = Self(rawValue: SIGUSR1)
    public static let user2 = Self(rawValue: SIGUSR2)
    /// `SIGRTMIN`: the first one that means nothing to the system.
    public static let realtimeMinimum = Self(rawValue: __libc_current_sigrtmin())

    /// Ends the process at once, as this signal does to one that knows nothing of it.
    /// Nothing is cleaned up; the parent sees the signal.
    public func endProcess() -> Never {
        restoreDefault()
        raise(rawValue)
        // One whose default is not to end anything.
        _exit(128 + rawValue)
    }

    /// Ends the process by `SIGALRM` when so much time has gone by, whatever holds its
    /// threads up then.
    ///
    /// - Parameter delay: Less than a second.
    public static func endProcess(after delay: Nanoseconds) {
        Self(rawValue: SIGALRM).restoreDefault()
        ualarm(UInt32(clamping: delay.count / 1_000), 0)
    }

    /// Lets the signal do to the process what it does to one that knows nothing of it.
    private func restoreDefault() {
        _ = signal(rawValue, SIG_DFL)
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, rawValue)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
}

/// Signals as input of a poll set, instead of as interruptions.
///
/// Open it first thing in `main`: signals are blocked for the calling thread
/// and those started later, and one thread without the block would be ended by
/// the first SIGTERM. They stay blocked when this is gone, so that one still
/// pending cannot end the process.
///
/// `SIGPIPE` and `SIGXFSZ` are ignored from then on: a peer that hangs up, and a file that
/// would become larger than the process may make one, are errors of the write.
///
/// Thread: bound to one thread.
public struct SignalDescriptor: ~Copyable {
    private let descriptor: OwnedDescriptor

    /// - Parameter signals: Those to read here; at least one.
    /// - Throws: `signalfd`, when the process has too many descriptors; `pthread_sigmask`.
    public init(_ signals: [Signal]) throws(SystemCallError) {
        descriptor = try Self.open(signals.map(\.rawValue))
        Self.ignoreWriteSignals()
    }

    /// Ignores `SIGPIPE` and `SIGXFSZ`, for a program that writes before it reads its
    /// signals here.
    public static func ignoreWriteSignals() {
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
    }

    private static func open(_ signals: [CInt]) throws(SystemCallError) -> OwnedDescriptor {
        let count = CInt(signals.count)
        let descriptor = OwnedDescriptor(
            taking: try systemCall("signalfd") { clinux_signalfd(signals, count) }
        )
        try systemCall("pthread_sigmask") { clinux_block_signals(signals, count) }
        return descriptor
    }

    /// Blocks signals for the calling thread and those started later, so that
    /// one of these may read them.
    ///
    /// - Throws: `pthread_sigmask`.
    public static func block(_ signals: [Signal]) throws(SystemCallError) {
        let numbers = signals.map(\.rawValue)
        try systemCall("pthread_sigmask") {
            clinux_block_signals(numbers, CInt(numbers.count))
        }
    }

    /// For a poll set.
    public var rawValue: CInt { descriptor.rawValue }

    /// The signals that came since the last call, each kind once; empty when none did.
    ///
    /// - Throws: `read`; never for want of a signal.
    public borrowing func read() throws(SystemCallError) -> [Signal] {
        var signals: [Signal] = []
        // The kernel keeps one pending signal of each kind: 64 bound the work.
        for _ in 0..<64 {
            do throws(SystemCallError) {
                let number = try systemCall("read") {
                    clinux_signalfd_read(descriptor.rawValue)
                }
                let signal = Signal(rawValue: number)
                if !signals.contains(signal) { signals.append(signal) }
            } catch {
                guard error.errno == .wouldBlock else { throw error }
                break
            }
        }
        return signals
    }
}

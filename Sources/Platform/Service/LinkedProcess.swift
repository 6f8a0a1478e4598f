internal import CLinux
internal import Glibc
public import Media
internal import Synchronization

/// A program that this one has started.
///
/// Thread: bound to the thread that starts it.
public final class LinkedProcess {
    /// What a program finds its descriptor under.
    public static let descriptor: CInt = 3

    /// How it ended.
    public enum End: Hashable, Sendable, CustomStringConvertible {
        case exited(CInt)
        case killed(signal: CInt)

        public var description: String {
            switch self {
            case .exited(let status): "it ended with status \(status)"
            case .killed(let signal): "it was ended by signal \(signal)"
            }
        }
    }

    /// The number of its process.
    public let number: Int32
    private var isReaped = false

    /// Starts a program with standard input, output and error as they are, one more
    /// descriptor, and no signal blocked or ignored. It is in a process group of its own, so
    /// that what a terminal sends to this one does not reach it.
    ///
    /// - Parameters:
    ///   - program: Its path.
    ///   - arguments: Behind its name.
    ///   - environment: Its variables.
    ///   - descriptor: What it finds as `LinkedProcess.descriptor`.
    /// - Throws: `posix_spawn`, such as for a program that is not there.
    public init(
        _ program: String,
        _ arguments: [String],
        environment: [String: String],
        passing descriptor: CInt
    ) throws(SystemCallError) {
        Self.reapLeft()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Also takes the mark off that closes it.
        posix_spawn_file_actions_adddup2(&actions, descriptor, Self.descriptor)
        // Libraries have some without the mark that closes them: libmosquitto its connection.
        clinux_close_from(&actions, Self.descriptor + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        Self.resetSignals(&attributes)
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for variable in variables { free(variable) } }
        var process: pid_t = 0
        try systemCall("posix_spawn") {
            // Returns its error rather than set `errno`.
            errno = posix_spawn(
                &process,
                program,
                &actions,
                &attributes,
                &words,
                &variables
            )
            return errno == 0 ? 0 : -1
        }
        number = process
    }

    private static func resetSignals(_ attributes: inout posix_spawnattr_t) {
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    /// Waits until it has ended by itself, and ends it where that takes too long.
    ///
    /// - Parameter deadline: Until when it may take its time.
    /// - Returns: How it ended.
    public func end(by deadline: MonotonicTime) -> End {
        if !isReaped { awaitEnd(until: deadline) }
        // Until it is waited for, nobody else has its number.
        if !isReaped { kill(number, SIGKILL) }
        awaitEnd(until: MonotonicClock.now() + Self.patience)
        var status: CInt = 0
        while !isReaped {
            let found = waitpid(number, &status, WNOHANG)
            // It waits for a disk, and ends when that answers; it has had nothing since.
            if found == 0 {
                Self.left.withLock { $0.append(number) }
                return .killed(signal: SIGKILL)
            }
            if found == number || errno != EINTR { isReaped = true }
        }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }

    /// Those that were killed and not gone yet when that was looked at.
    private static let left = Mutex<[Int32]>([])

    /// Waits for none of them.
    private static func reapLeft() {
        left.withLock { $0.removeAll { waitpid($0, nil, WNOHANG) != 0 } }
    }

    /// How long one may take to be gone that was killed.
    private static let patience = Nanoseconds.milliseconds(200)

    private func awaitEnd(until deadline: MonotonicTime) {
        guard
            let process = try? systemCall("pidfd_open", { clinux_open_process(number) })
        else { return }
        let descriptor = OwnedDescriptor(taking: process)
        var polling = PollSet(capacity: 1)
        polling.add(descriptor.rawValue, tag: .init(rawValue: 0))
        _ = polling.wait(until: deadline)
    }
}

internal import CLinux
internal import Glibc
public import Media

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
    ///   - descriptor: What it finds as `LinkedProcess.descriptor`.
    /// - Throws: `posix_spawn`, such as for a program that is not there.
    public init(
        _ program: String,
        _ arguments: [String],
        passing descriptor: CInt
    ) throws(SystemCallError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Also takes the mark off that closes it.
        posix_spawn_file_actions_adddup2(&actions, descriptor, Self.descriptor)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        Self.resetSignals(&attributes)
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        try systemCall("posix_spawn") {
            // Returns its error rather than set `errno`.
            errno = posix_spawn(
                &process,
                program,
                &actions,
                &attributes,
                &words,
                clinux_environment()
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
        var status: CInt = 0
        while !isReaped, waitpid(number, &status, 0) < 0, errno == EINTR {}
        isReaped = true
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }

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

internal import Glibc
internal import Platform

/// A program that runs beside a test and is killed with this object.
///
/// It gets three streams and none of this process's other descriptors. Foundation's `Process`
/// does not do: where more than a thousand descriptors are open it reads beyond the end of what
/// the kernel listed of them, and may end the tests.
public final class ChildProcess {
    /// How a program ended.
    public enum Ending: Equatable, Sendable {
        case exit(CInt)
        case signal(CInt)
    }

    public let processID: CInt
    private var ending: Ending?

    /// - Parameters:
    ///   - words: The program and its arguments; a bare name is looked up in `PATH`.
    ///   - environment: All of its variables; nil: this process's.
    ///   - streams: Its standard input, output and errors; `/dev/null` where there is none.
    ///     They stay the caller's, who closes them.
    /// - Throws: When it cannot be started.
    public init(
        _ words: [String],
        environment: [String: String]? = nil,
        streams: (input: CInt?, output: CInt?, errors: CInt?) = (nil, nil, nil)
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (place, stream) in [streams.input, streams.output, streams.errors].enumerated() {
            if let stream {
                posix_spawn_file_actions_adddup2(&actions, stream, CInt(place))
            } else {
                posix_spawn_file_actions_addopen(&actions, CInt(place), "/dev/null", O_RDWR, 0)
            }
        }
        // Those that are not open are passed over.
        for other in CInt(3)..<4096 { posix_spawn_file_actions_addclose(&actions, other) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var nothing = sigset_t()
        sigemptyset(&nothing)
        posix_spawnattr_setsigmask(&attributes, &nothing)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let variables = environment ?? ProcessEnvironment.current()
        var arguments = words.map { strdup($0) } + [nil]
        var settings = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + settings { free(text) } }
        var process = pid_t()
        let result = posix_spawnp(
            &process,
            words[0],
            &actions,
            &attributes,
            &arguments,
            &settings
        )
        guard result == 0 else {
            throw SystemCallError(call: "posix_spawnp", errno: Errno(rawValue: result))
        }
        processID = process
    }

    deinit { kill() }

    /// Nothing is sent to a program whose end is known.
    public func send(_ signal: CInt) {
        guard ending == nil else { return }
        _ = Glibc.kill(processID, signal)
    }

    /// Kills the program, as a power cut would, and waits until it is gone.
    public func kill() {
        send(SIGKILL)
        _ = wait()
    }

    /// Waits for the program's end.
    ///
    /// - Returns: How it ended; the same each time.
    @discardableResult
    public func wait() -> Ending {
        if let ending { return ending }
        var status: CInt = 0
        while waitpid(processID, &status, 0) != processID {
            precondition(errno == EINTR, "Somebody else has waited for the program")
        }
        // As the macros WIFEXITED, WEXITSTATUS and WTERMSIG take it apart.
        let result = status & 0x7F == 0 ? Ending.exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
        ending = result
        return result
    }
}

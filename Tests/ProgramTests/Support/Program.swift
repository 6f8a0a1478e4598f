internal import Glibc
internal import Media
internal import Platform

/// A program that a test started: its output in files, its end on a descriptor.
///
/// Its standard input is one end of a socket pair; the other end reads end of
/// file when it has ended. It is killed with this object, if it still runs.
final class Program {
    /// How a program ended.
    enum Ending: Equatable {
        case exit(CInt)
        case signal(CInt)
    }

    let processID: pid_t
    private let lifeline: OwnedDescriptor
    private let outputFile: String
    private let errorsFile: String
    private var ending: Ending?

    /// - Parameters:
    ///   - path: The program; a bare name is looked up in `PATH`.
    ///   - arguments: Without the program's name.
    ///   - environment: On top of this process's variables that are not about daemons.
    ///   - folder: Where its output goes.
    /// - Throws: When it cannot be started.
    init(
        _ path: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        in folder: Scratch
    ) throws {
        outputFile = folder.path(
            "\(path.split(separator: "/").last ?? "")-\(folder.nextNumber()).out"
        )
        errorsFile = "\(outputFile).err"
        var ends: [CInt] = [0, 0]
        try systemCall("socketpair") {
            socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        }
        lifeline = OwnedDescriptor(taking: ends[0])
        let input = OwnedDescriptor(taking: ends[1])
        processID = try Self.spawn(
            [path] + arguments,
            variables: Self.variables(environment),
            streams: (input.rawValue, outputFile, errorsFile)
        )
    }

    deinit {
        guard ending == nil else { return }
        _ = kill(processID, SIGKILL)
        _ = waitpid(processID, nil, 0)
    }

    /// What it has written to its standard output.
    var output: String { String(decoding: Files.bytes(of: outputFile), as: UTF8.self) }

    /// What it has written to its standard error.
    var errors: String { String(decoding: Files.bytes(of: errorsFile), as: UTF8.self) }

    func send(_ signal: CInt) {
        guard ending == nil else { return }
        _ = kill(processID, signal)
    }

    /// Readable when it has ended; for a poll set.
    var lifelineDescriptor: CInt { lifeline.rawValue }

    /// Waits for its end.
    ///
    /// - Returns: nil after the deadline.
    func wait(until deadline: MonotonicTime) -> Ending? {
        if let ending { return ending }
        var polling = PollSet(capacity: 1)
        polling.add(lifeline.rawValue, tag: .init(rawValue: 0))
        guard !polling.wait(until: deadline).isEmpty else { return nil }
        var status: CInt = 0
        while waitpid(processID, &status, 0) < 0, errno == EINTR {}
        // As the macros WIFEXITED, WEXITSTATUS and WTERMSIG take it apart.
        ending = status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
        return ending
    }

    private static func variables(_ additions: [String: String]) -> [String] {
        let others = ProcessEnvironment.current().filter { name, _ in
            !["PIPD_", "NOTIFY_", "WATCHDOG_", "RUNTIME_", "JOURNAL_", "XDG_", "LISTEN_"]
                .contains { name.hasPrefix($0) }
        }
        return others.merging(additions) { $1 }.map { "\($0)=\($1)" }
    }

    private static func spawn(
        _ words: [String],
        variables: [String],
        streams: (input: CInt, output: String, errors: String)
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, streams.input, 0)
        let flags = O_WRONLY | O_CREAT | O_APPEND
        posix_spawn_file_actions_addopen(&actions, 1, streams.output, flags, 0o644)
        posix_spawn_file_actions_addopen(&actions, 2, streams.errors, flags, 0o644)
        // Tests run side by side: none of their descriptors is for this program.
        // Those that are not open are passed over.
        for other in CInt(3)..<512 { posix_spawn_file_actions_addclose(&actions, other) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var nothing = sigset_t()
        sigemptyset(&nothing)
        posix_spawnattr_setsigmask(&attributes, &nothing)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments = words.map { strdup($0) } + [nil]
        var environment = variables.map { strdup($0) } + [nil]
        defer { for text in arguments + environment { free(text) } }
        var process = pid_t()
        let result = posix_spawnp(
            &process,
            words[0],
            &actions,
            &attributes,
            &arguments,
            &environment
        )
        guard result == 0 else {
            throw SystemCallError(call: "posix_spawn", errno: Errno(rawValue: result))
        }
        return process
    }
}

/// The programs under test and those that help.
enum Programs {
    static let pipd = beside("pipd")
    static let pipctl = beside("pipctl")

    /// Runs a program to its end.
    ///
    /// - Returns: How it ended (nil: not within 30 s; it was killed), and what it wrote.
    static func run(
        _ path: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        in folder: Scratch
    ) throws -> Finished {
        let program = try Program(path, arguments, environment: environment, in: folder)
        let ending = program.wait(until: .in(seconds: 30))
        return Finished(ending: ending, output: program.output, errors: program.errors)
    }

    struct Finished {
        let ending: Program.Ending?
        let output: String
        let errors: String
    }

    /// What was built into the folder of the test program.
    private static func beside(_ name: String) -> String {
        var target = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &target, target.count)
        let bytes = target.prefix(max(0, length)).map(UInt8.init(bitPattern:))
        let own = String(decoding: bytes, as: UTF8.self)
        return own.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/\(name)"
    }
}

extension MonotonicTime {
    /// A moment from now on: deadlines bound how long a failure takes, never a success.
    static func `in`(seconds: Double) -> Self { MonotonicClock.now() + .seconds(seconds) }
}

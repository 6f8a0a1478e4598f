import Glibc
import Platform

/// A lock for tests: a POSIX mutex, which ThreadSanitizer understands.
final class Lock<State>: @unchecked Sendable {
    // @unchecked Sendable: `state` is touched only while `mutex` is held.

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var state: State

    init(_ state: State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func withLock<Result: ~Copyable>(
        _ body: (inout State) throws -> Result
    ) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }
}

/// A program that runs beside a test and is ended with it.
final class Companion {
    private let process: pid_t
    private let output: OwnedDescriptor
    private var status: CInt?

    /// No two programs are started at once: none inherits another's pipe.
    private static let starting = Lock(())

    init(_ program: String, _ arguments: [String]) throws {
        var process = pid_t()
        output = try Self.starting.withLock { _ in
            var ends: [CInt] = [0, 0]
            try systemCall("pipe") { pipe(&ends) }
            let writer = OwnedDescriptor(taking: ends[1])
            let reader = OwnedDescriptor(taking: ends[0])
            for end in ends { try systemCall("fcntl") { fcntl(end, F_SETFD, FD_CLOEXEC) } }
            process = try Self.spawn([program] + arguments, output: writer.rawValue)
            return reader
        }
        self.process = process
    }

    deinit { kill() }

    /// The next line that the program writes; waits for it.
    func nextLine() -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(output.rawValue, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    /// Everything that the program writes, up to its end.
    func allOutput() -> String {
        var text: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(output.rawValue, &part, part.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += part.prefix(count)
        }
    }

    /// Kills the program, as a power cut would, and waits until it is gone.
    func kill() {
        guard status == nil else { return }
        _ = Glibc.kill(process, SIGKILL)
        _ = wait()
    }

    /// Waits for the program's end.
    ///
    /// - Returns: Zero when it succeeded.
    func wait() -> CInt {
        if let status { return status }
        var result: CInt = 0
        while waitpid(process, &result, 0) < 0, errno == EINTR {}
        status = result
        return result
    }

    private static func spawn(_ words: [String], output: CInt) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var arguments = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        let result = posix_spawnp(&process, words[0], &actions, nil, &arguments, nil)
        guard result == 0 else {
            throw SystemCallError(call: "posix_spawnp", errno: Errno(rawValue: result))
        }
        return process
    }
}

/// A program that is run to its end.
enum Command {
    struct Failure: Error {
        let command: String
    }

    /// - Returns: What it wrote to its standard output.
    static func run(_ program: String, _ arguments: [String]) throws -> String {
        let companion = try Companion(program, arguments)
        let text = companion.allOutput()
        guard companion.wait() == 0 else {
            throw Failure(command: "\(program) \(arguments.joined(separator: " "))")
        }
        return text
    }

    /// Whether the `ffmpeg` program has an encoder.
    static func hasEncoder(_ name: String) -> Bool {
        encoders.contains(" \(name) ")
    }

    private static let encoders =
        (try? run("ffmpeg", ["-hide_banner", "-v", "quiet", "-encoders"])) ?? ""
}

import Glibc
import Platform
import TestSupport

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

/// A program that runs beside a test and is asked what it writes.
final class Companion {
    private let process: ChildProcess
    private let output: OwnedDescriptor

    init(_ program: String, _ arguments: [String]) throws {
        var ends: [CInt] = [0, 0]
        try systemCall("socketpair") {
            socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        }
        output = OwnedDescriptor(taking: ends[0])
        let writer = OwnedDescriptor(taking: ends[1])
        process = try ChildProcess(
            [program] + arguments,
            streams: (nil, writer.rawValue, nil)
        )
    }

    /// The next line that the program writes; waits for it.
    func nextLine() -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(output.rawValue, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    func kill() { process.kill() }

    /// Waits for the program's end.
    func wait() -> ChildProcess.Ending { process.wait() }
}

extension Command {
    /// Whether the `ffmpeg` program has an encoder.
    static func hasEncoder(_ name: String) -> Bool {
        encoders.contains(" \(name) ")
    }

    private static let encoders =
        (try? run("ffmpeg", ["-hide_banner", "-v", "quiet", "-encoders"])) ?? ""
}

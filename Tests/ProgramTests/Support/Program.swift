internal import Glibc
internal import Media
internal import Platform
internal import TestSupport

/// A program that a test started: its output in files, its end on a descriptor.
///
/// Its standard input is one end of a socket pair; the other end reads end of
/// file when it has ended. It is killed with this object, if it still runs.
final class Program {
    private let process: ChildProcess
    private let lifeline: OwnedDescriptor
    private let outputFile: String
    private let errorsFile: String
    private var ending: ChildProcess.Ending?

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
        let output = try Self.create(outputFile)
        let errors = try Self.create(errorsFile)
        process = try ChildProcess(
            [path] + arguments,
            environment: Self.variables(environment),
            streams: (input.rawValue, output.rawValue, errors.rawValue)
        )
    }

    var processID: pid_t { process.processID }

    /// What it has written to its standard output.
    var output: String { String(decoding: Files.bytes(of: outputFile), as: UTF8.self) }

    /// What it has written to its standard error.
    var errors: String { String(decoding: Files.bytes(of: errorsFile), as: UTF8.self) }

    func send(_ signal: CInt) { process.send(signal) }

    /// Readable when it has ended; for a poll set.
    var lifelineDescriptor: CInt { lifeline.rawValue }

    /// Waits for its end.
    ///
    /// - Returns: nil after the deadline.
    func wait(until deadline: MonotonicTime) -> ChildProcess.Ending? {
        if let ending { return ending }
        var polling = PollSet(capacity: 1)
        polling.add(lifeline.rawValue, tag: .init(rawValue: 0))
        guard !polling.wait(until: deadline).isEmpty else { return nil }
        ending = process.wait()
        return ending
    }

    private static func variables(_ additions: [String: String]) -> [String: String] {
        let others = ProcessEnvironment.current().filter { name, _ in
            !["PIPD_", "NOTIFY_", "WATCHDOG_", "RUNTIME_", "JOURNAL_", "XDG_", "LISTEN_"]
                .contains { name.hasPrefix($0) }
        }
        return others.merging(additions) { $1 }
    }

    private static func create(_ file: String) throws -> OwnedDescriptor {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
        return OwnedDescriptor(taking: try systemCall("open") { open(file, flags, 0o644) })
    }
}

/// The programs under test and those that help.
enum Programs {
    static let pipd = BuildFolder.program("pipd")
    static let pipctl = BuildFolder.program("pipctl")

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
        let ending = program.wait(until: .patience)
        return Finished(ending: ending, output: program.output, errors: program.errors)
    }

    struct Finished {
        let ending: ChildProcess.Ending?
        let output: String
        let errors: String
    }
}

extension MonotonicTime {
    /// A moment from now on: deadlines bound how long a failure takes, never a success.
    static func `in`(seconds: Double) -> Self { MonotonicClock.now() + .seconds(seconds) }

    /// When what has to come is not waited for any longer, also on a machine that does something
    /// else: two minutes from now.
    static var patience: Self { .in(seconds: 120) }
}

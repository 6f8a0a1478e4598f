internal import ControlAPI
internal import Glibc
internal import Media
internal import Platform
internal import TestSupport
internal import Testing

/// Whatever holds the daemon up, SIGTERM ends it, and so do files that are none.
@Suite(.timeLimit(.minutes(30))) struct StopTests {
    /// A named pipe whose other end is open here, where nobody reads.
    private final class UnreadPipe {
        let path: String
        private let descriptor: OwnedDescriptor

        init(in folder: Scratch, isFull: Bool = false) throws {
            let path = folder.path("pipe")
            self.path = path
            try systemCall("mkfifo") { mkfifo(path, 0o600) }
            let flags = O_RDWR | O_NONBLOCK | O_CLOEXEC
            descriptor = OwnedDescriptor(taking: try systemCall("open") { open(path, flags) })
            let bytes = [UInt8](repeating: 0x0A, count: 4096)
            while isFull, write(descriptor.rawValue, bytes, bytes.count) > 0 {}
        }

        /// Reads what there is.
        func drain() {
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            while read(descriptor.rawValue, &bytes, bytes.count) > 0 {}
        }
    }

    @Test func aLogThatNobodyReadsHoldsNothingUp() throws {
        let scratch = try Scratch()
        let pipe = try UnreadPipe(in: scratch, isFull: true)
        let manager = try ServiceManager(in: scratch)
        let arguments = ["--stream", "demo", "--socket", scratch.path("s"), "--log-level", "debug"]
        let program = try Program(
            "bash",
            ["-c", "exec \"$@\" 2<>\(pipe.path)", "bash", Programs.pipd] + Daemon.output
                + arguments,
            environment: ["NOTIFY_SOCKET": manager.path],
            in: scratch
        )
        #expect(manager.first { $0.hasPrefix("READY=1") } != nil)
        program.send(SIGTERM)
        #expect(program.wait(until: .patience) == .exit(0))
    }

    /// In virtual time the presentation thread waits for the log, so that nothing is lost.
    @Test func aFrameLogThatNobodyReadsDoesNotOutliveTheStop() throws {
        let scratch = try Scratch()
        let pipe = try UnreadPipe(in: scratch, isFull: true)
        let daemon = try Daemon.ready(
            ["--stream", "main=test:16x16@30", "--clock", "virtual", "--frame-log", pipe.path],
            in: scratch
        )
        // 4096 lines may wait.
        let isStuck = try daemon.eventually { try daemon.stream("main").presented > 4_000 }
        #expect(isStuck)
        daemon.program.send(SIGTERM)
        #expect(daemon.program.wait(until: .patience) == .exit(74))
        #expect(daemon.program.errors.contains("frame log"), "\(daemon.program.errors)")
    }

    /// The option, and the status and word that a named pipe in the place of its file gives.
    @Test(
        arguments: [
            ("--config", 78, "is a pipe"), ("--frame-log", 74, "nobody reads"),
        ] as [(option: String, status: CInt, word: String)]
    )
    func aPipeIsNotWaitedFor(option: String, status: CInt, word: String) throws {
        let scratch = try Scratch()
        let path = scratch.path("pipe")
        try systemCall("mkfifo") { mkfifo(path, 0o600) }
        let arguments = [option, path, "--socket", scratch.path("s"), "--duration", "1"]
        let result = try Programs.run(Programs.pipd, Daemon.output + arguments, in: scratch)
        #expect(result.ending == .exit(status))
        #expect(result.errors.contains(word), "\(result.errors)")
    }

    /// At the end of a run the log is written out, however slow its reader: unless somebody
    /// asks for the end.
    @Test func aFrameLogIsWrittenOutUntilASignalComes() throws {
        let scratch = try Scratch()
        let pipe = try UnreadPipe(in: scratch, isFull: true)
        let daemon = try Daemon(
            ["--stream", "demo", "--duration", "0.3", "--frame-log", pipe.path],
            in: scratch
        )
        let isOver = daemon.manager.first { $0.hasPrefix("STOPPING=1") } != nil
        #expect(isOver)
        daemon.program.send(SIGTERM)
        #expect(daemon.program.wait(until: .patience) == .exit(74))
    }

    /// Other signals than those that ask for the end lose nothing of the log.
    @Test(arguments: [SIGHUP, Signal.realtimeMinimum.rawValue])
    func aFrameLogIsWrittenOutWhateverElseIsAsked(signal: CInt) throws {
        let scratch = try Scratch()
        let pipe = try UnreadPipe(in: scratch, isFull: true)
        let daemon = try Daemon(
            ["--stream", "demo", "--duration", "0.3", "--frame-log", pipe.path],
            in: scratch
        )
        try #require(daemon.manager.first { $0.hasPrefix("STOPPING=1") } != nil)
        daemon.program.send(signal)
        let isHeard = daemon.eventually { Self.hasNothingPending(daemon.program) }
        #expect(isHeard)
        // Until it has ended.
        _ = daemon.eventually {
            pipe.drain()
            return false
        }
        #expect(daemon.program.wait(until: .in(seconds: 0)) == .exit(0))
    }

    /// Whether every signal that was sent has been read.
    private static func hasNothingPending(_ program: Program) -> Bool {
        let status = Files.bytes(of: "/proc/\(program.processID)/status")
        return String(decoding: status, as: UTF8.self).contains("ShdPnd:\t0000000000000000\n")
    }
}

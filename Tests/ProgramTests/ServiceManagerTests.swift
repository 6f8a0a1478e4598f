internal import ControlAPI
internal import Glibc
internal import Media
internal import Platform
internal import Testing

/// The daemon as the service manager sees it: `sd_notify(3)` over a real socket.
@Suite(.timeLimit(.minutes(30))) struct ServiceManagerTests {
    @Test func readyMeansThatAPictureIsUpAndClientsCanConnect() throws {
        let daemon = try Daemon(["--stream", "main=test:160x90@30", "--pip"])
        let message = try #require(daemon.waitUntilReady(), "\(daemon.program.errors)")
        #expect(message == "READY=1\nSTATUS=main demo, pip main")
        #expect(daemon.program.errors.contains("the first picture is on the output"))
        #expect(try daemon.becomesHealthy())
        daemon.expectCleanStop()
        #expect(daemon.manager.receive() == "STOPPING=1")
        #expect(daemon.manager.receive() == nil)
    }

    /// The stream may come hours later.
    @Test func aPlaceholderIsReadyAndNoPicture() throws {
        let daemon = try Daemon.ready(["--stream", "http://127.0.0.1:1/gone.mp4"])
        #expect(daemon.program.errors.contains("a placeholder is on the output"))
        #expect(!daemon.program.errors.contains("the first picture is on the output"))
        daemon.expectCleanStop()
    }

    /// Without `WATCHDOG_USEC` there is no such message, as above.
    @Test func theWatchdogIsFed() throws {
        let daemon = try Daemon.ready(
            ["--stream", "demo"],
            environment: ["WATCHDOG_USEC": "200000"]
        )
        let begin = MonotonicClock.now()
        // What was sent before.
        while daemon.manager.receive() != nil {}
        for _ in 0..<4 {
            #expect(daemon.manager.first { $0 == "WATCHDOG=1" } != nil)
        }
        // Due every 0.1 s, half the interval; a busy machine stretches it.
        #expect((MonotonicClock.now() - begin).seconds >= 0.2)
        daemon.expectCleanStop()
    }

    /// Of the shortest interval there is, and with a manager that begins to listen later.
    @Test func aManagerThatDoesNotListenIsOneLine() throws {
        let scratch = try Scratch()
        let variables = ["NOTIFY_SOCKET": scratch.path("late"), "WATCHDOG_USEC": "1"]
        let daemon = try Daemon(["--stream", "demo"], environment: variables, in: scratch)
        let isLost = daemon.eventually {
            (try? daemon.status().uptimeSeconds > 0.5) ?? false
        }
        #expect(isLost, "\(daemon.program.errors)")
        let manager = try ServiceManager(in: scratch, named: "late")
        #expect(manager.first { $0 == "WATCHDOG=1" } != nil)
        #expect(daemon.eventually { daemon.program.errors.contains("it listens again") })
        #expect(daemon.program.errors.ranges(of: "service manager: ").count == 2)
        daemon.expectCleanStop()
    }

    @Test func aReloadPutsTheNewFileInForce() throws {
        try Pace.expectKept {
            let scratch = try Scratch()
            let file = try scratch.write("pipd.yml", Self.before)
            let daemon = try Daemon.ready(["--config", file], in: scratch)
            let subscriber = try Connection(daemon.socketPath)
            var events = try subscriber.subscribe()
            try scratch.write("pipd.yml", Self.after)
            try Self.reload(daemon)
            let isRight = try daemon.eventually {
                try daemon.status().streams.map(\.id) == ["added", "changed", "main"]
            }
            let status = try daemon.status()
            #expect(isRight, "\(status.streams.map(\.id))")
            #expect(try daemon.stream("changed").url == "test:96x64@30")
            #expect(status.view.pip.stream == "added")
            #expect(status.view.pip.enabled)
            #expect(status.view.pip.corner == "top-left")
            let isShown = try daemon.eventually { try daemon.stream("added").presented > 0 }
            #expect(isShown)
            for kind in [
                "stream-added", "view-changed", "configuration-reloaded", "stream-removed",
            ] {
                #expect(subscriber.read(into: &events, until: "event: \(kind)\n"), "\(events)")
            }
            return daemon
        }
    }

    private static let before = """
        main: main
        streams:
          main: { url: "test:160x90@30" }
          changed: { url: "test:160x90@30" }
          removed: { url: "test:160x90@30" }
        """

    private static let after = """
        main: main
        pip: { stream: added, enabled: true, corner: top-left }
        streams:
          main: { url: "test:160x90@30" }
          changed: { url: "test:96x64@30" }
          added: { url: "test:160x90@30" }
        """

    @Test(arguments: ["mian: a", "main: [", "main: nothere", ""])
    func aBadFileChangesNothing(text: String) throws {
        try Pace.expectKept {
            let scratch = try Scratch()
            let file = try scratch.write(
                "pipd.yml",
                "main: main\nstreams:\n  main: { url: demo }\n"
            )
            let daemon = try Daemon.ready(["--config", file], in: scratch)
            if text.isEmpty { unlink(file) } else { try scratch.write("pipd.yml", text) }
            try Self.reload(daemon)
            #expect(daemon.program.errors.contains("nothing changed: \(file)"))
            let status = try daemon.status()
            #expect(status.streams.map(\.id) == ["main"])
            #expect(status.view.main == "main")
            return daemon
        }
    }

    /// Sends SIGHUP and expects both messages of a reload.
    private static func reload(_ daemon: Daemon) throws {
        let begin = MonotonicClock.now()
        daemon.program.send(SIGHUP)
        let message = try #require(daemon.manager.first { $0.hasPrefix("RELOADING=1\n") })
        let parts = message.split(separator: "MONOTONIC_USEC=")
        let time = try #require(parts.last.flatMap { Int64($0) })
        #expect(time * 1000 >= begin.nanoseconds - 1000)
        #expect(time * 1000 <= MonotonicClock.now().nanoseconds)
        #expect(daemon.manager.first { $0.hasPrefix("READY=1\n") } != nil)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func bothSignalsStopIt(signal: CInt) throws {
        let daemon = try Daemon.ready(["--stream", "demo"])
        daemon.expectCleanStop(by: signal)
    }
}

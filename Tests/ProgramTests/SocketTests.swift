internal import Glibc
internal import Platform
internal import TestSupport
internal import Testing

/// The control socket as the file system sees it.
@Suite(.timeLimit(.minutes(30))) struct SocketTests {
    @Test func itHasMode0660AndGoesWithTheDaemon() throws {
        let daemon = try Daemon.ready(["--stream", "demo"])
        let attributes = try #require(Files.attributes(of: daemon.socketPath))
        #expect(attributes.st_mode & S_IFMT == S_IFSOCK)
        #expect(attributes.st_mode & 0o777 == 0o660)
        let line = "pipd: info: control: listening on \(daemon.socketPath)\n"
        #expect(daemon.program.errors.contains(line))
        daemon.expectCleanStop()
        #expect(Files.attributes(of: daemon.socketPath) == nil)
    }

    /// A path that cannot be, and what the message must contain.
    @Test(
        arguments: [
            ("/tmp/" + String(repeating: "x", count: 103), ["108 bytes", "107", "--socket"]),
            ("/etc/passwd/pipd.sock", ["/etc/passwd", "--socket"]),
            ("/nowhere/deep/pipd.sock", ["/nowhere/deep", "No such file", "--socket"]),
            ("/proc/pipd.sock", ["No such file"]),
            ("/sys/kernel/pipd.sock", ["Permission denied"]),
        ] as [(path: String, words: [String])]
    )
    func aPlaceThatCannotBeIs74(path: String, words: [String]) throws {
        let arguments = Daemon.output + ["--stream", "demo", "--duration", "5", "--socket", path]
        let result = try Programs.run(Programs.pipd, arguments, in: try Scratch())
        #expect(result.ending == .exit(74))
        for word in [path] + words { #expect(result.errors.contains(word), "\(result.errors)") }
    }

    @Test func itComesBackWhereItWasRemoved() throws {
        let daemon = try Daemon.ready(["--stream", "demo"])
        let number = try #require(Files.attributes(of: daemon.socketPath)?.st_ino)
        #expect(unlink(daemon.socketPath) == 0)
        #expect(daemon.eventually { Files.attributes(of: daemon.socketPath) != nil })
        let attributes = try #require(Files.attributes(of: daemon.socketPath))
        #expect(attributes.st_ino == number && attributes.st_mode & 0o777 == 0o660)
        #expect(try daemon.becomesHealthy())
        #expect(daemon.program.errors.contains("is there again: \(daemon.socketPath)\n"))
        // Another's is neither replaced nor removed.
        // In one step, or it might be there again before.
        let other = try daemon.scratch.write("other", "another's")
        #expect(rename(other, daemon.socketPath) == 0)
        daemon.expectCleanStop()
        #expect(Files.bytes(of: daemon.socketPath) == Array("another's".utf8))
    }

    @Test func whatItIsMadeAgainWithIsNamedWhereThatIsRemovedToo() throws {
        let daemon = try Daemon.ready(["--stream", "demo"])
        let kept = daemon.socketPath + ".kept"
        #expect(unlink(kept) == 0 && unlink(daemon.socketPath) == 0)
        #expect(daemon.eventually { daemon.program.errors.contains("\(kept) was removed, too") })
        daemon.expectCleanStop()
    }

    @Test func aLiveDaemonKeepsIt() throws {
        let first = try Daemon.ready(["--stream", "demo"])
        let second = try Daemon(["--stream", "demo"], in: first.scratch)
        #expect(second.program.wait(until: .patience) == .exit(74))
        #expect(second.program.errors.contains("another process listens there"))
        #expect(try first.becomesHealthy())
        first.expectCleanStop()
    }

    /// Without a socket before, and beside a stale one.
    @Test(arguments: [false, true])
    func ofTwoThatStartAtOnceOneLives(isStaleThere: Bool) throws {
        let scratch = try Scratch()
        if isStaleThere {
            let stale = try Sockets.stream(AF_UNIX)
            let raw = stale.rawValue
            try systemCall("bind") { Sockets.at(scratch.path("pipd.sock")) { bind(raw, $0, $1) } }
        }
        let daemons = try (0..<2).map { _ in try Daemon(["--stream", "demo"], in: scratch) }
        let isReady = daemons.map { $0.waitUntilReady() != nil }
        #expect(isReady.count { $0 } == 1)
        for (daemon, isReady) in zip(daemons, isReady) where !isReady {
            #expect(daemon.program.wait(until: .patience) == .exit(74))
            #expect(daemon.program.errors.contains("another process listens there"))
        }
        for (daemon, isReady) in zip(daemons, isReady) where isReady {
            #expect(try daemon.becomesHealthy())
            daemon.expectCleanStop()
            #expect(Files.attributes(of: daemon.socketPath + ".lock") == nil)
        }
    }

    /// What one user's killed daemon left, as another finds it.
    @Test(
        .enabled("needs root, and a user who is not") { geteuid() == 0 && canRunAsAUser },
        arguments: [0o600, 0o666]
    )
    func theLockOfAnotherIsLeftAloneAndTheMessageSaysWhatToDo(mode: mode_t) throws {
        let scratch = try Scratch()
        let folder = scratch.path("shared")
        try systemCall("mkdir") { mkdir(folder, 0o777) }
        try systemCall("chmod") { chmod(folder, 0o777) }
        let lock = "\(folder)/s.lock"
        let left = try scratch.write("left", "")
        try systemCall("chmod") { chmod(left, mode) }
        try systemCall("rename") { rename(left, lock) }
        let words = asUser + [Programs.pipd] + Daemon.output
        let arguments = ["--stream", "demo", "--duration", "5", "--socket", "\(folder)/s"]
        let result = try Programs.run(words[0], Array(words[1...]) + arguments, in: scratch)
        #expect(result.ending == .exit(74))
        for word in [lock, "belongs to user 0", "remove the file as that user or as root"] {
            #expect(result.errors.contains(word), "\(result.errors)")
        }
        #expect(Files.attributes(of: lock) != nil)
        // One's own is taken over.
        try systemCall("chown") { chown(lock, 65534, 65534) }
        let again = try Programs.run(
            words[0],
            Array(words[1...]) + ["--stream", "demo", "--duration", "0.1"]
                + ["--socket", "\(folder)/s"],
            in: scratch
        )
        #expect(again.ending == .exit(0), "\(again.errors)")
        #expect(Files.attributes(of: lock) == nil)
    }

    /// Both programs, wherever in the path the length is.
    @Test(arguments: [(104, 1), (107, 1), (107, 70)])
    func theLongestPathsWork(bytes: Int, ofTheName name: Int) throws {
        let scratch = try Scratch()
        let rest = bytes - name - scratch.folder.utf8.count - 2
        let folder = String(repeating: "d", count: rest)
        let socket = "\(folder)/\(String(repeating: "s", count: name))"
        let daemon = try Daemon(["--stream", "demo"], socket: socket, in: scratch)
        #expect(daemon.socketPath.utf8.count == bytes)
        #expect(daemon.waitUntilReady() != nil, "\(daemon.program.errors)")
        let answer = try Programs.run(
            Programs.pipctl,
            ["--socket", daemon.socketPath, "status"],
            in: scratch
        )
        #expect(answer.ending == .exit(0), "\(answer.errors)")
        daemon.expectCleanStop()
        #expect(Files.attributes(of: daemon.socketPath) == nil)
    }

    @Test func whatAKilledDaemonLeftIsReplaced() throws {
        let first = try Daemon.ready(["--stream", "demo"])
        first.program.send(SIGKILL)
        #expect(first.program.wait(until: .patience) == .signal(SIGKILL))
        let stale = try #require(Files.attributes(of: first.socketPath))
        let second = try Daemon.ready(["--stream", "demo"], in: first.scratch)
        #expect(Files.attributes(of: first.socketPath)?.st_ino != stale.st_ino)
        #expect(try second.becomesHealthy())
        second.expectCleanStop()
    }

    @Test func aFileInTheWayIsLeftAlone() throws {
        let scratch = try Scratch()
        let path = try scratch.write("pipd.sock", "precious")
        let daemon = try Daemon(["--stream", "demo"], in: scratch)
        #expect(daemon.program.wait(until: .patience) == .exit(74))
        #expect(daemon.program.errors.contains("\(path): something that is not a socket"))
        #expect(Files.bytes(of: path) == Array("precious".utf8))
    }
}

/// Where both programs look for the socket when nobody names it.
@Suite(.timeLimit(.minutes(30))) struct SocketLocationTests {
    /// Variables, and the one whose place is taken.
    @Test(arguments: [
        ["PIPD_SOCKET": "a.sock"],
        ["RUNTIME_DIRECTORY": ""],
        ["PIPD_SOCKET": "a.sock", "RUNTIME_DIRECTORY": "", "XDG_RUNTIME_DIR": ""],
    ])
    func bothProgramsReadTheSameVariables(names: [String: String]) throws {
        let scratch = try Scratch()
        let variables = names.mapValues { $0.isEmpty ? scratch.folder : scratch.path($0) }
        let path = names["PIPD_SOCKET"].map(scratch.path) ?? scratch.path("pipd.sock")
        let daemon = try Daemon(
            ["--stream", "demo"],
            environment: variables,
            socket: nil,
            in: scratch
        )
        #expect(daemon.waitUntilReady() != nil, "\(daemon.program.errors)")
        #expect(Files.attributes(of: path) != nil)
        let arguments = ["status"]
        let answer = try Programs.run(
            Programs.pipctl,
            arguments,
            environment: variables,
            in: scratch
        )
        #expect(answer.ending == .exit(0), "\(answer.errors)")
        daemon.expectCleanStop()
    }

    /// A user without the system's folder has one of his own. Root changes to
    /// such a user for this test.
    @Test(.enabled("needs a user who is not root") { canRunAsAUser })
    func aUsersPlaceIsInXDGRuntimeDir() throws {
        let scratch = try Scratch()
        let folder = scratch.path("user")
        try systemCall("mkdir") { mkdir(folder, 0o777) }
        try systemCall("chmod") { chmod(folder, 0o777) }
        let variables = ["XDG_RUNTIME_DIR": folder]
        let arguments = Daemon.output + ["--stream", "demo", "--duration", "20"]
        let words = asUser + [Programs.pipd] + arguments
        let daemon = try Program(
            words[0],
            Array(words[1...]),
            environment: variables,
            in: scratch
        )
        var answer: Programs.Finished?
        while daemon.wait(until: .in(seconds: 0.05)) == nil, answer?.ending != .exit(0) {
            let words = asUser + [Programs.pipctl, "status"]
            answer = try Programs.run(
                words[0],
                Array(words[1...]),
                environment: variables,
                in: scratch
            )
        }
        #expect(answer?.ending == .exit(0), "\(daemon.errors)")
        #expect(Files.attributes(of: "\(folder)/pipd.sock") != nil)
        daemon.send(SIGTERM)
        #expect(daemon.wait(until: .patience) == .exit(0))
    }
}

/// What runs a program as a user who is not root.
private let asUser =
    geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : ["env"]

/// Whether that user may run what was built.
private var canRunAsAUser: Bool {
    guard let scratch = try? Scratch() else { return false }
    let words = asUser + [Programs.pipctl, "--version"]
    let result = try? Programs.run(words[0], Array(words[1...]), in: scratch)
    return result?.ending == .exit(0)
}

internal import ControlAPI
internal import Glibc
internal import Media
internal import Platform
internal import TestSupport
internal import Testing

/// Descriptors and threads that the system does not give.
@Suite(.serialized, .timeLimit(.minutes(30))) struct ScarceResourceTests {
    private static let main = ["--stream", "main=test:160x90@30"]

    @Test(arguments: [8, 16, 24, 30])
    func aStartWithTooFewDescriptorsSaysSo(limit: Int) throws {
        let daemon = try Daemon(Self.main, wrapper: ["prlimit", "--nofile=\(limit)"])
        #expect(daemon.program.wait(until: .patience) == .exit(71))
        #expect(daemon.program.errors.contains("descriptors are needed"))
        #expect(daemon.program.errors.contains("LimitNOFILE="))
    }

    /// The limit does not bind the superuser.
    @Test(.enabled(if: geteuid() == 0, "changes the user"), arguments: [1, 3, 5])
    func aStartWithTooFewThreadsSaysSo(limit: Int) throws {
        let user = ["setpriv", "--reuid", "54321", "--regid", "54321", "--clear-groups"]
        let daemon = try Daemon(Self.main, wrapper: user + ["prlimit", "--nproc=\(limit)"])
        #expect(daemon.program.wait(until: .patience) == .exit(71))
        #expect(daemon.program.errors.contains("threads are needed"))
    }

    @Test func aStartWithTooLittleMemorySaysSo() throws {
        let daemon = try Daemon(Self.main, wrapper: ["prlimit", "--as=120000000"])
        #expect(daemon.program.wait(until: .patience) == .exit(71))
        #expect(daemon.program.errors.contains("MiB more of memory are needed"))
        #expect(daemon.program.errors.contains("LimitAS="))
    }

    /// Every connection follows events, so that none can make room for another.
    @Test func withoutDescriptorsClientsAreRefusedInPeaceAndServedLater() throws {
        try Pace.expectKept {
            let daemon = try Daemon.ready(Self.main, wrapper: ["prlimit", "--nofile=44"])
            var subscribers: [Connection] = []
            var refusal: [UInt8] = []
            while refusal.isEmpty, subscribers.count < 40 {
                let connection = try Connection(daemon.socketPath)
                _ = connection.send(Array("GET /v1/events HTTP/1.1\r\nHost: pipd\r\n\r\n".utf8))
                let answer = connection.receive(until: .patience) ?? []
                if Answer(answer)?.status == 503 { refusal = answer }
                subscribers.append(connection)
            }
            #expect(!refusal.isEmpty)
            // They wait to be refused, and keep the listener readable until then.
            let waiting = try (0..<80).map { _ in try Connection(daemon.socketPath) }
            let (before, begin) = (try daemon.processorSeconds(), MonotonicClock.now())
            #expect(daemon.program.wait(until: .in(seconds: 1)) == nil)
            let used = try daemon.processorSeconds() - before
            #expect(used < 0.5 * (MonotonicClock.now() - begin).seconds)
            withExtendedLifetime(waiting) {}
            subscribers.removeAll()
            let isServed = try daemon.eventually {
                try Connection(daemon.socketPath).status(of: "/healthz") == 200
            }
            #expect(isServed)
            let told = daemon.program.errors.ranges(of: "Connections cannot be accepted").count
            #expect(told == 1, "\(daemon.program.errors)")
            return daemon
        }
    }

    @Test func aStreamThatTheProcessHasNoDescriptorsForMayBeTriedAgain() throws {
        try Pace.expectKept {
            let daemon = try Daemon.ready(Self.main, wrapper: ["prlimit", "--nofile=44"])
            var statuses: [Int] = []
            while !statuses.contains(503), statuses.count < 30 {
                let answer = try daemon.request(
                    "PUT",
                    "/v1/streams/s\(statuses.count)",
                    json: #"{"url":"test:16x16@1"}"#
                )
                statuses.append(answer.status)
                guard answer.status == 503 else { continue }
                #expect(answer.text.contains("Too many open files"))
            }
            #expect(statuses.dropLast().allSatisfy { $0 == 201 })
            #expect(statuses.last == 503)
            return daemon
        }
    }
}

extension Daemon {
    /// What it has used of the processors so far.
    fileprivate func processorSeconds() throws -> Double {
        let text = String(
            decoding: Files.bytes(of: "/proc/\(program.processID)/stat"),
            as: UTF8.self
        )
        // utime and stime, the 14th and 15th field; the second may have spaces in its parentheses.
        let fields = try #require(text.split(separator: ")").last).split(separator: " ")
        let ticks = fields.dropFirst(11).prefix(2).compactMap { Double($0) }
        return ticks.reduce(0, +) / Double(sysconf(CInt(_SC_CLK_TCK)))
    }
}

extension Connection {
    /// The status of one request; nil when the connection ends without an answer.
    fileprivate func status(of path: String) -> Int? {
        _ = send(Array("GET \(path) HTTP/1.1\r\nHost: pipd\r\nConnection: close\r\n\r\n".utf8))
        return Answer(receiveAll(until: .patience))?.status
    }
}

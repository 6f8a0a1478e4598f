internal import ControlAPI
internal import Glibc
internal import Media
internal import Platform
internal import Testing

/// Clients that misbehave never delay a frame, and cost little memory.
@Suite(.serialized, .timeLimit(.minutes(30))) struct HostileClientTests {
    private static let main = ["--stream", "main=test:160x90@30"]
    /// What a client may make the daemon grow by, with room for the allocator.
    private static let tolerableGrowth = 48 << 20

    @Test func garbageIsRefused() throws {
        try Pace.expectKept {
            let daemon = try Daemon.ready(Self.main)
            for seed in 1...40 {
                let connection = try Connection(daemon.socketPath)
                let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* seed >> 3) }
                _ = connection.send(bytes)
                let answer = connection.receiveAll(until: .patience)
                let status = Answer(answer)?.status
                #expect(status == 400 || status == 431, "seed \(seed): \(answer.count) bytes")
            }
            #expect(try daemon.becomesHealthy())
            return daemon
        }
    }

    /// Up to a gigabyte is offered; a few kilobytes are taken.
    @Test func aHeaderWithoutEndIsRefusedEarly() throws {
        try Pace.expectKept {
            let daemon = try Daemon.ready(Self.main)
            let resident = try daemon.status().memory.residentBytes
            let connection = try Connection(daemon.socketPath)
            _ = connection.send(Array("GET / HTTP/1.1\r\nHost: pipd\r\n".utf8))
            let field = Array("X-Field: \(String(repeating: "x", count: 990))\r\n".utf8)
            let part = Array(repeatElement(field, count: 64).joined())
            var sent = 0
            while sent < 1 << 30, let count = connection.send(part) {
                sent += count
                guard count == 0 else { continue }
                // The daemon does not read on: it has answered, or is about to.
                if connection.receive(until: .patience) != nil { break }
                Issue.record("neither read nor refused after \(sent) bytes")
                break
            }
            #expect(sent < 4 << 20, "\(sent) bytes were taken")
            #expect(try daemon.status().memory.residentBytes < resident + Self.tolerableGrowth)
            return daemon
        }
    }

    @Test func twoHundredConnectionsAreBounded() throws {
        try Pace.expectKept {
            let daemon = try Daemon.ready(Self.main)
            let before = try daemon.metrics()["process_open_fds"] ?? 0
            var connections: [Connection] = []
            for _ in 0..<200 { connections.append(try Connection(daemon.socketPath)) }
            let request = Array("GET /healthz HTTP/1.1\r\nHost: pipd\r\n\r\n".utf8)
            for connection in connections { _ = connection.send(request) }
            let statuses = connections.map { connection in
                connection.receive(until: .patience).flatMap { Answer($0)?.status }
            }
            // Who has sent nothing for long is told so; who was answered makes room for others.
            #expect(statuses.count { $0 == 200 } >= 64)
            #expect(statuses.allSatisfy { $0 == 200 || $0 == 503 || $0 == nil })
            let open = try daemon.metrics()["process_open_fds"] ?? 0
            #expect(open <= before + 64)
            connections.removeAll()
            let isServed = try daemon.eventually {
                Answer(try Self.healthBytes(of: daemon))?.status == 200
            }
            #expect(isServed)
            let areClosed = try daemon.eventually {
                try daemon.metrics()["process_open_fds"] ?? 0 <= before + 3
            }
            #expect(areClosed)
            return daemon
        }
    }

    private static func healthBytes(of daemon: Daemon) throws -> [UInt8] {
        let connection = try Connection(daemon.socketPath)
        _ = connection.send(
            Array("GET /healthz HTTP/1.1\r\nHost: pipd\r\nConnection: close\r\n\r\n".utf8)
        )
        return connection.receiveAll(until: .patience)
    }

    /// It loses its subscription and is told so; what it misses is not kept.
    @Test func aSubscriberThatReadsNothingIsLetGo() throws {
        try Pace.expectKept {
            let daemon = try Daemon.ready(Self.main)
            let resident = try daemon.status().memory.residentBytes
            let deaf = try Connection(daemon.socketPath)
            _ = try deaf.subscribe()
            // Few and large: it is closed without a word 10 s after it has stopped reading, which
            // a busy machine may need for them.
            let begin = MonotonicClock.now()
            let filler = String(repeating: "x", count: 90_000)
            let event = "{\"type\":\"custom.filler\",\"data\":\"\(filler)\"}"
            var events = 0
            var answer = ""
            repeat {
                answer = try daemon.request("POST", "/v1/events", json: event).text
                events += 1
            } while answer.contains("\"subscribers\":1") && events < 40
            let isTooLate = MonotonicClock.now() - begin > .milliseconds(10_000)
            #expect(answer.contains("\"subscribers\":0"), "\(answer)")
            #expect(try daemon.status().memory.residentBytes < resident + Self.tolerableGrowth)
            let told = String(decoding: deaf.receiveAll(until: .patience), as: UTF8.self)
            #expect(told.contains("event: custom.filler"))
            #expect(told.contains("event: overflow") || isTooLate)
            return daemon
        }
    }
}

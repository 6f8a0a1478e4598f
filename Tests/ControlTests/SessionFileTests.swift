internal import ControlAPI
internal import Foundation
internal import Logging
internal import Media
internal import Platform
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import Control

/// Browsers from one start to the next.
@Suite final class SessionFileTests {
    private let folder = Folder()
    private let log = KeptLog()
    private let now = Now()

    private var path: String { "\(folder.path)/sessions.json" }

    private final class Now: Sendable {
        private let time = Mutex(MonotonicTime(nanoseconds: 0) + .seconds(1000))

        func callAsFunction() -> MonotonicTime { time.withLock { $0 } }

        func pass(_ seconds: Double) { time.withLock { $0 = $0 + .seconds(seconds) } }
    }

    /// What runs from a start on.
    private func withGate<Value>(_ body: (AccessGate) throws -> Value) rethrows -> Value {
        let moment = now()
        let gate = AccessGate(
            keptIn: folder.path,
            logger: Logger(label: "test") { [log] _ in log }
        ) { moment }
        gate.readTokens()
        gate.readSessions()
        return try body(gate)
    }

    /// Whether who has a session is somebody.
    private func isIn(_ secret: Secret, _ gate: AccessGate) throws -> Bool {
        var visit = Visit()
        visit.host = "localhost"
        visit.source = "a"
        visit.sessions = [secret.text]
        visit.isOfOwnPage = true
        return try gate.admit(visit).role == .viewer
    }

    @Test func aSessionGoesOnAndItsSecretIsNotKept() throws {
        let (token, session) = try withGate { gate in
            let token = try gate.makeToken(.viewer, name: nil)
            return (token, try gate.beginSession(for: token.secret, of: Caller()).secret)
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!text.contains(session.text) && !text.contains(token.secret))
        now.pass(3600)
        #expect(try withGate { try isIn(session, $0) })
        withGate { $0.endSession(session.text) }
        #expect(try withGate { try !isIn(session, $0) })
    }

    @Test func whatBeginsFastIsKeptWithALaterRequest() throws {
        let gate = AccessGate(keptIn: folder.path, logger: Logger(label: "test")) { [now] in now() }
        let token = try gate.makeToken(.viewer, name: nil)
        let sessions = try (0..<3).map { _ in
            try gate.beginSession(for: token.secret, of: Caller()).secret
        }
        #expect(
            try withGate { later in try sessions.map { try isIn($0, later) } } == [
                true, false, false,
            ]
        )
        gate.keepSessions()
        #expect(try withGate { later in try sessions.allSatisfy { try isIn($0, later) } })
        let last = try gate.beginSession(for: token.secret, of: Caller()).secret
        #expect(try withGate { try !isIn(last, $0) })
        now.pass(1)
        #expect(try isIn(sessions[0], gate))
        #expect(try withGate { later in try sessions.allSatisfy { try isIn($0, later) } })
    }

    @Test func whoLeavesIsOutAtOnceAndAlsoWhereThatCannotBeKeptAtFirst() throws {
        let gate = AccessGate(keptIn: folder.path, logger: Logger(label: "test")) { [now] in now() }
        let token = try gate.makeToken(.viewer, name: nil)
        let first = try gate.beginSession(for: token.secret, of: Caller()).secret
        gate.endSession(first.text)
        #expect(try withGate { try !isIn(first, $0) })
        now.pass(1)
        let second = try gate.beginSession(for: token.secret, of: Caller()).secret
        // What is in its place now cannot be replaced.
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(
            atPath: path + "/x",
            withIntermediateDirectories: true
        )
        gate.endSession(second.text)
        try FileManager.default.removeItem(atPath: path)
        now.pass(1)
        #expect(try !isIn(second, gate))
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("[]"))
    }

    @Test func aRevokedTokenHasNone() throws {
        let session = try withGate { gate in
            let token = try gate.makeToken(.viewer, name: nil)
            let session = try gate.beginSession(for: token.secret, of: Caller()).secret
            try gate.revokeToken(token.token.id)
            return session
        }
        #expect(try withGate { try !isIn(session, $0) })
    }

    @Test(arguments: [
        (0.0, true), (-1e9, true), (Sessions.lifetime.seconds - 1, true),
        (Sessions.lifetime.seconds, false), (1e300, false), (-1e300, true),
    ])
    func oneLastsThirtyDaysByTheTimeOfDay(later: Double, isThere: Bool) throws {
        var sessions = Sessions()
        let begun = now()
        sessions.begin("digest", for: "token", at: begun)
        let bytes = sessions.json(at: begun + .seconds(5), since1970: 1.7e9)
        // The machine was started anew: its clock begins again.
        let start = MonotonicTime(nanoseconds: 7)
        let read = try Sessions(json: bytes, at: start, since1970: 1.7e9 - 5 + later)
        #expect((read.token(of: "digest", at: start) == "token") == isThere)
    }

    @Test(arguments: ["", "[]", #"{"version":2,"sessions":[]}"#, #"{"version":1,"sessions":[{}]}"#])
    func whatCannotBeReadLetsNobodyIn(text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
        try withGate { gate in
            let token = try gate.makeToken(.viewer, name: nil)
            _ = try gate.beginSession(for: token.secret, of: Caller())
        }
        #expect(log.text.contains("browsers have to sign in again"))
    }
}

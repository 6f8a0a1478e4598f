internal import ControlAPI
internal import Foundation
internal import Logging
internal import Media
internal import Platform
internal import Synchronization
internal import Testing

@testable internal import Control

/// Tokens from one start to the next.
@Suite struct TokenFileTests {
    private let folder = Folder()

    private var path: String { "\(folder.path)/state/tokens.json" }

    private func gate(
        _ log: KeptLog = KeptLog(),
        clock: @escaping @Sendable () -> MonotonicTime = { MonotonicClock.now() }
    ) -> AccessGate {
        let gate = AccessGate(
            keptIn: "\(folder.path)/state",
            logger: Logger(label: "test") { _ in log },
            clock: clock
        )
        gate.readTokens()
        return gate
    }

    @Test func tokensAreThereAgainAndTheirSecretsAreNot() throws {
        let made = try gate().makeToken(.admin, name: "Büro")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!text.contains(made.secret))
        let later = gate()
        #expect(later.tokens == [made.token])
        let session = try later.beginSession(for: made.secret, of: Caller())
        #expect(session.role == .admin)
        try later.revokeToken(made.token.id)
        #expect(gate().tokens == [])
        #expect(throws: ControlError.self) {
            try later.beginSession(for: made.secret, of: Caller())
        }
    }

    @Test func severalGatesLoseNoneOfEachOthers() throws {
        let (first, second) = (gate(), gate())
        let ids = try [first.makeToken(.viewer, name: nil), second.makeToken(.viewer, name: nil)]
            .map(\.token.id)
        #expect(Set(gate().tokens.map(\.id)) == Set(ids))
    }

    @Test func thereAreNotMoreThanThereMayBe() throws {
        let gate = gate()
        for _ in 0..<Tokens.most { _ = try gate.makeToken(.viewer, name: nil) }
        let error = #expect(throws: ControlError.self) { try gate.makeToken(.viewer, name: nil) }
        #expect(error?.status == 409)
        #expect(self.gate().tokens.count == Tokens.most)
    }

    @Test(
        arguments: [
            "", "{", "[]", "\u{0}\u{FFFF}",
            #"{"version":1,"tokens":[{"id":"a","role":"root","created":1,"digest":"00"}]}"#,
            #"{"version":1,"tokens":[{"id":"a","role":"admin","created":1,"digest":"00"}]}"#,
            #"{"version":1,"tokens":[{"id":"../a","role":"admin","created":1e999,"digest":""}]}"#,
            String(repeating: "[", count: 70_000), String(repeating: "[", count: 60_000),
        ]
    )
    func whatIsDamagedIsToldOfAndSetAside(text: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/state",
            withIntermediateDirectories: true
        )
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        let log = KeptLog()
        let gate = gate(log)
        #expect(gate.tokens == [])
        #expect(log.text.contains("tokens.json") && log.text.contains("no tokens"))
        #expect(try String(contentsOfFile: "\(path).damaged", encoding: .utf8) == text)
        _ = try gate.makeToken(.viewer, name: nil)
        #expect(self.gate().tokens.count == 1)
    }

    @Test func whereNothingCanBeKeptNoTokenIsMade() throws {
        try "x".write(toFile: "\(folder.path)/state", atomically: false, encoding: .utf8)
        let gate = gate()
        let error = #expect(throws: ControlError.self) { try gate.makeToken(.viewer, name: nil) }
        #expect(error?.status == 503)
        #expect(gate.tokens == [])
    }

    /// A directory in the file's place can be neither read nor replaced, as on a disk that fails.
    @Test func whatCannotBeReadNowChangesNothing() throws {
        let log = KeptLog()
        let gate = gate(log)
        let made = try gate.makeToken(.viewer, name: nil)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false
        )
        gate.readTokens()
        gate.readTokens()
        #expect(gate.tokens == [made.token])
        #expect(log.text.components(separatedBy: "the tokens stay as they were").count == 2)
        let error = #expect(throws: ControlError.self) { try gate.makeToken(.viewer, name: nil) }
        #expect(error?.status == 503)
        // Whoever has it is out all the same.
        let refusal = #expect(throws: ControlError.self) { try gate.revokeToken(made.token.id) }
        #expect(refusal?.detail.description.contains("lets nobody in any more") == true)
        #expect(gate.tokens == [])
        // And once it can be kept, it is.
        #expect(throws: ControlError.self) { try gate.revokeToken(made.token.id) }
        try FileManager.default.removeItem(atPath: path)
        try before.write(to: URL(fileURLWithPath: path))
        try gate.revokeToken(made.token.id)
        #expect(self.gate().tokens == [])
    }

    /// It is not this one's to put away, whatever it says.
    @Test(arguments: [#"{"version":2,"tokens":[]}"#, #"{"version":2,"clients":{}}"#])
    func whatALaterVersionKeepsIsLeftAlone(text: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/state",
            withIntermediateDirectories: true
        )
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        let log = KeptLog()
        let gate = gate(log)
        #expect(log.text.contains("it is of version 2"))
        #expect(throws: ControlError.self) { try gate.makeToken(.viewer, name: nil) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test func whatAnotherDaemonRevokesIsOutHereToo() throws {
        let first = gate()
        let made = try first.makeToken(.viewer, name: nil)
        let now = Mutex(MonotonicTime(nanoseconds: 100_000_000_000))
        let second = gate { now.withLock { $0 } }
        let caller = try second.admit(
            Visit(host: "localhost", authorization: "Bearer \(made.secret)")
        )
        #expect(second.stillAdmits(caller))
        try first.revokeToken(made.token.id)
        // Within a second it is looked for.
        #expect(second.stillAdmits(caller))
        now.withLock { $0 += .seconds(1) }
        #expect(!second.stillAdmits(caller))
    }
}

internal import ControlAPI
internal import Media
internal import Testing

@testable internal import Control

/// Who is let in, in virtual time.
@Suite struct AccessPolicyTests {
    private static let start = MonotonicTime.milliseconds(1_000_000)

    private var policy = AccessPolicy(
        hosts: HostRule(machine: "Kiosk", named: [HostAuthority("lobby.example")].compactMap { $0 })
    )
    private let secret = Secret()

    init() throws {
        _ = try policy.tokens.add(.operator, name: nil, digest: secret.digest, created: 0)
    }

    private func visit(_ token: String?, source: String = "192.0.2.1") -> Visit {
        Visit(
            host: "kiosk",
            authorization: token.map { "Bearer \($0)" },
            source: source
        )
    }

    private mutating func status(_ visit: Visit, at now: MonotonicTime) -> Int {
        do throws(ControlError) {
            return try policy.admit(visit, at: now).role == .operator ? 200 : 0
        } catch {
            return error.status
        }
    }

    @Test func aTokenIsTakenInWhateverCaseItsSchemeIs() throws {
        var policy = policy
        for scheme in ["Bearer ", "bearer ", "BEARER  "] {
            var visit = visit(nil)
            visit.authorization = scheme + secret.text
            #expect(try policy.admit(visit, at: Self.start).role == .operator)
        }
    }

    @Test mutating func afterTenWrongTokensNoneIsCountedForAMinute() {
        let wrong = Secret().text
        for second in 0..<AttemptLimit.most {
            let now = Self.start + .seconds(Double(second))
            #expect(status(visit(wrong), at: now) == 401)
        }
        #expect(policy.takeLockedOut() == ["192.0.2.1"])
        #expect(policy.takeLockedOut() == [])
        let before = Self.start + .seconds(59.5)
        #expect(status(visit(wrong), at: before) == 429)
        // Who has the right one is let in, whoever else comes from there.
        #expect(status(visit(secret.text), at: before) == 200)
        #expect(status(visit(wrong, source: "192.0.2.2"), at: before) == 401)
        #expect(status(visit(nil), at: before) == 0)
        #expect(status(visit(wrong), at: Self.start + .seconds(60)) == 401)
        #expect(policy.failures == [.token: 12, .rate: 1])
    }

    @Test mutating func whoIsLockedOutIsToldHowLong() {
        for _ in 0..<AttemptLimit.most { _ = status(visit("x"), at: Self.start) }
        let error = #expect(throws: ControlError.self) {
            try policy.admit(visit("x"), at: Self.start + .seconds(20.5))
        }
        #expect(error?.retrySeconds == 40)
    }

    @Test func theTableOfSourcesHasABound() {
        var attempts = AttemptLimit()
        for _ in 0..<AttemptLimit.most { _ = attempts.note("first", at: Self.start) }
        for number in 0..<AttemptLimit.sources * 3 {
            _ = attempts.note("\(number)", at: Self.start + .milliseconds(Int64(number)))
        }
        #expect(attempts.count == AttemptLimit.sources)
        #expect(attempts.wait(of: "first", at: Self.start + .seconds(1)) == nil)
        _ = attempts.note("last", at: Self.start + .seconds(3600))
        #expect(attempts.count == 1)
    }

    @Test mutating func aSessionLastsAsLongAsItsTokenAndAMonthAtMost() throws {
        let session = Secret()
        let role = try policy.beginSession(for: secret.text, session, from: "a", at: Self.start)
        #expect(role == .operator)
        var visit = visit(nil)
        visit.sessions = ["x", session.text]
        let month = Sessions.lifetime
        #expect(status(visit, at: Self.start + month - .milliseconds(1)) == 200)
        #expect(status(visit, at: Self.start + month) == 0)
        try policy.tokens.remove(#require(policy.tokens.all.first).id)
        #expect(status(visit, at: Self.start) == 0)
        // What is open to anybody is answered, whoever asks.
        #expect(policy.failures == [:])
        let caller = try policy.admit(visit, at: Self.start)
        let refusal = #expect(throws: ControlError.self) {
            try policy.require(.viewer, of: caller)
        }
        #expect(refusal?.status == 401 && policy.failures == [.session: 1])
        let says = refusal?.detail.description ?? ""
        #expect(says.contains("or 16 others signed in with that since"), "\(says)")
    }

    /// Such as one that is opened at an address with a token each time.
    @Test mutating func whoSignsInAgainAndAgainPutsNobodyOut() throws {
        let other = Secret()
        _ = try policy.beginSession(for: secret.text, other, from: "a", at: Self.start)
        var own = Secret()
        for _ in 0...Sessions.most {
            let next = Secret()
            _ = try policy.beginSession(
                for: secret.text,
                next,
                from: "b",
                inPlaceOf: ["x", own.text],
                at: Self.start
            )
            own = next
        }
        var visit = visit(nil)
        visit.sessions = [other.text]
        #expect(status(visit, at: Self.start) == 200)
    }

    /// What another tab has asked by the old cookie is answered.
    @Test mutating func aSessionThatIsReplacedEndsSoon() throws {
        let sessions = [Secret(), Secret()]
        for (session, before) in zip(sessions, [[], [sessions[0].text]]) {
            _ = try policy.beginSession(
                for: secret.text,
                session,
                from: "a",
                inPlaceOf: before,
                at: Self.start
            )
        }
        var visit = visit(nil)
        visit.sessions = [sessions[0].text]
        let end = Self.start + Sessions.afterlife
        #expect(status(visit, at: end - .milliseconds(1)) == 200)
        #expect(status(visit, at: end) == 0)
        visit.sessions = [sessions[1].text]
        #expect(status(visit, at: end) == 200)
    }

    @Test mutating func whatHasNoEndEndsWithItsTokenAndItsSession() throws {
        let session = Secret()
        _ = try policy.beginSession(for: secret.text, session, from: "a", at: Self.start)
        let byToken = try policy.admit(visit(secret.text), at: Self.start)
        var visit = visit(nil)
        visit.sessions = [session.text]
        let bySession = try policy.admit(visit, at: Self.start)
        for caller in [byToken, bySession, .local] {
            #expect(policy.stillAdmits(caller, at: Self.start))
        }
        policy.endSession(session.text)
        #expect(!policy.stillAdmits(bySession, at: Self.start))
        #expect(policy.stillAdmits(byToken, at: Self.start))
        try policy.tokens.remove(#require(policy.tokens.all.first).id)
        #expect(!policy.stillAdmits(byToken, at: Self.start))
        #expect(policy.stillAdmits(.local, at: Self.start))
    }

    /// What a proxy asks a browser for is not a token.
    @Test mutating func anotherSchemeIsLeftToTheCookie() throws {
        let session = Secret()
        _ = try policy.beginSession(for: secret.text, session, from: "a", at: Self.start)
        var visit = visit(nil)
        visit.authorization = "Basic YTpi"
        #expect(status(visit, at: Self.start) == 0)
        visit.sessions = [session.text]
        #expect(status(visit, at: Self.start) == 200)
        #expect(policy.failures == [:])
    }

    /// The page of another port of this host is sent its cookie, too.
    @Test mutating func anothersPageHasNoSession() throws {
        let session = Secret()
        _ = try policy.beginSession(for: secret.text, session, from: "a", at: Self.start)
        var visit = visit(nil)
        visit.sessions = [session.text]
        visit.isOfOwnPage = false
        #expect(status(visit, at: Self.start) == 0)
    }

    @Test func theOldestSessionOfATokenMakesRoom() {
        var sessions = Sessions()
        sessions.begin("other", for: "other", at: Self.start)
        for number in 0...Sessions.most {
            sessions.begin("\(number)", for: "token", at: Self.start + .seconds(Double(number)))
        }
        #expect(sessions.count == Sessions.most + 1)
        let now = Self.start + .seconds(1000)
        #expect(sessions.token(of: "0", at: now) == nil)
        #expect(sessions.token(of: "1", at: now) == "token")
        sessions.endAll(of: "token")
        #expect(sessions.token(of: "other", at: now) == "other")
        #expect(sessions.count == 1)
    }

    @Test mutating func aChangeByASessionSaysItsOrigin() throws {
        let session = Secret()
        _ = try policy.beginSession(for: secret.text, session, from: "a", at: Self.start)
        var visit = visit(nil)
        visit.sessions = ["x", session.text]
        #expect(status(visit, at: Self.start) == 200)
        visit.isWrite = true
        #expect(status(visit, at: Self.start) == 403)
        visit.origin = "http://kiosk"
        #expect(status(visit, at: Self.start) == 200)
        visit.origin = "http://evil.example"
        #expect(status(visit, at: Self.start) == 403)
        visit.isWrite = false
        #expect(status(visit, at: Self.start) == 403)
    }

    @Test(
        arguments: [
            ("kiosk", true), ("KIOSK:8080", true), ("kiosk.local", true), ("localhost:1", true),
            ("192.0.2.1", true), ("192.0.2.1:8080", true), ("[::1]", true),
            ("[2001:db8::1]:80", true),
            ("lobby.example", true), ("lobby.example:8443", true), ("evil.example", false),
            ("kiosk.evil.example", false), ("lobby.example.evil", false), ("", false),
            ("kiosk:", false), ("kiosk:x", false), ("kiosk:65536", false), ("::1", false),
            ("[kiosk]", false), ("kiosk/a", false), ("a@kiosk", false), ("192.0.2.1.evil", false),
            ("[::1", false), ("[::1]x", false), ("kiosk.", false),
        ]
    )
    func onlyNamesOfTheMachineAreAccepted(host: String, isAccepted: Bool) {
        var policy = policy
        let visit = Visit(host: host)
        #expect(((try? policy.admit(visit, at: Self.start)) != nil) == isAccepted)
    }

    @Test(
        arguments: [
            ("http://kiosk:8080", "kiosk:8080", true), ("http://kiosk", "kiosk:80", true),
            ("https://kiosk", "kiosk", true), ("https://kiosk:443", "kiosk", true),
            ("http://kiosk:8081", "kiosk:8080", false), ("http://kiosk", "kiosk:8080", false),
            ("https://lobby.example", "kiosk:8080", true), ("null", "kiosk", false),
            ("ftp://kiosk", "kiosk", false), ("kiosk", "kiosk", false), ("", "kiosk", false),
            ("http://kiosk/a", "kiosk", false), ("http://[::1]:1", "[::1]:1", true),
            ("http://localhost", "127.0.0.1", false),
        ]
    )
    func onlyOwnPagesMayAsk(origin: String, host: String, isAccepted: Bool) {
        var policy = policy
        let visit = Visit(host: host, origin: origin)
        #expect(((try? policy.admit(visit, at: Self.start)) != nil) == isAccepted)
    }

    @Test(
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:db8:1:2::9", "2001:db8:1:2::/64"), ("::1", "::1"), ("rubbish", "rubbish"),
        ]
    )
    func aSourceIsANetworkOfIPv6(text: String, source: String) {
        #expect(Visit.source(text) == source)
    }

    @Test func secretsAreLongAndDiffer() {
        let texts = Set((0..<100).map { _ in Secret().text })
        #expect(texts.count == 100)
        #expect(texts.allSatisfy { $0.utf8.count == 43 && Secret.digest(of: $0) != nil })
        #expect(Secret.digest(of: "short") == nil)
    }
}

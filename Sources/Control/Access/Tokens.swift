internal import ControlAPI
internal import Media
internal import Platform

/// What lets clients in that do not use the control socket.
struct Tokens: Hashable, Sendable {
    /// A token as it is kept: without its secret.
    struct Token: Hashable, Sendable, Codable {
        let id: String
        let role: TokenRole
        let name: String?
        /// In seconds since 1970.
        let created: Double
        /// Of its secret.
        let digest: String

        var report: TokenReport {
            TokenReport(id: id, role: role, name: name, created: created)
        }
    }

    /// How many there may be.
    static let most = 64

    private var byDigest: [String: Token] = [:]

    /// By its secret's digest.
    subscript(digest: String) -> Token? { byDigest[digest] }

    /// The oldest first.
    var all: [Token] {
        byDigest.values.sorted { ($0.created, $0.id) < ($1.created, $1.id) }
    }

    /// - Parameters:
    ///   - role: What it permits.
    ///   - name: Whom it is for; nil: nobody said.
    ///   - digest: Of its secret.
    ///   - created: In seconds since 1970.
    /// - Returns: The new one.
    /// - Throws: 409 where there are as many as there may be.
    mutating func add(
        _ role: TokenRole,
        name: String?,
        digest: String,
        created: Double
    ) throws(ControlError) -> Token {
        guard byDigest.count < Self.most else {
            throw .conflict("There are \(Self.most) tokens, as many as there may be; revoke one.")
        }
        let taken = Set(byDigest.values.map(\.id))
        var id = Self.randomID()
        while taken.contains(id) { id = Self.randomID() }
        let token = Token(id: id, role: role, name: name, created: created, digest: digest)
        byDigest[digest] = token
        return token
    }

    /// - Throws: 404, naming those that there are.
    mutating func remove(_ id: String) throws(ControlError) {
        guard let token = byDigest.values.first(where: { $0.id == id }) else {
            throw .nothing("token", id, among: all.map(\.id))
        }
        byDigest[token.digest] = nil
    }

    /// Takes one away, if it is there.
    mutating func removeOne(by digest: String) { byDigest[digest] = nil }

    /// Eight digits, of which the first is not zero: none is used twice, as counting would.
    private static func randomID() -> String {
        String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16)
    }
}

/// As a file has them.
extension Tokens {
    private struct Kept: Codable {
        let tokens: [Token]
    }

    /// What a file can have at most, in bytes.
    static let mostBytes = 64 << 10

    /// - Throws: As `StateDocument`.
    init(json bytes: [UInt8]) throws(StateFile.Failure) {
        let kept = try StateDocument<Kept>(json: bytes).content.tokens
        guard kept.count <= Self.most, kept.allSatisfy(Self.isWhole),
            Set(kept.map(\.id)).count == kept.count
        else { throw .damaged("a token in it is damaged, or it has too many") }
        for token in kept { byDigest[token.digest] = token }
    }

    private static func isWhole(_ token: Token) -> Bool {
        StreamLimits.isID(token.id) && token.digest.utf8.count == 64
            && token.digest.allSatisfy(\.isHexDigit) && token.created.isFinite
            // What a name may be has been more: nobody loses their tokens for that.
            && token.name.map { TokenLimits.nameCharacters.contains($0.unicodeScalars.count) }
                ?? true
    }

    var json: [UInt8] { StateDocument(Kept(tokens: all)).json }
}

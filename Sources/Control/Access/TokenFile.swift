internal import Glibc
internal import Media
internal import Platform

/// The file that has the tokens from one start to the next. Only its owner may read it.
struct TokenFile: Sendable {
    /// Its directory, which is made where it is missing.
    let folder: String

    private static let name = "tokens.json"

    var path: String { "\(folder)/\(Self.name)" }

    /// Why it cannot be read, in words.
    struct Damage: Error, Hashable {
        let reason: MessageText
    }

    /// - Returns: What it has; none where there is no file.
    /// - Throws: `Damage` for what was not written so, or cannot be read.
    func read() throws(Damage) -> Tokens {
        guard let file = try open() else { return Tokens() }
        guard file.size <= Tokens.mostBytes else {
            throw Damage(reason: "it is longer than \(Tokens.mostBytes) bytes")
        }
        let bytes = file.bytes(at: 0, atMost: Int(file.size))
        do throws(Tokens.Unreadable) {
            return try Tokens(json: bytes)
        } catch {
            throw Damage(reason: "\(message: error.reason)")
        }
    }

    private func open() throws(Damage) -> ReadableFile? {
        do throws(SystemCallError) {
            return try ConfinedDirectory(folder).file(Self.name)
        } catch  where error.errno == .noSuchFile {
            return nil
        } catch {
            throw Damage(reason: "\(error)")
        }
    }

    /// Puts another one in its place, whole.
    ///
    /// - Throws: `SystemCallError`; it is as it was then.
    func write(_ tokens: Tokens) throws(SystemCallError) {
        try PrivateDirectory.make(folder)
        let directory = try ConfinedDirectory(folder)
        directory.removeAbandoned()
        let file = try directory.begin(Self.name, replaces: true)
        let descriptor = file.rawValue
        // Before there is anything in it.
        try systemCall("fchmod") { fchmod(descriptor, 0o600) }
        try file.write(tokens.json)
        try file.publish()
    }

    /// Gives it another name, so that what is damaged is kept for whoever wants to look at it.
    ///
    /// - Returns: The new path; nil where it cannot be.
    func setAside() -> String? {
        let target = path + ".damaged"
        return rename(path, target) == 0 ? target : nil
    }
}

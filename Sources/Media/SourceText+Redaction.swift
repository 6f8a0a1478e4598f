extension SourceText {
    /// The text without what must not be seen, whether it is an address or was meant as one.
    ///
    /// An address may hold others; what lies deeper than a few is hidden as a whole, so that
    /// no text takes long.
    package static func redacted(_ text: String) -> String {
        redacted(text, depth: mostNested)
    }

    /// Addresses in one another that are looked into.
    private static let mostNested = 6

    private static func redacted(_ text: String, depth: Int) -> String {
        guard depth > 0 else { return "***" }
        guard let start = credentialsStart(in: text) else { return text }
        let rest = text[start...]
        let end = credentialsEnd(in: rest, hasScheme: start > text.startIndex) ?? start
        return text[..<start] + hidden(rest[..<end])
            + withoutSecrets(rest[end...], depth: depth - 1)
    }

    /// Where `user:password@` would begin; nil for what cannot hold it: a path from the
    /// root, a test pattern.
    private static func credentialsStart(in text: String) -> String.Index? {
        let begin = text.firstIndex { !$0.isWhitespace && !$0.isNewline } ?? text.endIndex
        let trimmed = text[begin...]
        if trimmed.hasPrefix("test:"), trimmed.dropFirst(5).allSatisfy("0123456789x@/.".contains) {
            return nil
        }
        if trimmed.hasPrefix("/") {
            return trimmed.hasPrefix("//") ? trimmed.firstIndex { $0 != "/" } : nil
        }
        guard let colon = trimmed.firstIndex(of: ":") else { return begin }
        let afterColon = trimmed.index(after: colon)
        let isScheme = schemes.contains(trimmed[..<colon].lowercased())
        guard isScheme || trimmed[afterColon...].hasPrefix("/") else { return begin }
        return trimmed[afterColon...].firstIndex { $0 != "/" } ?? text.endIndex
    }

    /// Where the `@` is that ends the credentials; nil where there are none.
    ///
    /// A password with an unescaped `/` in it ends up in the path; it is found
    /// by what stands before that slash, which is not a port then, or by another `@` behind it.
    /// Without a scheme a name before an `@` is more likely a file's.
    private static func credentialsEnd(in rest: Substring, hasScheme: Bool) -> String.Index? {
        let authority = rest.prefix { !"/?#".contains($0) }
        if let at = authority.lastIndex(of: "@"), at > rest.startIndex {
            if hasScheme { return lastAt(in: rest) }
            let isPair = authority[..<at].contains(":")
            return isPair || authority[..<at].lowercased().contains("%3a") ? at : nil
        }
        guard !authority.hasPrefix("["), let colon = authority.firstIndex(of: ":") else {
            return nil
        }
        let port = authority[authority.index(after: colon)...]
        guard port.contains(where: { !$0.isNumber }) else { return nil }
        // No port either: the host may have been forgotten.
        return rest.lastIndex(of: "@") ?? (hasScheme ? authority.endIndex : nil)
    }

    /// The last `@` before the query, and before another address in the path.
    private static func lastAt(in rest: Substring) -> String.Index? {
        let path = rest.prefix { $0 != "?" }
        let inner = path.firstRange(of: "://")?.lowerBound ?? path.endIndex
        return path[..<inner].lastIndex(of: "@")
    }

    /// The user's name stays where a password follows it; alone it may be a token.
    private static func hidden(_ credentials: Substring) -> String {
        guard !credentials.isEmpty else { return "" }
        let user = credentials.prefix { $0 != ":" }
        let hasPassword = credentials.endIndex > user.endIndex && credentials.last != ":"
        return hasPassword && !user.contains("%") ? "\(user):***" : "***"
    }

    /// What follows the credentials: another address in the path, secrets in the query.
    private static func withoutSecrets(_ text: Substring, depth: Int) -> String {
        let path = text.prefix { !"?#;".contains($0) }
        var result = String(path)
        if let inner = path.firstRange(of: "//") {
            let rest = String(path[inner.lowerBound...])
            result = path[..<inner.lowerBound] + redacted(rest, depth: depth)
        }
        guard path.endIndex < text.endIndex else { return result }
        let values = text[path.endIndex...].dropFirst().split(
            separator: "&",
            omittingEmptySubsequences: false
        )
        return result + text[path.endIndex...].prefix(1)
            + values.map { withoutSecrets(among: $0, depth: depth) }.joined(separator: "&")
    }

    /// Pairs may be parted by other characters, too, which a password before an `@` may hold.
    private static func withoutSecrets(among pairs: Substring, depth: Int) -> String {
        guard !pairs.contains("@") else { return withoutSecret(pairs, depth: depth) }
        var result = ""
        var rest = pairs
        while true {
            let pair = rest.prefix { !"?#;".contains($0) }
            result += withoutSecret(pair, depth: depth)
            guard pair.endIndex < rest.endIndex else { return result }
            result.append(rest[pair.endIndex])
            rest = rest[rest.index(after: pair.endIndex)...]
        }
    }

    private static func withoutSecret(_ pair: Substring, depth: Int) -> String {
        guard let equals = pair.firstIndex(of: "=") else { return String(pair) }
        let value = pair[pair.index(after: equals)...]
        if isSecret(pair[..<equals]) { return "\(pair[...equals])***" }
        if value.contains("@") { return pair[...equals] + redacted(String(value), depth: depth) }
        // An address in an address.
        let inner = percentDecoded(value) ?? String(value)
        return pair[...equals] + (redacted(inner, depth: depth) == inner ? String(value) : "***")
    }

    private static func isSecret(_ name: Substring) -> Bool {
        let name = (percentDecoded(name) ?? String(name)).lowercased()
        // A stream's ID over SRT is what its server lets clients in by.
        return ["st", "streamid", "code", "policy", "sid"].contains(name)
            || [
                "pass", "pwd", "token", "secret", "key", "auth", "sig", "credential", "jwt", "hdn",
                "hash", "session",
            ].contains { name.contains($0) }
    }
}

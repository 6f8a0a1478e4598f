/// Text that came from outside, as people may see it: it shows no password and steers nothing.
///
/// Whatever is asked for may be an address in the wrong place: an ID, a path, a key.
public enum OutsideText {
    /// In bytes; of a longer text only that is told. An address has 2,048 at most.
    static let longest = 4_096
    /// Addresses of one text that are looked at; what follows them is hidden.
    private static let mostAddresses = 8

    /// One text as somebody wrote it, whether it is an address or holds one.
    ///
    /// - Returns: The text with its passwords as `***` and its control characters written out.
    public static func shown(_ text: String) -> String {
        guard text.utf8.count <= longest else { return "a text of \(text.utf8.count) bytes" }
        let shown = withoutPasswords(text)
        // A password may stand behind escapes, as in a path of the API, and those behind others.
        var plain = shown
        for _ in 0..<3 where plain.contains("%") {
            guard let decoded = SourceText.percentDecoded(plain[...]) else { break }
            plain = withoutPasswords(decoded)
            if plain != decoded { return VisibleText.escaped(plain) }
        }
        return VisibleText.escaped(shown)
    }

    /// The path of a request, of which each part may be an address.
    public static func shown(requestPath path: String) -> String {
        guard path.utf8.count <= longest else { return shown(path) }
        return shown(path).split(separator: "/", omittingEmptySubsequences: false)
            .map { shown(String($0)) }.joined(separator: "/")
    }

    /// A whole message in which somebody else's text may stand: what looks like an address in
    /// it, up to the next space or quotation mark, shows no password.
    public static func shown(message: String) -> String {
        let escaped = VisibleText.escaped(message)
        guard escaped.contains("@") || escaped.contains("=") else { return escaped }
        var result = ""
        var rest = escaped[...]
        while !rest.isEmpty {
            let word = rest.prefix { !" '\"`<>".contains($0) }
            let core = word.prefix(upTo: end(of: word))
            result +=
                core.utf8.count <= longest
                ? withoutPasswordsInAddresses(String(core)) : shown(String(core))
            result += word[core.endIndex...]
            rest = rest[word.endIndex...]
            if let separator = rest.popFirst() { result.append(separator) }
        }
        return result
    }

    /// Where the punctuation begins that a sentence puts behind an address.
    private static func end(of word: Substring) -> Substring.Index {
        let last = word.lastIndex { !".,:;!?)]}…".contains($0) }
        return last.map { word.index(after: $0) } ?? word.startIndex
    }

    private static func withoutPasswords(_ text: String) -> String {
        let redacted = SourceText.redacted(text)
        return redacted == text ? withoutPasswordsInAddresses(text) : redacted
    }

    /// Looks at what follows each scheme in the text.
    private static func withoutPasswordsInAddresses(_ text: String) -> String {
        var from = text.startIndex
        var count = 0
        while let colon = text[from...].firstIndex(of: ":") {
            let name = text[from..<colon].suffix { $0.isASCII && ($0.isLetter || $0.isNumber) }
            from = text.index(after: colon)
            let isScheme = SourceText.schemes.contains(name.lowercased())
            guard isScheme || (!name.isEmpty && text[from...].hasPrefix("//")) else { continue }
            count += 1
            guard count <= mostAddresses else { return text[..<name.startIndex] + "***" }
            let address = String(text[name.startIndex...])
            let redacted = SourceText.redacted(address)
            if redacted != address { return text[..<name.startIndex] + redacted }
        }
        return text
    }
}

extension Substring {
    /// The longest end of which every character is as `isWanted` says.
    fileprivate func suffix(while isWanted: (Character) -> Bool) -> Substring {
        let last = lastIndex { !isWanted($0) }
        return self[(last.map { index(after: $0) } ?? startIndex)...]
    }
}

internal import Media

/// Taking addresses apart, as text.
///
/// No URL parser: an address may be a bare path, and what libav will make of
/// it counts, not what a standard says.
enum SourceText {
    /// The part before `://`, in lower case; nil where there is none.
    static func scheme(of text: String) -> String? {
        guard let range = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<range.lowerBound]
        let isScheme = scheme.utf8.allSatisfy {
            switch $0 {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
            default: false
            }
        }
        return isScheme && !scheme.isEmpty ? scheme.lowercased() : nil
    }

    /// `user:password@host:port` of a network address; empty where there is none.
    static func authority(of text: String) -> Substring {
        guard let start = text.firstRange(of: "://")?.upperBound else { return "" }
        return text[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    }

    /// Whether a path is where the kernel or udev puts cameras.
    static func isCamera(_ text: String) -> Bool {
        if text.hasPrefix("/dev/v4l/") { return true }
        guard text.hasPrefix("/dev/video") else { return false }
        let number = text.dropFirst("/dev/video".count)
        return !number.isEmpty && number.allSatisfy(\.isNumber)
    }

    /// What names a source best: the last path component, else the host, else the text.
    static func lastComponent(of text: String) -> String {
        var rest = Substring(text)
        if let start = text.firstRange(of: "://")?.upperBound {
            rest = text[start...].prefix { $0 != "?" && $0 != "#" }
            if let at = authority(of: text).lastIndex(of: "@") {
                rest = rest[text.index(after: at)...]
            }
        }
        let last = rest.split(separator: "/").last { !$0.isEmpty }
        return String(last ?? rest)
    }

    /// The text without `%41` escapes; nil where one is broken or names no UTF-8.
    static func percentDecoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == 0x25 else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, let value = UInt8(String(Substring(digits)), radix: 16) else {
                return nil
            }
            rest = rest.dropFirst(2)
            bytes.append(value)
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }
}

extension SourceText {
    /// The address with its password, and query values that look secret, as `***`.
    static func redacted(_ text: String) -> String {
        guard let start = text.firstRange(of: "://")?.upperBound, scheme(of: text) != "file" else {
            return text
        }
        var result = String(text[..<start])
        let rest = text[start...]
        let credentials = credentialsEnd(in: rest, authority: authority(of: text))
        if let credentials {
            let user = rest[..<credentials].prefix { $0 != ":" }
            result += user
            if user.endIndex < credentials { result += ":***" }
            result += withoutSecretValues(rest[credentials...])
        } else {
            result += withoutSecretValues(rest)
        }
        return result
    }

    /// Where the `@` is that ends `user:password`; nil where there are no credentials.
    ///
    /// A password with an unescaped `/` in it ends up in the path; it is found
    /// by what stands before that slash, which is not a port then.
    private static func credentialsEnd(in rest: Substring, authority: Substring) -> String.Index? {
        if let at = authority.lastIndex(of: "@") { return at }
        guard !authority.hasPrefix("["), let colon = authority.firstIndex(of: ":") else {
            return nil
        }
        let port = authority[authority.index(after: colon)...]
        guard port.contains(where: { !$0.isNumber }) else { return nil }
        return rest.lastIndex(of: "@")
    }

    private static func withoutSecretValues(_ text: Substring) -> String {
        guard let question = text.firstIndex(of: "?") else { return String(text) }
        let values = text[question...].dropFirst().split(
            separator: "&",
            omittingEmptySubsequences: false
        )
        let shown = values.map { value -> String in
            guard let equals = value.firstIndex(of: "="), isSecret(value[..<equals]) else {
                return String(value)
            }
            return "\(value[...equals])***"
        }
        return text[...question] + shown.joined(separator: "&")
    }

    private static func isSecret(_ name: Substring) -> Bool {
        let name = name.lowercased()
        return ["pass", "pwd", "token", "secret", "key", "auth", "sig", "credential"]
            .contains { name.contains($0) }
    }
}

/// An address of `http`, `https` or `file`, taken apart as RFC 3986 does.
struct FeedAddress: Hashable {
    let scheme: String
    /// With a user and a port; empty for a file.
    let authority: String
    let path: String
    let query: String?

    /// The whole; a fragment is for who shows it, and not part of it.
    var text: String { "\(scheme)://\(authority)\(path)" + (query.map { "?\($0)" } ?? "") }

    var isFile: Bool { scheme == "file" }

    /// Takes an absolute address, or the path of a file from the root; nil for anything else.
    init?(_ text: String) {
        if text.hasPrefix("/"), !text.hasPrefix("//") {
            self.init("file", "", Self.withoutDots(Self.escaped(text, isName: true)), nil)
        } else {
            self.init(reference: text, base: nil)
        }
    }

    /// Resolves a reference, RFC 3986 §5.2; nil for an empty or broken one, for other schemes,
    /// and for what is too long.
    ///
    /// - Parameters:
    ///   - text: As the feed has it.
    ///   - base: What it is relative to.
    init?(reference text: String, base: FeedAddress?) {
        guard let reference = Reference(text) else { return nil }
        let scheme = reference.scheme ?? base?.scheme
        guard let scheme, ["http", "https", "file"].contains(scheme) else { return nil }
        if let authority = reference.authority {
            self.init(scheme, authority, Self.withoutDots(reference.path), reference.query)
            return
        }
        // A scheme without slashes, as in file:/srv/a.mp4, makes sense for a file alone.
        guard reference.scheme == nil || scheme == "file" else { return nil }
        if reference.path.hasPrefix("/") || reference.scheme != nil {
            let authority = reference.scheme == nil ? base?.authority ?? "" : ""
            self.init(scheme, authority, Self.withoutDots(reference.path), reference.query)
            return
        }
        guard let base else { return nil }
        guard !reference.path.isEmpty else {
            self.init(scheme, base.authority, base.path, reference.query ?? base.query)
            return
        }
        let folder = base.path.prefix(through: base.path.lastIndex(of: "/") ?? base.path.startIndex)
        let path = Self.withoutDots(folder + reference.path)
        self.init(scheme, base.authority, path, reference.query)
    }

    private init?(_ scheme: String, _ authority: String, _ path: String, _ query: String?) {
        if scheme == "file" {
            guard ["", "localhost"].contains(authority.lowercased()), path.hasPrefix("/"),
                !path.contains("%00")
            else { return nil }
            (self.scheme, self.authority, self.path, self.query) = (scheme, "", path, nil)
        } else {
            guard Self.isHost(authority) else { return nil }
            self.scheme = scheme
            self.authority = authority
            self.path = path.isEmpty ? "/" : path
            self.query = query
        }
        guard text.utf8.count <= FeedLimits.addressBytes else { return nil }
    }

    private static func isHost(_ text: String) -> Bool {
        guard let host = text.split(separator: "@", omittingEmptySubsequences: false).last,
            !host.isEmpty, !host.hasPrefix(":")
        else { return false }
        return !text.utf8.contains { $0 <= 0x20 || $0 == 0x7F || "\"<>\\^`{|}".utf8.contains($0) }
    }

    /// RFC 3986 §5.2.4.
    private static func withoutDots(_ path: String) -> String {
        guard path.contains("/.") || path.hasPrefix(".") else { return path }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        var kept: [Substring] = []
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            switch part {
            case ".": if isLast { kept.append("") }
            case "..":
                if kept.count > 1 { kept.removeLast() }
                if isLast { kept.append("") }
            default: kept.append(part)
            }
        }
        return kept.joined(separator: "/")
    }

    /// What an address may not hold as it is, escaped.
    ///
    /// - Parameters:
    ///   - text: A part of an address, or a name.
    ///   - isName: Whether it is the name of a file, in which `%`, `?` and `#` are letters.
    /// - Returns: The text in ASCII.
    static func escaped(_ text: some StringProtocol, isName: Bool) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in text.utf8 {
            let isAllowed = (0x21...0x7E).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte)
            if isAllowed, !isName || !"%?#".utf8.contains(byte) {
                result.append(byte)
            } else {
                result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

/// The parts of a reference, of which any may be missing.
private struct Reference {
    let scheme: String?
    let authority: String?
    let path: String
    let query: String?

    init?(_ text: String) {
        guard text.utf8.count <= FeedLimits.addressBytes else { return nil }
        var rest = ReferenceText.trimmed(text)
        guard !rest.isEmpty, !rest.hasPrefix("#") else { return nil }
        if let hash = rest.firstIndex(of: "#") { rest = rest[..<hash] }
        let name = rest.prefix { !":/?".contains($0) }
        if name.endIndex < rest.endIndex, rest[name.endIndex] == ":" {
            scheme = name.lowercased()
            rest = rest[rest.index(after: name.endIndex)...]
        } else {
            scheme = nil
        }
        if rest.hasPrefix("//") {
            let authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" }
            self.authority = String(authority)
            rest = rest[authority.endIndex...]
        } else {
            authority = nil
        }
        let path = rest.prefix { $0 != "?" }
        self.path = FeedAddress.escaped(path, isName: false)
        let hasQuery = path.endIndex < rest.endIndex
        let text = rest[path.endIndex...].dropFirst()
        query = hasQuery ? FeedAddress.escaped(text, isName: false) : nil
    }
}

/// The text of an attribute, without white space around it and breaks in it.
private enum ReferenceText {
    static func trimmed(_ text: String) -> Substring {
        let kept = text.unicodeScalars.filter { !"\t\r\n".unicodeScalars.contains($0) }
        let start = Substring(String(kept)).drop(while: \.isWhitespace)
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
    }
}

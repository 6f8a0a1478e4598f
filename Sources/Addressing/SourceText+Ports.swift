internal import Media

extension SourceText {
    /// Whether the port of a network address can be one, where it is a number: libavformat
    /// takes it modulo 65536, or never hears anything there.
    ///
    /// - Parameters:
    ///   - text: The address.
    ///   - isDatagrams: Whether options behind it name ports, too; zero leaves those to the
    ///     system.
    /// - Returns: False where one is a number that is too large, or zero.
    static func hasPossiblePorts(_ text: String, isDatagrams: Bool) -> Bool {
        if let port = port(of: authority(of: text)), !isPort(port, from: 1) { return false }
        guard isDatagrams, let start = text.firstIndex(of: "?") else { return true }
        let options = text[start...].dropFirst().split(separator: "&")
        return options.allSatisfy { option in
            let parts = option.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].hasSuffix("port") else { return true }
            return isPort(parts[1], from: 0)
        }
    }

    /// The ports that an address names, of its host and in the options behind it; what cannot
    /// be one is left out.
    static func ports(_ text: String) -> Set<Int> {
        let options = text.firstIndex(of: "?").map { text[$0...].dropFirst() } ?? ""
        let named = options.split(separator: "&").compactMap { option -> Substring? in
            let parts = option.split(separator: "=", maxSplits: 1)
            return parts.count == 2 && parts[0].hasSuffix("port") ? parts[1] : nil
        }
        let own = port(of: authority(of: text)).map { [$0] } ?? []
        return Set((own + named).compactMap { UInt16($0).map(Int.init) })
    }

    /// What follows the host; nil where nothing does.
    private static func port(of authority: Substring) -> Substring? {
        let place = authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
        // The host may be an address of IPv6, in brackets.
        let rest = place.hasPrefix("[") ? place.drop { $0 != "]" } : place
        return rest.firstIndex(of: ":").map { rest[$0...].dropFirst() }
    }

    /// Also true for what is no number.
    private static func isPort(_ text: Substring, from first: Int) -> Bool {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return true
        }
        return Int(text).map { (first...65_535).contains($0) } ?? false
    }
}

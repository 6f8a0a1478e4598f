internal import Media

/// What a configuration file is at most, so that reading it takes no time or memory to speak of.
enum ConfigurationBounds {
    static let maximumBytes = 1 << 20
    /// `%TAG` lines: each is compared with all before it.
    private static let maximumDirectives = 16

    /// Looks at a text before anything is made of it.
    ///
    /// - Throws: `ConfigurationError` with the line, the bound and what would be accepted.
    static func check(_ text: String, name: String) throws(ConfigurationError) {
        try check(byteCount: text.utf8.count, name: name)
        try checkDirectives(text, name: name)
    }

    /// - Throws: `ConfigurationError` for a file of more than 1 MiB.
    static func check(byteCount: Int, name: String) throws(ConfigurationError) {
        guard byteCount <= maximumBytes else {
            throw ConfigurationError(
                location: name,
                message: "is too large; accepted: up to \(maximumBytes >> 20) MiB"
            )
        }
    }

    private static func checkDirectives(
        _ text: String,
        name: String
    ) throws(ConfigurationError) {
        var count = 0
        var line = 0
        var isAtStart = true
        for byte in text.utf8 {
            if isAtStart { line += 1 }
            if isAtStart, byte == UInt8(ascii: "%") { count += 1 }
            guard count <= maximumDirectives else {
                throw ConfigurationError(
                    location: "\(name):\(line)",
                    message: "too many lines begin with %; accepted: \(maximumDirectives)"
                )
            }
            isAtStart = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
        }
    }

    static func message(_ excess: DocumentSize.Excess) -> MessageText {
        switch excess {
        case .nodes:
            "too much is said here; accepted: up to \(DocumentSize.maximumNodes) keys, values and"
                + " lists, each alias (*name) counted as what it stands for"
        case .depth:
            "too many lists or sections in each other; accepted: up to"
                + " \(DocumentSize.maximumDepth)"
        }
    }
}

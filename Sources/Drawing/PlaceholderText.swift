package import Addressing
internal import Media

/// What the picture in place of a lost stream says.
///
/// The screen is public: by default it tells which stream is missing, and neither
/// why nor from where. Addresses and errors are for the log and the API.
package struct PlaceholderText: Hashable, Sendable {
    /// Large; empty where the stream has no name to show.
    let title: String
    /// Smaller, below the title.
    package let message: String

    /// In place of any reason.
    static let plainMessage = "no signal"
    /// Where a view has nothing to show.
    static func noStream(_ style: PlaceholderStyle) -> Self {
        Self(title: "no stream", message: style.message ?? "")
    }

    init(title: String, message: String) {
        self.title = title
        self.message = message
    }

    /// - Parameters:
    ///   - configuration: Whose name it is.
    ///   - style: Whether the reason is told.
    ///   - reason: Why it is down; nil while it connects.
    package init(_ configuration: StreamConfiguration, _ style: PlaceholderStyle, reason: String?) {
        let address = configuration.address
        let isTold = style.tellsReason
        let name = configuration.id
        title = isTold || !address.isHostInNumbers(name) ? name.name : ""
        message =
            isTold
            ? reason ?? "connecting to \(address.redacted)" : style.message ?? Self.plainMessage
    }
}

extension SourceAddress {
    /// Whether a stream was named after the address's host, and that is an IP
    /// address: what has no other name has none for the public.
    fileprivate func isHostInNumbers(_ name: StreamID) -> Bool {
        let host = SourceText.host(of: text.withSecrets)
        let isNumeric =
            host.hasPrefix("[") || host.allSatisfy { $0 == "." || ("0"..."9").contains($0) }
        guard isNumeric, !host.isEmpty else { return false }
        return name.name.hasPrefix(StreamID(sanitizing: String(host)).name)
    }
}

extension SourceText {
    /// The host of a network address, an IPv6 one in its brackets; empty where there is none.
    fileprivate static func host(of text: String) -> Substring {
        let authority = authority(of: text)
        let start = authority.lastIndex(of: "@").map { authority.index(after: $0) }
        let host = authority[(start ?? authority.startIndex)...]
        guard host.hasPrefix("[") else { return host.prefix { $0 != ":" } }
        return host.prefix { $0 != "]" }
    }
}

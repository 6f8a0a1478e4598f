internal import Media

/// Where something is to be fetched from.
enum FetchPlace: Hashable {
    /// In bytes; what longer addresses there are nobody means.
    static let longestAddress = 8 << 10

    /// An address of `http` or `https`.
    case server(String)
    /// From the root.
    case file(path: String)

    /// Nil for what is neither.
    init?(_ address: AddressText) {
        let text = address.withSecrets
        guard text.utf8.count <= Self.longestAddress, !text.utf8.contains(0) else { return nil }
        if text.hasPrefix("/"), !text.hasPrefix("//") {
            self = .file(path: text)
            return
        }
        switch SourceText.scheme(of: text) {
        case "http", "https":
            // libcurl would take what comes next for the host.
            guard !SourceText.authority(of: text).isEmpty else { return nil }
            self = .server(text)
        case "file":
            guard let path = Self.path(of: text) else { return nil }
            self = .file(path: path)
        default: return nil
        }
    }

    /// What stands behind `file://` or `file://localhost`.
    private static func path(of text: String) -> String? {
        guard ["", "localhost"].contains(SourceText.authority(of: text).lowercased()),
            let start = text.firstRange(of: "://")?.upperBound,
            let slash = text[start...].firstIndex(of: "/")
        else { return nil }
        return SourceText.percentDecoded(text[slash...])
    }
}

/// What a thumbnail's file says of its source.
struct ThumbnailTags {
    let source: ThumbnailSource
    /// Of the program, such as `0.1`.
    let version: String

    /// What the text `Software` of files begins with that pipd wrote, in whatever version.
    static let program = "pipd "

    var texts: [PNGText] {
        var texts = [
            PNGText(key: .uri, value: source.uri),
            PNGText(key: .modified, value: "\(source.modified)"),
        ]
        if let bytes = source.bytes { texts.append(PNGText(key: .bytes, value: "\(bytes)")) }
        return texts + [PNGText(key: .software, value: Self.program + version)]
    }
}

extension PNGHeader {
    /// Whether it is of the source as that is now. Other times than the very same are wrong, older
    /// and newer ones (the standard on modifications).
    func isValid(for source: ThumbnailSource) -> Bool {
        guard texts[.uri] == source.uri,
            texts[.modified].flatMap({ Int64($0) }) == source.modified
        else { return false }
        guard let said = texts[.bytes], let bytes = source.bytes else { return true }
        return Int64(said) == bytes
    }

    /// How many attempts have failed that may have done so for another one's sake; nil where
    /// none has, or one for its own.
    var doubtfulAttempts: Int? { texts[.attempt].map { Int($0) ?? 1 } }

    /// Whether nothing of the source can be shown.
    var isDamage: Bool { texts[.damage] != nil }

    /// Whether pipd wrote it.
    var isOwn: Bool { texts[.software]?.hasPrefix(ThumbnailTags.program) ?? false }
}

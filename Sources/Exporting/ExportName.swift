/// What an exported file is called: as the original, and `NAME-1.mp4` and so on where that is
/// taken. Nothing is ever replaced.
struct ExportName: Hashable {
    /// As many as an export may have files, all of which may be called alike.
    static let mostAttempts = 100_000

    private let stem: Substring
    /// With its dot; empty for none.
    private let type: Substring

    /// - Parameter name: The original's, without a slash.
    init(_ name: String) {
        // A name that begins with its only dot has no type.
        let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
        (stem, type) = (name[..<dot], name[dot...])
    }

    /// - Parameter attempt: From 0 on.
    /// - Returns: Nil beyond `mostAttempts`.
    func text(_ attempt: Int) -> String? {
        guard attempt < Self.mostAttempts else { return nil }
        return attempt == 0 ? "\(stem)\(type)" : "\(stem)-\(attempt)\(type)"
    }
}

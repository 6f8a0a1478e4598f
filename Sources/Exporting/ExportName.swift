/// What an exported file is called: as the original, and `NAME-1.mp4` and so on where that is
/// taken, with as much of a long name as has room. Nothing is ever replaced.
struct ExportName: Hashable {
    /// As many as an export may have files, all of which may be called alike.
    static let mostAttempts = 100_000

    /// Of a name, as Linux has them.
    static let mostBytes = 255
    /// A longer type, with its dot, is none.
    private static let mostTypeBytes = 32

    private let stem: Substring
    /// With its dot; empty for none.
    private let type: Substring

    /// - Parameter name: The original's, without a slash.
    init(_ name: String) {
        // A name that begins with its only dot has no type.
        let last = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
        let dot = name[last...].utf8.count > Self.mostTypeBytes ? name.endIndex : last
        (stem, type) = (name[..<dot], name[dot...])
    }

    /// - Parameter attempt: From 0 on.
    /// - Returns: Nil beyond `mostAttempts`.
    func text(_ attempt: Int) -> String? {
        guard attempt < Self.mostAttempts else { return nil }
        guard attempt > 0 else { return "\(stem)\(type)" }
        let end = "-\(attempt)\(type)"
        var stem = stem
        while stem.utf8.count + end.utf8.count > Self.mostBytes { stem.removeLast() }
        return "\(stem)\(end)"
    }
}

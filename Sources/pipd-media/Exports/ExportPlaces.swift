internal import Platform

/// The directories of the configuration that files may be exported to: each where it was when it
/// came into force, so that a link that takes its place later leads nowhere.
struct ExportPlaces {
    private var settled: [String: SettledPath] = [:]

    /// Takes other directories; those that are known stay where they are.
    mutating func configure(_ directories: [String]) {
        settled = directories.reduce(into: [:]) { $0[$1] = settled[$1] ?? SettledPath($1) }
    }

    /// In order.
    var all: [String] { settled.keys.sorted() }

    /// Where a directory is.
    ///
    /// - Parameter path: Absolute.
    /// - Returns: It, beneath the innermost one that is allowed; nil where none is.
    func place(of path: String) -> ExportPlace? {
        let parts = path.pathNames.filter { $0 != "." }
        guard path.isAbsolutePath, !path.utf8.contains(0), !parts.contains("..") else {
            return nil
        }
        let plain = "/" + parts.joined(separator: "/")
        let holding = settled.filter { (plain + "/").utf8.starts(with: ($0.key + "/").utf8) }
        guard let (name, allowed) = holding.max(by: { $0.key.utf8.count < $1.key.utf8.count })
        else { return nil }
        return ExportPlace(
            allowed: allowed,
            rest: parts.dropFirst(name.pathNames.count).joined(separator: "/"),
            path: plain
        )
    }
}

internal import Platform

/// The directories of the configuration that files may be exported to.
struct ExportPlaces {
    private var directories: [String: AllowedDirectory] = [:]

    /// Takes other directories; those that are known stay where they are.
    ///
    /// - Returns: The others, which are to be looked for as soon as they come into force.
    mutating func configure(_ paths: [String]) -> [AllowedDirectory] {
        let known = directories
        directories = paths.reduce(into: [:]) { $0[$1] = known[$1] ?? AllowedDirectory($1) }
        return directories.filter { known[$0.key] == nil }.map(\.value)
    }

    /// In order.
    var all: [String] { directories.keys.sorted() }

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
        let holding = directories.filter { (plain + "/").utf8.starts(with: ($0.key + "/").utf8) }
        guard let (name, allowed) = holding.max(by: { $0.key.utf8.count < $1.key.utf8.count })
        else { return nil }
        return ExportPlace(
            allowed: allowed,
            rest: parts.dropFirst(name.pathNames.count).joined(separator: "/"),
            path: plain
        )
    }
}

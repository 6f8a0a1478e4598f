internal import Platform

/// Where images may be saved.
struct ImageSettings: Hashable, Sendable {
    /// Where images go whose name is pipd's; nil where there is no such place.
    var library: String?
    /// Whether that is a directory of the service's own, which nobody else puts pictures into.
    private(set) var isServices = false
    /// Where clients may name files, beside the library. Absolute, as `plain` makes them.
    var directories: [String] = []
    /// Where they are, by their names.
    private var places: [String: SettledPath] = [:]

    init(library: String? = nil, directories: [String] = []) {
        self.library = library
        self.directories = directories
    }

    /// Finds out where the directories are: a link that takes the place of one later is not
    /// followed.
    ///
    /// - Parameter old: What was in force; the directories of it stay where they are.
    mutating func settle(after old: Self? = nil) {
        for name in all { places[name] = old?.places[name] ?? SettledPath(name) }
    }

    /// Where one of the directories is.
    func place(ofDirectory name: String) -> SettledPath { places[name] ?? SettledPath(name) }

    /// What holds without configuration: the service's own state directory, else
    /// the pictures of the user who runs it.
    ///
    /// - Parameter environment: The process's variables.
    /// - Returns: Settings with a library, where one of them tells of a place.
    static func standard(_ environment: [String: String]) -> Self {
        // systemd separates several by colons; the unit has one.
        let state = environment["STATE_DIRECTORY"]?.split(separator: ":").first
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let library =
            state.map { "\($0)/pictures" } ?? environment["XDG_PICTURES_DIR"]
            ?? home.map { "\($0)/Pictures" }
        var settings = Self(library: library.flatMap(plain))
        settings.isServices = state != nil
        return settings
    }

    /// Everywhere that files may be written; the library first.
    var all: [String] { (library.map { [$0] } ?? []) + directories }

    /// The directory that a file lies beneath, and its path from there; nil for a
    /// file that lies in none. The innermost directory wins.
    ///
    /// Says what the names say: that no `..` and no symbolic link leads out is
    /// seen to when the file is made.
    func place(of path: String) -> (directory: String, rest: String)? {
        let holding = all.filter { path.hasPrefix($0 == "/" ? $0 : $0 + "/") }
        guard let directory = holding.max(by: { $0.utf8.count < $1.utf8.count }) else { return nil }
        let rest = path.dropFirst(directory.count).drop { $0 == "/" }
        return rest.isEmpty ? nil : (directory, String(rest))
    }

    /// A directory's path without a slash at its end and without doubled ones;
    /// nil unless it is absolute and free of `.` and `..`.
    static func plain(_ path: String) -> String? {
        guard path.isAbsolutePath, !path.utf8.contains(0) else { return nil }
        let parts = path.pathNames
        guard !parts.contains("."), !parts.contains("..") else { return nil }
        return "/" + parts.joined(separator: "/")
    }
}

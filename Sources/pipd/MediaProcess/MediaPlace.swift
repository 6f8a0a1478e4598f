internal import Platform

/// Where the media process is, where it keeps its database, and how it runs.
struct MediaPlace: Hashable, Sendable {
    /// The path of `pipd-media`.
    var program: String
    /// nil where nothing tells of a place.
    var directory: String?
    /// How much it stands back behind other processes, 0 to 19.
    var nice = 19

    /// Beside this program; in the service's own state directory, else in that of the user who
    /// runs it.
    ///
    /// - Parameter environment: The process's variables.
    /// - Returns: A place without a directory where nothing tells of one.
    static func standard(_ environment: [String: String]) -> Self {
        // systemd separates several by colons; the unit has one.
        let service = environment["STATE_DIRECTORY"]?.split(separator: ":").first.map(String.init)
        let user =
            absolute(environment["XDG_STATE_HOME"])
            ?? absolute(environment["HOME"]).map { "\($0)/.local/state" }
        let nice = environment["PIPD_MEDIA_NICE"].flatMap { Int($0) }
        return Self(
            program: "\(ownDirectory)/pipd-media",
            directory: service ?? user.map { "\($0)/pipd" },
            nice: nice.flatMap { (0...19).contains($0) ? $0 : nil } ?? 19
        )
    }

    private static func absolute(_ path: String?) -> String? {
        path.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    private static var ownDirectory: String {
        guard let path = SymbolicLink.target(of: "/proc/self/exe"),
            let slash = path.lastIndex(of: "/")
        else { return "/usr/bin" }
        return String(path[..<slash])
    }
}

internal import MediaLink
internal import Platform

/// The directory of the database, which one process at a time has.
struct StateFolder {
    private let path: String
    private let lock: LockFile

    /// Makes the directory where there is none.
    ///
    /// - Throws: `MediaFailure` where it cannot be had.
    init(_ path: String) throws(MediaFailure) {
        self.path = path
        var asked = path
        let taken: LockFile?
        do throws(SystemCallError) {
            try PrivateDirectory.make(path)
            asked = "\(path)/media.lock"
            taken = try LockFile.take(at: asked)
        } catch {
            throw MediaFailure(
                "'\(asked)' cannot be used: \(error)",
                remedy: """
                    Let pipd's user write there and have room, or name another directory by \
                    $STATE_DIRECTORY or $XDG_STATE_HOME.
                    """
            )
        }
        guard let taken else {
            throw MediaFailure(
                "another pipd keeps its database in '\(path)'",
                remedy: "Stop that, or give one of them a $STATE_DIRECTORY of its own."
            )
        }
        lock = taken
    }

    var database: String { "\(path)/media.sqlite" }
}

internal import Platform

/// The directory of the database, which one process at a time has.
struct StateFolder {
    private let path: String
    private let lock: LockFile

    /// Makes the directory where there is none.
    ///
    /// - Throws: `RunFailure` where it cannot be had.
    init(_ path: String) throws(RunFailure) {
        self.path = path
        let taken: LockFile?
        do throws(SystemCallError) {
            try PrivateDirectory.make(path)
            taken = try LockFile.take(at: "\(path)/media.lock")
        } catch {
            throw RunFailure(description: "\(path): \(error)")
        }
        guard let taken else {
            throw RunFailure(
                description: "\(path): another pipd keeps its database there; stop that, or give "
                    + "one of them a $STATE_DIRECTORY of its own"
            )
        }
        lock = taken
    }

    var database: String { "\(path)/media.sqlite" }
}

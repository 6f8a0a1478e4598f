internal import Glibc

/// Directories that only their owner may look into.
public enum PrivateDirectory {
    /// Makes one, and those above it, where they are missing; others stay as they are.
    ///
    /// - Throws: `mkdir`; what was made above it stays.
    public static func make(_ path: String) throws(SystemCallError) {
        var made = path.hasPrefix("/") ? "" : "."
        for part in path.split(separator: "/") {
            made += "/\(part)"
            do throws(SystemCallError) {
                try systemCall("mkdir") { mkdir(made, 0o700) }
            } catch {
                // Where nobody may write, one that is there may be told otherwise.
                guard error.errno == .fileExists || access(made, F_OK) == 0 else { throw error }
            }
        }
    }
}

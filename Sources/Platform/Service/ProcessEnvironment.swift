internal import CLinux
internal import Glibc

/// The environment variables of the process.
///
/// Thread: safe, but for `remove`.
public enum ProcessEnvironment {
    /// All variables; the first wins where a name is there twice.
    public static func current() -> [String: String] {
        var variables: [String: String] = [:]
        var entry = clinux_environment()
        while let text = entry.pointee {
            let parts = String(cString: text).split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            if parts.count == 2, variables[String(parts[0])] == nil {
                variables[String(parts[0])] = String(parts[1])
            }
            entry += 1
        }
        return variables
    }

    /// Removes variables, for programs that this one starts.
    ///
    /// Thread: before the program's second thread.
    public static func remove(_ names: [String]) {
        for name in names { unsetenv(name) }
    }
}

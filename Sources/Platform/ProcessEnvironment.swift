internal import CLinux

/// The environment variables of the process.
///
/// Thread: safe as long as no thread changes them, which nothing here does.
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
}

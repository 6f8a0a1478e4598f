/// Notices an option that a command line gives twice though it has one value, of
/// which the parser would take the last in silence.
public enum RepeatedOption {
    /// Looks for one.
    ///
    /// - Parameters:
    ///   - arguments: Without the program's name.
    ///   - repeatable: Flags, and options that may have several values: `--stream`.
    ///   - shortNames: The long names of short ones: `["-o": "--output"]`.
    /// - Returns: Its long name; nil where there is none.
    public static func find(
        in arguments: some Sequence<String>,
        but repeatable: Set<String>,
        shortNames: [String: String] = [:]
    ) -> String? {
        var seen: Set<String> = []
        for argument in arguments {
            if argument == "--" { return nil }
            guard isName(argument) else { continue }
            let given = String(argument.prefix { $0 != "=" })
            let name = shortNames[given] ?? given
            if !repeatable.contains(name), !seen.insert(name).inserted { return name }
        }
        return nil
    }

    /// A value may begin with a dash too: `-3.5` is a time, `-` standard output.
    private static func isName(_ argument: String) -> Bool {
        let rest = argument.utf8.dropFirst()
        guard argument.utf8.first == UInt8(ascii: "-"), let second = rest.first else {
            return false
        }
        return second == UInt8(ascii: "-") || second >= UInt8(ascii: "A")
    }
}

public import ArgumentParser
internal import Glibc
internal import Media

extension ParsableCommand {
    /// Reads the process's command line.
    ///
    /// - Returns: The command that it names.
    /// - Throws: The parser's errors, and better ones for an option that is given twice though it
    ///   has one value, and for a command that there is not.
    public static func parseOnce() throws -> any ParsableCommand {
        let options = SingleOptions(Self.self, in: CommandLine.arguments.dropFirst())
        if let name = options.repeated {
            throw ValidationError("\(name) is given twice; accepted: once.")
        }
        do {
            return try parseAsRoot(options.joinedArguments)
        } catch {
            let unknown = UnknownCommand(Self.self, in: options.joinedArguments)
            // Any other complaint is about a command that was meant.
            let complaint = message(for: error)
            guard let unknown,
                ["nexpected argument", "Unknown option"].contains(where: { complaint.contains($0) })
            else { throw error }
            throw ValidationError(unknown.message)
        }
    }

    /// Ends the process as the parser does, but for what is said of arguments: it shows no
    /// password and steers no terminal.
    ///
    /// - Parameters:
    ///   - error: Of the parser's or of the command's.
    ///   - isAlone: Whether it is said without the program's name before it and the help behind it.
    ///   - write: Writes what is said to standard error; it ends without a newline.
    public static func end(
        with error: any Error,
        isAlone: Bool = false,
        _ write: (String) -> Void
    ) -> Never {
        let status = exitCode(for: error)
        guard status != .success, !(error is ExitCode) else { exit(withError: error) }
        let text = isAlone ? message(for: error) : fullMessage(for: error)
        write(TypedText.shown(text, typed: CommandLine.arguments.dropFirst()))
        Glibc.exit(status.rawValue)
    }
}

/// What a message about a command line may quote of it.
public enum TypedText {
    /// A message with the arguments in it as people may see them.
    ///
    /// - Parameters:
    ///   - message: Of one line or several.
    ///   - arguments: Without the program's name.
    /// - Returns: The message without passwords, and without what steers a terminal.
    public static func shown(_ message: String, typed arguments: some Sequence<String>) -> String {
        // Of `--name=value` the parser may quote each half.
        let parts = arguments.flatMap { argument in
            [argument] + argument.split(separator: "=", maxSplits: 1).map { String($0) }
        }
        let lines = Set(parts).filter { !$0.isEmpty }.sorted { $0.count > $1.count }
            .reduce(message) { $0.replacing($1, with: OutsideText.shown($1)) }
        return lines.split(separator: "\n", omittingEmptySubsequences: false)
            .map { OutsideText.shown(message: String($0)) }.joined(separator: "\n")
    }
}

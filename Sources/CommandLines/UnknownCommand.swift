public import ArgumentParser
internal import Media

/// A word where a command is to be named, and there is none of that name: the parser takes it for
/// an argument of the command that is usual there, and speaks of that one's.
public struct UnknownCommand {
    /// The commands before the word, from the program on.
    private let path: [String]
    private let word: String
    /// The commands that there are.
    private let names: [String]

    /// Finds the first; nil where each word in the place of a command is one.
    ///
    /// - Parameters:
    ///   - command: The program.
    ///   - arguments: Without the program's name.
    public init?(_ command: (some ParsableCommand).Type, in arguments: some Sequence<String>) {
        guard var place = Declarations.of(command) else { return nil }
        let valued = place.valuedOptions
        var path = [place.commandName]
        var isValue = false
        for argument in arguments {
            guard !isValue else {
                isValue = false
                continue
            }
            guard !argument.hasPrefix("-") else {
                isValue = valued.contains(argument)
                continue
            }
            guard let commands = place.subcommands, !commands.isEmpty else { return nil }
            guard let next = commands.first(where: { $0.commandName == argument }) else {
                (self.path, word) = (path, argument)
                names = commands.map(\.commandName)
                return
            }
            path.append(argument)
            place = next
        }
        return nil
    }

    /// What is said of it: what may be meant, and all that there is.
    public var message: String {
        let before = path.dropFirst().map { "\($0) " }.joined()
        let meant =
            Spelling.nearest(to: word, among: names)
            .map { "; did you mean '\(before)\($0)'?" } ?? ";"
        return """
            There is no command '\(before)\(word)'\(meant) Accepted: \
            \(names.joined(separator: ", ")).
            """
    }
}

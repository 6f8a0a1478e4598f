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

    /// Finds the first; nil where each word in the place of a command is one, or may be another's:
    /// of an option that there is not, or of the command that is usual there.
    ///
    /// - Parameters:
    ///   - command: The program.
    ///   - arguments: Without the program's name.
    public init?(_ command: (some ParsableCommand).Type, in arguments: some Sequence<String>) {
        guard var place = Declarations.of(command) else { return nil }
        let known = place.names { _ in true }
        let valued = place.names { $0.isOption }
        var path = [place.commandName]
        var type: any ParsableCommand.Type = command
        var isValue = false
        for argument in arguments {
            guard !isValue else {
                isValue = false
                continue
            }
            guard !argument.hasPrefix("-") else {
                guard known.contains(String(argument.prefix { $0 != "=" })) else { return nil }
                isValue = valued.contains(argument)
                continue
            }
            guard let commands = place.subcommands, !commands.isEmpty else { return nil }
            guard let next = commands.first(where: { $0.commandName == argument }) else {
                (self.path, word) = (path, argument)
                names = commands.map(\.commandName)
                // Which one is usual the declarations do not say.
                let name = type.configuration.defaultSubcommand?._commandName
                let usual = commands.first { $0.commandName == name }
                if usual?.takesWords == true, meant == nil { return nil }
                return
            }
            path.append(argument)
            place = next
            type = type.configuration.subcommands.first { $0._commandName == argument } ?? type
        }
        return nil
    }

    /// What is said of it: what may be meant, and all that there is.
    public var message: String {
        let before = path.dropFirst().map { "\($0) " }.joined()
        let accepted =
            meant.map { "; did you mean '\(before)\($0)'? Accepted" } ?? "; accepted"
        return """
            There is no command '\(before)\(word)'\(accepted): \(names.joined(separator: ", ")).
            """
    }

    private var meant: String? { Spelling.nearest(to: word, among: names) }
}

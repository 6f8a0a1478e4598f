internal import ArgumentParser
internal import FoundationEssentials

/// What a program declares, as far as it matters here.
struct Declarations: Decodable {
    let command: Command

    /// - Returns: Nil where the parser describes it otherwise than it is known to.
    static func of(_ command: (some ParsableCommand).Type) -> Command? {
        let text = command._dumpHelp()
        return (try? JSONDecoder().decode(Self.self, from: Data(text.utf8)))?.command
    }

    struct Command: Decodable {
        let commandName: String
        let arguments: [Argument]?
        let subcommands: [Command]?

        /// Options with one value, by each of their names.
        var singleOptions: [String: String] {
            var result: [String: String] = [:]
            for argument in arguments ?? [] where argument.isOption && !argument.isRepeating {
                let names = argument.typedNames
                for name in names { result[name] = names.max { $0.count < $1.count } }
            }
            for command in subcommands ?? [] {
                result.merge(command.singleOptions) { first, _ in first }
            }
            return result
        }

        /// Whether it takes words that name no command.
        var takesWords: Bool { (arguments ?? []).contains { $0.kind == "positional" } }

        /// The names of the options and flags for which that is so.
        func names(where isWanted: (Argument) -> Bool) -> Set<String> {
            let own = (arguments ?? []).filter(isWanted).flatMap(\.typedNames)
            return (subcommands ?? []).reduce(into: Set(own)) {
                $0.formUnion($1.names(where: isWanted))
            }
        }
    }

    struct Argument: Decodable {
        let kind: String
        let isRepeating: Bool
        let names: [Name]?

        var isOption: Bool { kind == "option" }
        var typedNames: [String] { (names ?? []).map(\.typed) }
    }

    struct Name: Decodable {
        let kind: String
        let name: String

        var typed: String { (kind == "long" ? "--" : "-") + name }
    }
}

public import ArgumentParser
internal import FoundationEssentials

/// Notices an option that a command line gives twice though it has one value, of
/// which the parser would take the last in silence.
public struct RepeatedOption {
    /// The name that stands for each other name of an option with one value.
    private let names: [String: String]

    /// - Parameter command: The program; what its subcommands declare counts as well.
    public init(_ command: (some ParsableCommand).Type) {
        // The parser's declarations are to be had as this text alone.
        let declared = try? JSONDecoder().decode(
            Declarations.self,
            from: Data(command._dumpHelp().utf8)
        )
        names = declared?.command.singleOptions ?? [:]
    }

    /// Looks for one.
    ///
    /// - Parameter arguments: Without the program's name.
    /// - Returns: Its longest name; nil where there is none.
    public func find(in arguments: some Sequence<String>) -> String? {
        var seen: Set<String> = []
        for argument in arguments {
            if argument == "--" { return nil }
            guard let name = names[String(argument.prefix { $0 != "=" })] else { continue }
            if !seen.insert(name).inserted { return name }
        }
        return nil
    }
}

/// What a program declares, as far as it matters here.
private struct Declarations: Decodable {
    let command: Command

    struct Command: Decodable {
        let arguments: [Argument]?
        let subcommands: [Command]?

        /// Options with one value, by each of their names.
        var singleOptions: [String: String] {
            var result: [String: String] = [:]
            for argument in arguments ?? [] where argument.isSingleOption {
                let names = (argument.names ?? []).map(\.typed)
                for name in names { result[name] = names.max { $0.count < $1.count } }
            }
            for command in subcommands ?? [] {
                result.merge(command.singleOptions) { first, _ in first }
            }
            return result
        }
    }

    struct Argument: Decodable {
        let kind: String
        let isRepeating: Bool
        let names: [Name]?

        var isSingleOption: Bool { kind == "option" && !isRepeating }
    }

    struct Name: Decodable {
        let kind: String
        let name: String

        var typed: String { (kind == "long" ? "--" : "-") + name }
    }
}

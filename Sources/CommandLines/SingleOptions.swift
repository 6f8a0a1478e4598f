public import ArgumentParser
internal import FoundationEssentials

/// The options with one value that a program has, for what the parser does not do with them.
public struct SingleOptions {
    /// The name that stands for each other name of such an option.
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

    /// Looks for an option that is given twice, of which the parser would take the last in
    /// silence.
    ///
    /// - Parameter arguments: Without the program's name.
    /// - Returns: Its longest name; nil where there is none.
    public func repeated(in arguments: some Sequence<String>) -> String? {
        var seen: Set<String> = []
        for argument in arguments {
            if argument == "--" { return nil }
            guard let name = names[String(argument.prefix { $0 != "=" })] else { continue }
            if !seen.insert(name).inserted { return name }
        }
        return nil
    }

    /// Joins each option and a negative number after it, as in `--count=-3`: the parser takes
    /// what begins with a dash for another option, and would call the value missing.
    ///
    /// - Parameter arguments: Without the program's name.
    /// - Returns: The same for the parser.
    public func joiningNegativeNumbers(_ arguments: some Sequence<String>) -> [String] {
        var joined: [String] = []
        var areOptionsOver = false
        for argument in arguments {
            if let option = joined.last, !areOptionsOver, names[option] != nil,
                option.hasPrefix("--"), argument.hasPrefix("-"), Double(argument) != nil
            {
                joined[joined.count - 1] = "\(option)=\(argument)"
                continue
            }
            areOptionsOver = areOptionsOver || argument == "--"
            joined.append(argument)
        }
        return joined
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

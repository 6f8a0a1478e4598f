public import ArgumentParser

/// What a program is called with, as to its options with one value: for what the parser does
/// not do with them.
public struct SingleOptions {
    /// Without the program's name.
    private let arguments: [String]
    /// The name that stands for each other name of such an option.
    private let names: [String: String]

    /// - Parameters:
    ///   - command: The program; what its subcommands declare counts as well. Each of its
    ///     options has one long name at most.
    ///   - arguments: Without the program's name.
    public init(_ command: (some ParsableCommand).Type, in arguments: some Sequence<String>) {
        self.arguments = Array(arguments)
        // The parser's declarations are to be had as this text alone, which takes nine tenths
        // of a short command's time: they are read where they can matter.
        let declared = Self.needDeclarations(self.arguments) ? Declarations.of(command) : nil
        names = declared?.singleOptions ?? [:]
    }

    /// Tells whether an option can be there twice, or a number that looks like one: not where
    /// all that begin with a dash are long and differ.
    private static func needDeclarations(_ arguments: [String]) -> Bool {
        let dashed = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("-") }
        guard dashed.count > 1 else { return false }
        return !dashed.allSatisfy { $0.hasPrefix("--") }
            || Set(dashed.map(name)).count < dashed.count
    }

    /// An argument without the value that is joined to it.
    private static func name(_ argument: String) -> String {
        String(argument.prefix { $0 != "=" })
    }

    /// The longest name of an option that is given twice, of which the parser would take the
    /// last in silence; nil where there is none.
    public var repeated: String? {
        var seen: Set<String> = []
        for argument in arguments {
            if argument == "--" { return nil }
            guard let name = names[Self.name(argument)] else { continue }
            if !seen.insert(name).inserted { return name }
        }
        return nil
    }

    /// The arguments for the parser: each option is joined to a negative number after it, or what
    /// begins as one, as in `--count=-3` and `--in=-1:00`, since the parser takes what begins with a
    /// dash for another option, and would call the value missing.
    public var joinedArguments: [String] {
        var joined: [String] = []
        var areOptionsOver = false
        for argument in arguments {
            if let option = joined.last, !areOptionsOver, names[option] != nil,
                option.hasPrefix("--"), Self.isNegative(argument)
            {
                joined[joined.count - 1] = "\(option)=\(argument)"
                continue
            }
            areOptionsOver = areOptionsOver || argument == "--"
            joined.append(argument)
        }
        return joined
    }

    private static func isNegative(_ argument: String) -> Bool {
        guard argument.hasPrefix("-") else { return false }
        return Double(argument) != nil
            || argument.utf8.dropFirst().first.map { (0x30...0x39).contains($0) } == true
    }
}

internal import Foundation
internal import TestSupport
internal import Testing

/// The manual against what the programs say of themselves.
@Suite(.timeLimit(.minutes(30))) struct ManualTests {
    @Test func everyOptionOfPipdIsInItsPage() throws {
        let options = Self.options(in: try Self.help(Programs.pipd, []))
        #expect(options.contains("--frame-log"))
        let page = try Self.page("pipd.8")
        for option in options { #expect(page.contains(option), "\(option) is not in pipd.8") }
    }

    @Test func everyCommandAndOptionOfPipctlIsInItsPage() throws {
        let page = try Self.page("pipctl.1")
        var waiting: [[String]] = [[]]
        var seen = 0
        while let words = waiting.popLast() {
            seen += 1
            let text = try Self.help(Programs.pipctl, words)
            for option in Self.options(in: text) {
                #expect(page.contains(option), "\(option) of \(words) is not in pipctl.1")
            }
            for name in Self.subcommands(in: text) where name != "help" {
                #expect(page.contains(name), "\(words) \(name) is not in pipctl.1")
                waiting.append(words + [name])
            }
        }
        #expect(seen > 15)
    }

    private static func help(_ program: String, _ words: [String]) throws -> String {
        let result = try Programs.run(program, words + ["--help"], in: Scratch())
        try #require(result.ending == .exit(0), "\(result.errors)")
        return result.output
    }

    /// A page as it is read: without the marks of bold and of dashes.
    private static func page(_ name: String) throws -> String {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../docs/\(name)").path
        return String(decoding: Files.bytes(of: path), as: UTF8.self)
            .replacingOccurrences(of: "\\-", with: "-")
    }

    /// The long names in the list of options, of which each begins a line.
    private static func options(in help: String) -> Set<String> {
        let lines = help.split(separator: "\n").filter { $0.hasPrefix("  -") }
        let names = lines.flatMap { line in
            // What the option does follows after some spaces.
            let end = line.dropFirst(2).firstRange(of: "  ")?.lowerBound ?? line.endIndex
            return line[..<end].split { " ,/".contains($0) }.map(String.init)
        }
        return Set(names.filter { $0.hasPrefix("--") })
    }

    /// The names in the list of subcommands.
    private static func subcommands(in help: String) -> [String] {
        guard let list = help.range(of: "\nSUBCOMMANDS:\n") else { return [] }
        return help[list.upperBound...].split(separator: "\n")
            .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
            .filter { $0.allSatisfy(\.isLowercase) }
    }
}

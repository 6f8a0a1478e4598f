internal import ArgumentParser
internal import ControlAPI
internal import FoundationEssentials
internal import NIOHTTP1

struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Who is let in from elsewhere.",
        discussion: """
            Browsers and programs that do not use the control socket present a token, where the \
            configuration's `web` lets them come in at all.

            Examples:
              pipctl token create --role operator --name phone
              pipctl token list
              pipctl token revoke 5f3a9c01
            """,
        subcommands: [List.self, Create.self, Revoke.self],
        defaultSubcommand: List.self
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "All tokens, without what lets anybody in.",
            discussion: """
                Examples:
                  pipctl token list
                  pipctl token list --json | jq '.tokens[] | select(.role == "admin")'
                """
        )

        @OptionGroup var options: GlobalOptions

        func run() async throws {
            try await DaemonClient.show("/v1/tokens", as: TokenList.self, options) {
                ReportText.tokens($0.tokens, at: Date.now.timeIntervalSince1970)
            }
        }
    }

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a token, and say what to open with it.",
            discussion: """
                What it prints lets whoever has it in; it is not shown again. Programs send what \
                is behind `#t=` as `Authorization: Bearer`.

                With --qr a phone reads the address from the terminal.

                Examples:
                  pipctl token create --role operator --qr
                  pipctl token create --role admin --name laptop
                  pipctl token create --role viewer --json | jq -r .secret
                """
        )

        @OptionGroup var options: GlobalOptions
        @Option(help: "viewer, operator or admin.") var role: String
        @Option(help: "Whom or what it is for.") var name: String?
        @Flag(help: "Show the address as a QR code as well.") var qr = false

        func run() async throws {
            var definition: [String: JSONValue] = ["role": .string(role)]
            definition["name"] = name.map { .string($0) }
            let body = JSONValue.object(definition)
            try await DaemonClient.run(options) { daemon in
                // One that nobody could use would be left behind.
                if qr, !options.json { try await ConsoleCommand.check(daemon) }
                let data = try await daemon.send("/v1/tokens", method: .POST, json: body)
                try Answer.print(data, as: NewTokenReport.self, options) {
                    ReportText.newToken($0)
                }
                if qr, !options.json {
                    let report = try Answer.decode(NewTokenReport.self, from: data)
                    try QRCode.show(ConsoleCommand.address(report.url))
                }
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke a token; whoever it let in is out at once.",
            discussion: """
                Example:
                  pipctl token revoke 5f3a9c01
                """
        )

        @OptionGroup var options: GlobalOptions
        @Argument(help: "The token's ID.") var id: String

        func run() async throws {
            let path = "/v1/tokens/\(DaemonClient.escaped(id))"
            try await DaemonClient.delete(path, options)
        }
    }
}

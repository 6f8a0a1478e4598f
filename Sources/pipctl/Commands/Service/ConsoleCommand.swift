internal import ArgumentParser
internal import ControlAPI
internal import FoundationEssentials
internal import Media

struct ConsoleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "console",
        abstract: "Where the page is that shows and steers the screen.",
        discussion: """
            The page asks for a token; an address that brings one is what \
            `pipctl token create --role operator --qr` shows.

            Examples:
              pipctl console
              pipctl console --qr
              xdg-open "$(pipctl console)"
            """
    )

    @OptionGroup var options: GlobalOptions
    @Flag(help: "Show the address as a QR code as well.") var qr = false

    func run() async throws {
        try await DaemonClient.run(options) { daemon in
            let data = try await Self.document(daemon)
            if options.json { return Terminal.write(document: data) }
            let address = try Self.address(in: data)
            Terminal.write(address + "\n")
            if qr { try QRCode.show(address) }
        }
    }

    /// As far as it matters here, what the daemon says of tokens.
    private struct Place: Codable {
        let url: String?
    }

    /// Who has the port knows the page, and may not ask for tokens. Whether there is a daemon, one
    /// tells who has no token, too; a wrong one would count as an attempt.
    private static func document(_ daemon: DaemonClient) async throws -> Data {
        guard case .web(let address, _) = daemon.place else {
            return try await daemon.send("/v1/tokens")
        }
        do {
            let data = try await daemon.withoutToken.send("/v1/view")
            try await daemon.place.explainingErrors {
                guard (try? JSONText.decode(ViewReport.self, from: data)) != nil else {
                    throw StrangeAnswer.otherJSON
                }
            }
        } catch let failure as CommandFailure where failure.isOfNoToken {
            // A daemon's words.
        }
        return try JSONText.encode(Place(url: "\(address)/")) + Data("\n".utf8)
    }

    /// - Throws: `CommandFailure` where the daemon serves no page, or says something else.
    private static func address(in document: Data) throws(CommandFailure) -> String {
        try address(Answer.decode(Place.self, from: document).url)
    }

    /// - Throws: `CommandFailure` where the daemon serves no page, or is not reached.
    static func check(_ daemon: DaemonClient) async throws {
        _ = try await address(in: document(daemon))
    }

    /// - Throws: `CommandFailure` where the daemon serves no page.
    static func address(_ url: String?) throws(CommandFailure) -> String {
        guard let url else {
            throw .refused(
                """
                The daemon serves no page: it listens on no port.
                Write `web: { listen: "ADDRESS:8080" }` into its configuration, ADDRESS \
                being one of this machine, and start it again.
                """
            )
        }
        return url
    }
}

internal import ArgumentParser
internal import ControlAPI
internal import FoundationEssentials
internal import Media
internal import NIOHTTP1

struct PublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Send an event of one's own to all subscribers.",
        discussion: """
            The type begins with `custom.`; the data is any JSON. An event has at most 100,000 bytes.

            Examples:
              pipctl publish custom.doorbell
              pipctl publish custom.toast '{"text":"Snapshot captured!"}'
              date +%s | pipctl publish custom.time -
            """
    )

    @OptionGroup var options: GlobalOptions
    @Argument(help: "Such as custom.toast.") var type: String
    @Argument(help: "JSON; - reads it from standard input.") var data: String?

    func run() async throws {
        try await DaemonClient.run(options) { daemon in
            var members: [String: JSONValue] = ["type": .string(type)]
            if let data {
                members["data"] = try Self.parse(data == "-" ? Terminal.read() : Array(data.utf8))
            }
            let reply = try await daemon.send(
                "/v1/events",
                method: .POST,
                json: .object(members)
            )
            try Answer.print(reply, as: EventReport.self, options) { ReportText.event($0) }
        }
    }

    private static func parse(_ bytes: [UInt8]) throws(CommandFailure) -> JSONValue {
        do {
            return try JSONText.decode(JSONValue.self, from: Data(bytes))
        } catch {
            throw .wrongUsage("The data is not JSON; text is written as '\"text\"'.")
        }
    }
}

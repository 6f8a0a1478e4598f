internal import ArgumentParser
internal import ControlAPI

struct MQTTCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mqtt",
        abstract: "The MQTT broker over which the daemon is watched and steered.",
        discussion: """
            Examples:
              pipctl mqtt status
              pipctl mqtt status --json | jq -r .reason
            """,
        subcommands: [Status.self],
        defaultSubcommand: Status.self
    )

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Whether there is a connection, and what went over it.",
            discussion: """
                Example:
                  pipctl mqtt status
                """
        )

        @OptionGroup var options: GlobalOptions

        func run() async throws {
            try await DaemonClient.show("/v1/mqtt", as: MQTTReport.self, options) {
                ReportText.mqtt($0)
            }
        }
    }
}

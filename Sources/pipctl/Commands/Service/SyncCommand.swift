internal import ArgumentParser
internal import ControlAPI

struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "How streams keep in step with the other screens of a wall.",
        subcommands: [Status.self],
        defaultSubcommand: Status.self
    )

    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The machine's clock, and the streams that are to be in step.",
            discussion: """
                The error is by how much later than its time the last picture was shown; half a \
                refresh either way is as good as it gets.

                Examples:
                  pipctl sync status
                  pipctl sync status --json | jq -r '.streams[] | [.id, .in_step, .reason] | @tsv'
                """
        )

        @OptionGroup var options: GlobalOptions

        func run() async throws {
            try await DaemonClient.show("/v1/sync", as: SyncReport.self, options) {
                ReportText.sync($0)
            }
        }
    }
}

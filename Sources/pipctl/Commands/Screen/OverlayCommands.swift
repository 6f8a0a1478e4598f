internal import ArgumentParser
internal import ControlAPI
internal import NIOHTTP1

struct OverlayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "overlay",
        abstract: "What lies over the picture: texts, clocks, names of streams, images.",
        discussion: """
            Examples:
              pipctl overlay
              pipctl overlay set clock --clock %H:%M --at top-right
              pipctl overlay set name --caption main
              pipctl overlay set logo --image /srv/logo.png --at top-left --size 0.08
              pipctl overlay remove clock
            """,
        subcommands: [List.self, Set.self, Remove.self],
        defaultSubcommand: List.self
    )

    /// The overlay that a command is about.
    struct Target: ParsableArguments {
        @Argument(help: "Its ID.") var id: String

        var path: String { "/v1/overlays/\(DaemonClient.escaped(id))" }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "All overlays.",
            discussion: """
                Examples:
                  pipctl overlay list
                  pipctl overlay list --json | jq '.overlays[] | select(.reason)'
                """
        )

        @OptionGroup var options: GlobalOptions

        func run() async throws {
            try await DaemonClient.show("/v1/overlays", as: OverlayList.self, options) {
                ReportText.overlays($0.overlays)
            }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lay something over the picture, or another thing in its place.",
            discussion: """
                One of --text, --clock, --caption and --image says what it is. The answer says why \
                it is not shown, or not whole, where that is so.

                Examples:
                  pipctl overlay set hint --text 'Please ring' --at bottom --size 0.06
                  pipctl overlay set time --clock '%A, %H:%M' --locale it_IT.UTF-8
                  pipctl overlay set who --caption pip --at bottom --background none
                """
        )

        @OptionGroup var options: GlobalOptions
        @OptionGroup var target: Target
        @OptionGroup var overlay: OverlayOptions

        func run() async throws {
            try await DaemonClient.run(options) { daemon in
                var fields = overlay.fields
                fields.image = try fields.image.map { try daemon.place.file($0) }
                let body = JSONValue.object(fields.members)
                let data = try await daemon.send(target.path, method: .PUT, json: body)
                try Answer.print(data, as: OverlayReport.self, options) {
                    ReportText.overlays([$0])
                }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take something off the picture.",
            discussion: """
                Example:
                  pipctl overlay remove clock
                """
        )

        @OptionGroup var options: GlobalOptions
        @OptionGroup var target: Target

        func run() async throws {
            try await DaemonClient.delete(target.path, options)
        }
    }
}

struct SayCommand: AsyncParsableCommand {
    private static let fields = MessageFields.all

    static let configuration = CommandConfiguration(
        commandName: "say",
        abstract: "Show a message to those in front of the screen.",
        discussion: """
            Messages are shown one after another, each for its time, beside the window.

            Examples:
              pipctl say 'The shop closes in ten minutes' --for 20
              pipctl say 'Please leave the building' --level warning --for 600
              pipctl say --clear
            """
    )

    @OptionGroup var options: GlobalOptions
    @Argument(help: ArgumentHelp(fields.text.rule)) var text: String?
    @Option(name: .customLong("for"), help: ArgumentHelp(fields.seconds.rule)) var seconds: Double?
    @Option(help: ArgumentHelp(fields.level.rule)) var level: String?
    @Flag(name: .customLong("clear"), help: "Show none of the messages any more.")
    var isToClear = false

    func validate() throws {
        if isToClear, text != nil || seconds != nil || level != nil {
            throw ValidationError("--clear goes alone.")
        }
        guard isToClear || text != nil else { throw ValidationError("Missing the text.") }
        guard text.map(Self.fields.text.rule.accepts) != false else {
            throw ValidationError("The text is to have \(Self.fields.text.rule.accepted).")
        }
    }

    func run() async throws {
        var fields = FieldValues<MessageFields>()
        fields.text = text
        fields.seconds = seconds
        fields.level = level
        let body = JSONValue.object(fields.members)
        try await DaemonClient.run(options) { daemon in
            let data = try await daemon.send(
                "/v1/messages",
                method: isToClear ? .DELETE : .POST,
                json: isToClear ? nil : body
            )
            try Answer.print(data, as: MessageList.self, options) { ReportText.messages($0) }
        }
    }
}

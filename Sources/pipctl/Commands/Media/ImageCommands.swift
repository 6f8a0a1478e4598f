internal import ArgumentParser
internal import ControlAPI
internal import NIOHTTP1

struct SnapshotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot",
        abstract: "Save the picture on the output, or send it to all subscribers.",
        discussion: """
            PNG unless --format or the file's name says otherwise. With --event the daemon makes \
            one small JPEG, or what the options say, and sends it to every client of `pipctl events` and of /v1/events.

            Examples:
              pipctl snapshot
              pipctl snapshot -o lobby.png
              pipctl snapshot -o - --format jpeg --max-width 640 | display
              pipctl snapshot --event --target 320x180
              pipctl snapshot --event --target 30x30 --fit cover
              pipctl snapshot --no-overlays
            """
    )

    @OptionGroup var options: GlobalOptions
    @OptionGroup var image: ImageOptions
    @OptionGroup var event: EventOptions
    @Flag(
        inversion: .prefixedNo,
        exclusivity: .exclusive,
        help: ArgumentHelp(SnapshotFields.all.overlays.rule)
    ) var overlays: Bool?

    func validate() throws {
        try event.check(image, options)
    }

    func run() async throws {
        var transfer = ImageTransfer(
            target: "/v1/snapshot",
            subject: "view",
            options: image,
            global: options
        )
        if let overlays { transfer.members["overlays"] = .boolean(overlays) }
        try await transfer.run(event)
    }
}

struct ScreenshotCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "screenshot",
        abstract: "Save a picture of a stream, of now or of another moment.",
        discussion: """
            --at is in seconds: in a file from its start, or with --time-base container in the \
            container's own time, and in a live stream negative, back from now, as far as the daemon keeps its past (--lookback of `pipctl streams add`). What \
            could not be met exactly is said on standard error.

            Examples:
              pipctl screenshot door
              pipctl screenshot door --at -3.5 -o before.jpg
              pipctl screenshot lobby --at 62.5 --tolerance 0 --format png
              pipctl screenshot door --max-bytes 100000 --save /var/lib/pipd/pictures/door.jpg
              pipctl screenshot door -o - | display
              pipctl screenshot door --event --target 160x90
            """
    )

    @OptionGroup var options: GlobalOptions
    @OptionGroup var image: ImageOptions
    @OptionGroup var event: EventOptions
    @Argument(help: "The stream's ID.") var id: String

    private static let fields = ScreenshotFields.all

    @Option(parsing: .unconditional, help: ArgumentHelp(fields.at.rule, valueName: "seconds"))
    var at: String?
    @Option(help: ArgumentHelp(fields.timeBase.rule)) var timeBase: String?
    @Option(help: ArgumentHelp(fields.tolerance.rule, valueName: "seconds")) var tolerance: Double?
    @Option(help: ArgumentHelp(fields.orientation.rule)) var orientation: String?

    func validate() throws {
        try event.check(image, options)
    }

    func run() async throws {
        var transfer = ImageTransfer(
            target: "/v1/streams/\(DaemonClient.escaped(id))/screenshot",
            subject: id,
            options: image,
            global: options
        )
        if let at { transfer.members["at"] = .string(at) }
        if let timeBase { transfer.members["time_base"] = .string(timeBase) }
        if let tolerance { transfer.members["tolerance"] = .number(tolerance) }
        if let orientation { transfer.members["orientation"] = .string(orientation) }
        try await transfer.run(event)
    }
}

struct PhotoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo",
        abstract: "Take a still photo with a camera's stream.",
        discussion: """
            Takes the camera's best mode for photos and waits for exposure and white balance; \
            --mode frame takes the video's picture of now instead.

            Examples:
              pipctl photo desk
              pipctl photo desk -o desk.jpg --settle-ms 3000
              pipctl photo desk --mode frame --format png
              pipctl photo desk --wait-ms 0 --library
              pipctl photo desk --event
            """
    )

    @OptionGroup var options: GlobalOptions
    @OptionGroup var image: ImageOptions
    @OptionGroup var event: EventOptions
    @Argument(help: "The ID of a stream that is a camera.") var id: String

    private static let fields = PhotoFields.all

    @Option(help: ArgumentHelp(fields.mode.rule)) var mode: String?
    @Option(help: ArgumentHelp(fields.settle.rule, valueName: "milliseconds")) var settleMs: Int?
    @Option(help: ArgumentHelp(fields.orientation.rule)) var orientation: String?

    func validate() throws {
        try event.check(image, options)
    }

    func run() async throws {
        var transfer = ImageTransfer(
            target: "/v1/streams/\(DaemonClient.escaped(id))/photo",
            subject: id,
            options: image,
            global: options
        )
        if let mode { transfer.members["mode"] = .string(mode) }
        if let settleMs { transfer.members["settle_ms"] = .integer(settleMs) }
        if let orientation { transfer.members["orientation"] = .string(orientation) }
        try await transfer.run(event)
    }
}

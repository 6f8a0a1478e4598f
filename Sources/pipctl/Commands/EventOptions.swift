internal import ArgumentParser
internal import ControlAPI

/// What a command takes whose image can be an event.
struct EventOptions: ParsableArguments {
    @Flag(name: .customLong("event"), help: "Send it to all subscribers of events.")
    var isWanted = false
    @Option(
        help: ArgumentHelp(
            "\(ImageEventFields.all.target.rule.help) With --event.",
            valueName: "WxH"
        )
    )
    var target: String?

    /// - Parameters:
    ///   - image: The image's own options.
    ///   - options: Those of every command.
    /// - Throws: `ValidationError` for options that exclude each other.
    func check(
        _ image: ImageOptions,
        _ options: GlobalOptions
    ) throws {
        guard isWanted else {
            guard target == nil else { throw ValidationError("--target needs --event.") }
            return try Self.checkPrinting(image, options)
        }
        guard image.output == nil, !image.isStored else {
            throw ValidationError(
                "With --event the image goes to all subscribers: without --output, --save, --library."
            )
        }
    }

    /// Image and report cannot both have standard output.
    private static func checkPrinting(_ image: ImageOptions, _ options: GlobalOptions) throws {
        guard image.output == "-" else { return }
        guard !options.json else {
            throw ValidationError("--json and --output - both want standard output.")
        }
        guard !Terminal.isInteractive else {
            throw ValidationError("Standard output is a terminal: redirect it, or name a file.")
        }
    }
}

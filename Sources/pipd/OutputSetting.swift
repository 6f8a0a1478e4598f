internal import Media
internal import Pipeline

/// Reads what `--output` and the file's `output` section accept.
enum OutputSetting {
    /// Reads an output's name.
    ///
    /// - Parameters:
    ///   - kind: `auto`, `kms[:CONNECTOR]` or `headless[:WxH@R]`.
    ///   - mode: The file's `output.mode`, for an output without one of its own.
    /// - Returns: The output; `auto` is headless where no display can be driven.
    /// - Throws: `ConfigurationError`.
    static func parse(
        _ kind: PlacedText,
        mode: PlacedText?
    ) throws(ConfigurationError) -> PipelineConfiguration.OutputKind {
        let parts = kind.text.split(separator: ":", maxSplits: 1).map(String.init)
        switch parts.first {
        case "auto" where parts.count == 1:
            return .headless(try headless(mode.flatMap(exactMode)))
        case "headless":
            let own = parts.dropFirst().first.map { PlacedText(text: $0, location: kind.location) }
            return .headless(try headless(own ?? mode.flatMap(exactMode)))
        case "kms":
            return .kms(connector: parts.count == 2 ? parts[1] : nil)
        default:
            throw ConfigurationError(
                location: kind.location,
                message: "the output is \"\(kind.text)\"; accepted: auto, kms, kms:CONNECTOR,"
                    + " headless, headless:WxH@R"
            )
        }
    }

    /// A mode by its numbers; `preferred` and `highest` leave the choice to the output.
    private static func exactMode(_ mode: PlacedText) -> PlacedText? {
        mode.text == "preferred" || mode.text == "highest" ? nil : mode
    }

    private static func headless(
        _ wanted: PlacedText?
    ) throws(ConfigurationError) -> HeadlessMode {
        guard let wanted else { return .standard }
        guard let mode = headlessMode(wanted.text) else {
            throw ConfigurationError(
                location: wanted.location,
                message: "\"\(wanted.text)\" is no mode; accepted: WxH or WxH@R, 16x16 to"
                    + " 8192x8192 at 1 to 240 Hz, such as 1920x1080@60"
            )
        }
        return mode
    }

    private static func headlessMode(_ text: String) -> HeadlessMode? {
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        let sides = halves.first?.split(separator: "x", omittingEmptySubsequences: false) ?? []
        guard halves.count <= 2, sides.count == 2, let width = Int32(sides[0]),
            let height = Int32(sides[1])
        else { return nil }
        let rate = halves.count == 2 ? Hertz(text: halves[1]) : .thirty
        guard let rate else { return nil }
        return HeadlessMode(size: PixelSize(width: width, height: height), refreshRate: rate)
    }
}

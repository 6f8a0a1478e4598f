internal import Media
internal import Pipeline

/// Reads what `--output` and the file's `output` section accept.
enum OutputSetting {
    /// Puts an output together.
    ///
    /// - Parameters:
    ///   - kind: `auto`, `kms[:CONNECTOR]` or `headless[:WxH@R]`.
    ///   - mode: The file's `output.mode`, for an output without one of its own.
    ///   - rotation: The file's `output.rotation`.
    /// - Returns: The output; `auto` is headless where no display can be driven.
    /// - Throws: `ConfigurationError`.
    static func parse(
        _ kind: PlacedText,
        mode: PlacedText?,
        rotation: Rotation
    ) throws(ConfigurationError) -> PipelineConfiguration.OutputKind {
        let parts = kind.text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let detail = parts.count == 2 ? String(parts[1]) : nil
        let preference = try mode.map(modePreference)
        var display = DisplayConfiguration()
        display.mode = preference ?? .preferred
        display.rotation = rotation
        func standIn(
            _ text: PlacedText?,
            _ preference: ModePreference?
        ) throws(ConfigurationError) -> HeadlessMode {
            var mode = try headless(text, preference) ?? .standard
            mode.rotation = rotation
            return mode
        }
        switch (parts.first ?? "", detail) {
        case ("auto", nil):
            return .automatic(display, otherwise: try standIn(mode, preference))
        case ("headless", _):
            let own = detail.map { PlacedText(text: $0, location: kind.location) }
            let ownPreference = try own.map(headlessPreference)
            return .headless(try standIn(own ?? mode, ownPreference ?? preference))
        case ("kms", let connector) where connector != "":
            display.connector = connector
            return .kms(display)
        default:
            throw ConfigurationError(
                location: kind.location,
                message: "the output is \(quoted(kind.text)); accepted: auto, kms, kms:CONNECTOR,"
                    + " headless, headless:WxH@R"
            )
        }
    }

    private static func modePreference(
        _ text: PlacedText
    ) throws(ConfigurationError) -> ModePreference {
        guard let preference = ModePreference(text.text) else {
            throw ConfigurationError(
                location: text.location,
                message: "\(quoted(text.text)) is no mode; accepted: preferred, highest, WxH or"
                    + " WxH@R, such as 1920x1080@60"
            )
        }
        return preference
    }

    private static func headlessPreference(
        _ text: PlacedText
    ) throws(ConfigurationError) -> ModePreference {
        guard let preference = ModePreference(text.text), case .exact = preference else {
            throw noHeadlessMode(text)
        }
        return preference
    }

    /// The mode by its numbers; nil where the choice is left to the output.
    private static func headless(
        _ text: PlacedText?,
        _ preference: ModePreference?
    ) throws(ConfigurationError) -> HeadlessMode? {
        guard let text, case .exact(let size, let rate) = preference else { return nil }
        guard let mode = HeadlessMode(size: size, refreshRate: rate ?? .thirty) else {
            throw noHeadlessMode(text)
        }
        return mode
    }

    private static func noHeadlessMode(_ text: PlacedText) -> ConfigurationError {
        ConfigurationError(
            location: text.location,
            message: "\(quoted(text.text)) is no mode; accepted: WxH or WxH@R, 16x16 to"
                + " \(PixelSize.largest) at 1 to 240 Hz, such as 1920x1080@60"
        )
    }
}

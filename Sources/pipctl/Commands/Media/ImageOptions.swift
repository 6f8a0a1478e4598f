internal import ArgumentParser
internal import ControlAPI

/// What every command takes that makes an image.
struct ImageOptions: ParsableArguments {
    private static let fields = ImageFields.all

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write; - for standard output.",
            discussion: "Default: a new file here, named by stream and time.",
            valueName: "file"
        )
    )
    var output: String?

    @Option(help: ArgumentHelp(fields.format.rule)) var format: String?
    @Option(help: ArgumentHelp(fields.quality.rule)) var quality: Double?
    @Option(help: ArgumentHelp(fields.maximumWidth.rule, valueName: "pixels")) var maxWidth: Int?
    @Option(help: ArgumentHelp(fields.maximumHeight.rule, valueName: "pixels")) var maxHeight: Int?
    @Option(help: ArgumentHelp(fields.fit.rule, valueName: "how")) var fit: String?
    @Option(help: ArgumentHelp(fields.maximumBytes.rule, valueName: "bytes")) var maxBytes: Int?

    @Option(
        help: ArgumentHelp(
            "Let the daemon write the file, in a directory that it may write.",
            valueName: "path"
        )
    )
    var save: String?
    @Flag(help: "With --save: replace a file that exists.") var overwrite = false
    @Flag(help: "Let the daemon put the image into its collection.") var library = false

    @Option(help: ArgumentHelp(fields.wait.rule, valueName: "milliseconds")) var waitMs: Int?

    func validate() throws {
        let places = [output != nil, save != nil, library].filter(\.self).count
        guard places <= 1 else {
            throw ValidationError("--output, --save and --library exclude each other.")
        }
        guard save != nil || !overwrite else { throw ValidationError("--overwrite needs --save.") }
        if let name = save ?? output, name != "-", format == nil, Self.format(of: name) == nil {
            throw ValidationError(
                "The name \(name) says no format; accepted: one that ends in .jpg, .jpeg or .png, "
                    + "or --format."
            )
        }
    }

    /// - Parameter place: Where the daemon is that keeps the image, if it does.
    /// - Returns: The members of the request that are not as usual.
    /// - Throws: `CommandFailure` where it cannot keep it at that path.
    func members(at place: DaemonPlace) throws(CommandFailure) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        let named = (output ?? save).flatMap(Self.format)
        if let format = format ?? named { members["format"] = .string(format) }
        if let quality { members["quality"] = .number(quality) }
        if let maxWidth { members["max_width"] = .integer(maxWidth) }
        if let maxHeight { members["max_height"] = .integer(maxHeight) }
        if let fit { members["fit"] = .string(fit) }
        if let maxBytes { members["max_bytes"] = .integer(maxBytes) }
        if let waitMs { members["wait_ms"] = .integer(waitMs) }
        if library { members["output"] = "library" }
        if let save {
            members["output"] = "path"
            members["path"] = .string(try place.file(save))
            if overwrite { members["overwrite"] = true }
        }
        return members
    }

    /// Whether the daemon keeps the image.
    var isStored: Bool { save != nil || library }

    /// The format that a file's name ends in; nil for any other end.
    private static func format(of path: String) -> String? {
        let end = path.lowercased().split(separator: ".", omittingEmptySubsequences: false).last
        return end == "png" ? "png" : end == "jpg" || end == "jpeg" ? "jpeg" : nil
    }
}

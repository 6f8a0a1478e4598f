internal import ControlAPI

/// The daemon speaks of the fields of a request; who typed a command knows options.
enum OptionNames {
    /// What a text of the daemon's calls each field, and the option that sets it.
    private static let names: [(field: String, option: String)] = {
        let rules =
            ImageFields.all.rules + ImageEventFields.all.rules + ScreenshotFields.all.rules
            + PhotoFields.all.rules + StreamFields.all.rules + PIPFields.all.rules
            + PlaylistFields.all.rules + SnapshotFields.all.rules + ConfigurationFields.all.rules
            + OverlayFields.all.rules + ViewFields.all.rules
        let options = rules.map { rule in
            (rule.name, "--" + rule.name.replacing("_", with: "-"))
        }
        let stored = [("path", "--save"), ("overwrite` `true", "--overwrite")]
        let exported = [
            ("to", "--to"), ("selection", "--selection"), ("in", "--in"), ("out", "--out"),
            ("trim", "--in/--out"), ("asset", "ID"),
        ]
        let contents = OverlayFields.all.contents.map(\.name)
        let overlaid = [
            (contents.joined(separator: "`, `"), "--" + contents.joined(separator: ", --"))
        ]
        let shown = [
            ("x", "--x"), ("y", "--y"), ("seconds", "--for"), ("priority", "--priority"),
            ("level", "--level"),
        ]
        return (overlaid + options + stored + exported + shown + listed).flatMap { name, option in
            [("`\(name)`", option), ("`pip.\(name)`", option)]
        }
    }()

    /// What tells more, and the command that asks for it.
    private static let routes: [(request: String, command: String)] = [
        ("GET /v1/library/albums", "'pipctl library albums'"),
        ("GET /v1/library/exports", "'pipctl library exports'"),
        ("GET /v1/library/assets?state=failed", "'pipctl library failures'"),
    ]

    /// Of lists.
    private static let listed = [
        ("cursor", "--cursor"), ("next_cursor", "--cursor"), ("limit", "--limit"),
        ("category", "--category"), ("album", "--album"), ("min_duration", "--min-duration"),
        ("from", "--from"), ("q", "--search"), ("type", "--type"),
        ("prune", "--prune"), ("root", "a folder"),
    ]

    /// A text of the daemon's with options in it where it names fields, and commands where it
    /// names requests.
    static func spoken(_ text: String) -> String {
        let text = names.reduce(text) { spoken($0, $1.field, as: $1.option) }
        return routes.reduce(text) { spoken($0, $1.request, as: $1.command) }
    }

    private static func spoken(_ text: String, _ name: String, as other: String) -> String {
        var (spoken, rest) = ("", text[...])
        while let place = rest.firstRange(of: name) {
            let before = spoken + rest[..<place.lowerBound]
            // One of several words is a value that may be called like a field.
            let isValue = before.hasSuffix("`, ") || rest[place.upperBound...].hasPrefix(", `")
            spoken = before + (isValue ? name : other)
            rest = rest[place.upperBound...]
        }
        return spoken + rest
    }
}

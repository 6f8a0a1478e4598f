internal import ControlAPI

extension LibraryRoutes {
    var schemas: [String: Schema] {
        [
            "Library": .object([
                "roots": .list(of: root), "state": .choice(LibraryReport.State.self),
                "counts": .named("LibraryCounts"), "degraded": .list(of: .text),
            ]),
            "LibraryCounts": .object(["photos": .count, "videos": .count]),
            "LibraryScan": .object(optional: [
                "root": .text.with("minLength", 1).described("Its path; all without."),
                "prune": .boolean.described(
                    "What is not there of that root is gone for good, even where a disk seems to be away: for admins."
                ),
            ]),
            "Asset": asset, "LiveMovie": live,
            "AssetPage": .object(
                ["assets": .list(of: .named("Asset"))],
                optional: ["next_cursor": .text]
            ),
            "AssetPatch": .object(optional: [
                "favourite": .boolean,
                "title": Schema.text
                    .with("maxLength", .integer(AssetPatch.titleCharacters.upperBound))
                    .with("pattern", #"^[^\u0000-\u001f\u007f]*$"#).orNull,
            ]),
        ]
    }

    private var root: Schema {
        .object(
            [
                "path": .text, "state": .choice(LibraryRootReport.State.self),
                "counts": .named("LibraryCounts"), "scans": .count,
            ],
            optional: ["reason": .text, "failure": .text, "scanned_at": .amount, "met": .count]
        )
    }

    private var asset: Schema {
        .object(
            [
                "id": .text, "name": .text, "path": .text,
                "kind": .choice(AssetReport.Kind.self), "state": .choice(AssetReport.State.self),
                "offline": .boolean.described("Its root is away, and its file with it."),
                "size": .count, "taken": .number,
                "taken_source": .choice(AssetReport.TakenSource.self), "favourite": .boolean,
                "uri": .text, "media_type": .text,
            ],
            optional: [
                "title": .text, "duration_ms": .count, "width": .count, "height": .count,
                "codec": .text, "error": .text,
                "live": .named("LiveMovie"),
                "live_of": .text.described("The picture whose movie it is, listed in its place."),
            ]
        )
    }

    private var live: Schema {
        .object(
            [
                "guessed": .boolean.described(
                    "Whether name and time alone say that it belongs to the picture."
                )
            ],
            optional: [
                "video": .text.described("The ID of the video that it is."),
                "offset": .count.described("Where it begins in the picture's file, in bytes."),
            ]
        )
    }
}

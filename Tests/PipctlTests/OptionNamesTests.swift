internal import Testing

@testable internal import pipctl

@Suite struct OptionNamesTests {
    @Test(
        arguments: [
            ("`max_bytes` is 100; accepted is 2048.", "--max-bytes is 100; accepted is 2048."),
            ("`pip.size` is 3.", "--size is 3."),
            (
                "'/a' exists; accepted is another name, or `overwrite` `true`.",
                "'/a' exists; accepted is another name, or --overwrite."
            ),
            (
                "`max_height` is missing; accepted is `fit` 'pad' with `max_width`.",
                "--max-height is missing; accepted is --fit 'pad' with --max-width."
            ),
            (
                "'x' is no place in this list. Use `next_cursor` of the page before, or none.",
                "'x' is no place in this list. Use --cursor of the page before, or none."
            ),
            (
                "`cursor` is ''; accepted is the `next_cursor` of another page.",
                "--cursor is ''; accepted is the --cursor of another page."
            ),
            ("`q` has 300 characters.", "--search has 300 characters."),
            ("`prune` needs `root`, the path.", "--prune needs a folder, the path."),
            ("`trim` is of one `asset`.", "--in/--out is of one ID."),
            ("`min_duration` is -1; `limit` is 0.", "--min-duration is -1; --limit is 0."),
            (
                "'a' is no album; GET /v1/library/albums lists them.",
                "'a' is no album; 'pipctl library albums' lists them."
            ),
            (
                "There is no export '1'; GET /v1/library/exports lists them.",
                "There is no export '1'; 'pipctl library exports' lists them."
            ),
            (
                "Nothing can be shown; GET /v1/library/assets?state=failed says why.",
                "Nothing can be shown; 'pipctl library failures' says why."
            ),
            ("`path` is '/a', where nothing is.", "--save is '/a', where nothing is."),
            (
                "`type` is 'a'; accepted is one of `photo`, `video`, `live`.",
                "--type is 'a'; accepted is one of `photo`, `video`, `live`."
            ),
            (
                "Accepted is one of `text`, `clock`, `caption`, `image`, and no other of them.",
                "Accepted is one of --text, --clock, --caption, --image, and no other of them."
            ),
            ("`text` is ''; accepted is a word.", "--text is ''; accepted is a word."),
            (
                "`transition` is 'a'; accepted is one of `cut`, `fade`.",
                "--transition is 'a'; accepted is one of `cut`, `fade`."
            ),
            ("`brightness` is 'x'; `main` is 'b'.", "`brightness` is 'x'; `main` is 'b'."),
        ]
    )
    func fieldsAreCalledByTheirOptions(text: String, spoken: String) {
        #expect(OptionNames.spoken(text) == spoken)
    }
}

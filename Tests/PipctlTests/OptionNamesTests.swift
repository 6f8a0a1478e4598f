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
            ("`path` is '/a', where nothing is.", "--save is '/a', where nothing is."),
            (
                "`type` is 'a'; accepted is one of `photo`, `video`, `live`.",
                "`type` is 'a'; accepted is one of `photo`, `video`, `live`."
            ),
            ("`brightness` is 'x'; `main` is 'b'.", "`brightness` is 'x'; `main` is 'b'."),
        ]
    )
    func fieldsAreCalledByTheirOptions(text: String, spoken: String) {
        #expect(OptionNames.spoken(text) == spoken)
    }
}

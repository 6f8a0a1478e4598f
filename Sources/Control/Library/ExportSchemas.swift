internal import ControlAPI

extension ExportRoutes {
    var schemas: [String: Schema] {
        [
            "ExportDefinition": definition, "Export": export,
            "ExportList": .object(["exports": .list(of: .named("Export"))]),
        ]
    }

    private var definition: Schema {
        .object(
            ["to": .text.with("minLength", 1).described("A directory of `library.exports`.")],
            optional: [
                "asset": .text.with("minLength", 1).described("The ID of one; else `assets`."),
                "assets": Schema.list(of: .text).with("minItems", 1)
                    .with("maxItems", .integer(SelectionLimits.idsAtOnce))
                    .described("The IDs of several, which are exported one after the other."),
                "selection": .text.with("minLength", 1).described(
                    "In its place the ID of a selection, which is exported as it is now."
                ),
                "mode": .choice(ExportDefinition.Mode.self),
                "in": .range(ExportDefinition.seconds).described("Seconds from its start."),
                "out": .range(ExportDefinition.seconds).described("Seconds from its start."),
            ]
        )
    }

    private var export: Schema {
        let result = Schema.object(
            ["id": .text, "uri": .text, "mediaType": .text],
            optional: ["duration": .amount.described("In seconds.")]
        )
        return .object(
            [
                "id": .text, "state": .choice(ExportReport.State.self),
                "mode": .choice(ExportDefinition.Mode.self), "to": .text, "count": .count,
                "exported": .count.described("How many of them are there as a whole, and stay."),
                "bytes": .count, "total_bytes": .count,
            ],
            optional: [
                "reason": .text,
                "requested": .object(optional: ["in": .amount, "out": .amount]),
                "actual_start": .number.described("Where its key picture is."),
                "hidden_ms": .count.described("What an edit list hides from there on."),
                "selection": .text, "assets": .list(of: .text),
                "files": .list(of: .text).with("maxItems", .integer(ExportReport.mostResults))
                    .described(
                        "When it is over, the first of them; none where it was interrupted."
                    ),
                "result": .list(of: result).with("maxItems", .integer(ExportReport.mostResults)),
            ]
        )
    }
}

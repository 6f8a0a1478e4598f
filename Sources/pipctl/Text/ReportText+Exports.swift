internal import ControlAPI
internal import Media

extension ReportText {
    /// How far an export is, in one line.
    static func progress(_ export: ExportReport) -> String {
        let share = Double(export.bytes) / Double(max(export.totalBytes, 1))
        return export.state == .waiting
            ? "export \(export.id): waiting for others"
            : "export \(export.id): \(percent(min(max(share, 0), 1)))"
    }

    /// What came of an export, or how far it is.
    static func export(_ export: ExportReport) -> String {
        var text = (export.files ?? []).map { VisibleText.escaped($0) + "\n" }.joined()
        if let start = export.actualStart {
            let hidden = Double(export.hiddenMilliseconds ?? 0) / 1_000
            text += "begins at \(fixed(start, places: 3)) s, with a key picture; "
            text += "the first \(fixed(hidden, places: 3)) s are hidden\n"
        }
        return export.state == .done ? text : text + progress(export) + "\n"
    }

    /// All exports that are known.
    static func exports(_ list: ExportList) -> String {
        guard !list.exports.isEmpty else { return "None\n" }
        var table = TextTable([
            .left("ID"), .left("STATE"), .left("MODE"), .right("FILES"), .right("WRITTEN"),
            .right("OF"), .left("TO"), .left("NOTE"),
        ])
        for export in list.exports {
            table.append([
                export.id, export.state.rawValue, export.mode.rawValue, "\(export.count)",
                bytes(Int(clamping: export.bytes)), bytes(Int(clamping: export.totalBytes)),
                export.to, export.reason ?? "",
            ])
        }
        return table.text
    }
}

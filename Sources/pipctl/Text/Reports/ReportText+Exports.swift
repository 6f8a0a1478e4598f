internal import ControlAPI
internal import Media

extension ReportText {
    /// How far an export is, in one line.
    static func progress(_ export: ExportReport) -> String {
        let share = Double(export.bytes) / Double(max(export.totalBytes, 1))
        guard export.state != .waiting else { return "export \(export.id): waiting for others" }
        let text = "export \(export.id): \(percent(min(max(share, 0), 1)))"
        return export.count > 1 ? "\(text), \(files(export)) files" : text
    }

    /// Why an export is over that is not done.
    static func end(of export: ExportReport) -> String {
        let reason = export.reason ?? ""
        return export.exported > 0
            ? "\(reason) Exported are \(files(export)), which stay." : reason
    }

    private static func files(_ export: ExportReport) -> String {
        "\(export.exported) of \(export.count)"
    }

    /// What came of an export, or how far it is.
    static func export(_ export: ExportReport) -> String {
        let files = export.files ?? []
        var text = files.map { VisibleText.escaped($0) + "\n" }.joined()
        if export.state == .done, export.exported > files.count {
            text += "and \(export.exported - files.count) more\n"
        }
        text += beginning(of: export)
        return export.state == .done ? text : text + progress(export) + "\n"
    }

    /// Where a part begins, and what of the time before `in` is seen; nothing where that is where it
    /// was to begin.
    private static func beginning(of export: ExportReport) -> String {
        guard let start = export.actualStart, let wanted = export.requested?.start else {
            return ""
        }
        let early = wanted - start
        // Times are in milliseconds.
        guard abs(early) >= 0.0005 else { return "" }
        let text = "begins at \(fixed(start, places: 3)) s, with "
        guard early > 0 else { return text + "its first key picture\n" }
        // A container hides all of it, or nothing.
        guard let hidden = export.hiddenMilliseconds, hidden > 0 else {
            return text + "a key picture; the \(fixed(early, places: 3)) s before --in are seen as "
                + "well, which Matroska cannot hide\n"
        }
        let length = fixed(Double(hidden) / 1_000, places: 3)
        return text + "a key picture; the first \(length) s are hidden\n"
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
                export.id, export.state.rawValue, export.mode.rawValue, self.files(export),
                bytes(Int(clamping: export.bytes)), bytes(Int(clamping: export.totalBytes)),
                export.to, export.reason ?? "",
            ])
        }
        return table.text
    }
}

internal import ControlAPI
internal import Media

extension ReportText {
    /// A table of what lies over the picture, and what is wrong with it below.
    static func overlays(_ overlays: [OverlayReport]) -> String {
        guard !overlays.isEmpty else {
            return "No overlays; set one: pipctl overlay set clock --clock %H:%M\n"
        }
        var table = TextTable([
            .left("OVERLAY"), .left("WHAT"), .left("CONTENT"), .left("WHERE"),
        ])
        for overlay in overlays {
            let fields = overlay.fields
            let content = OverlayFields.all.contents.first { fields.members[$0.name] != nil }
            let text = content.flatMap { fields.members[$0.name]?.stringValue } ?? "–"
            let anchor = fields.usedAnchor
            table.append([
                overlay.id, content?.name ?? "–", shortened(text, isPath: fields.image != nil),
                fields.usedSpot + (anchor == "output" ? "" : " of \(anchor)"),
            ])
        }
        let notes = overlays.compactMap { overlay in
            overlay.reason.map { VisibleText.escaped("\(overlay.id) is \($0)") }
        }
        let lines = notes.flatMap { wrapped($0, columns: 100) }.map { $0 + "\n" }
        return table.text + (lines.isEmpty ? "" : "\n") + lines.joined()
    }

    /// A text's beginning, a path's end.
    private static func shortened(_ text: String, isPath: Bool) -> String {
        let (text, most) = (VisibleText.escaped(text), 40)
        guard text.count > most else { return text }
        return isPath ? "…" + text.suffix(most - 1) : text.prefix(most - 1) + "…"
    }

    /// Lines of a text's words; those behind the first are indented. A longer word has its own.
    private static func wrapped(_ text: String, columns: Int) -> [String] {
        text.split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, last.count + 1 + word.count <= columns {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append((lines.isEmpty ? "" : "  ") + word)
            }
        }
    }

    /// What those in front of the screen read.
    static func messages(_ messages: MessageList) -> String {
        let waiting = messages.waiting == 0 ? "" : ", \(messages.waiting) waiting"
        let lines =
            ["shown   \(messages.shown ?? "–")\(waiting)"]
            + [messages.reason].compactMap { $0 }.map { "note    \($0)" }
        return lines.map { VisibleText.escaped($0) + "\n" }.joined()
    }
}

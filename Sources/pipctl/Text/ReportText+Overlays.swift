internal import ControlAPI
internal import Media

extension ReportText {
    /// A table of what lies over the picture.
    static func overlays(_ overlays: [OverlayReport]) -> String {
        guard !overlays.isEmpty else {
            return "No overlays; set one: pipctl overlay set clock --clock %H:%M\n"
        }
        var table = TextTable([
            .left("OVERLAY"), .left("WHAT"), .left("CONTENT"), .left("WHERE"), .left("NOTE"),
        ])
        let all = OverlayFields.all
        for overlay in overlays {
            let members = overlay.fields.members
            let content = all.contents.first { members[$0.name] != nil }
            let place = [all.at.rule, all.anchor.rule].compactMap { members[$0.name]?.stringValue }
            table.append([
                overlay.id, content?.name ?? "–",
                content.flatMap { members[$0.name]?.stringValue } ?? "–",
                place.isEmpty ? "–" : place.joined(separator: " of "), overlay.reason ?? "",
            ])
        }
        return table.text
    }

    /// What those in front of the screen read.
    static func messages(_ messages: MessageList) -> String {
        let waiting = messages.waiting == 0 ? "" : ", \(messages.waiting) waiting"
        return VisibleText.escaped("shown   \(messages.shown ?? "–")\(waiting)") + "\n"
    }
}

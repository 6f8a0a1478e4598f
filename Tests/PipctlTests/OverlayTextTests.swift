internal import ControlAPI
internal import Testing

@testable internal import pipctl

@Suite struct OverlayTextTests {
    private func overlay(
        _ id: String,
        reason: String? = nil,
        _ change: (inout FieldValues<OverlayFields>) -> Void
    ) -> OverlayReport {
        var fields = FieldValues<OverlayFields>()
        change(&fields)
        return OverlayReport(id: id, fields: fields, reason: reason)
    }

    @Test func theListIsATableWithNotesBelow() {
        let text = ReportText.overlays([
            overlay("logo", reason: "not shown: /l.png is no file") { $0.image = "/l.png" },
            overlay("who") { $0.caption = "pip" },
        ])
        #expect(
            text == """
                OVERLAY  WHAT     CONTENT  WHERE
                logo     image    /l.png   bottom-left
                who      caption  pip      bottom-left of pip

                logo is not shown: /l.png is no file

                """
        )
    }

    @Test func linesFitAHundredColumns() throws {
        let path = "/srv/" + String(repeating: "pictures/", count: 30) + "logo.png"
        let words = String(repeating: "please ring\u{7}twice ", count: 20)
        let text = ReportText.overlays([
            overlay("a", reason: String(repeating: "it is too long ", count: 20)) {
                ($0.text, $0.at, $0.anchor) = (words, "bottom-right", "main")
            },
            overlay("b") { $0.image = path },
        ])
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 100 }, "\(text)")
        let image = try #require(lines.first { $0.hasPrefix("b ") })
        #expect(image.contains("…") && image.contains("/logo.png"))
        #expect(lines.filter { $0.hasPrefix("  it") || $0.hasPrefix("a is") }.count >= 1)
        #expect(!text.contains("\u{7}"))
    }
}

import ControlAPI
import Media
import Testing

@testable import pipd

@Suite struct OverlayDefinitionsTests {
    private var overlays = OverlayDefinitions()
    private let flaw = OverlayFlaw(reason: "the disk does not answer")

    private func text(_ text: String) -> FieldValues<OverlayFields> {
        var fields = FieldValues<OverlayFields>()
        fields.text = text
        return fields
    }

    @Test mutating func thereAreAsManyAsThereMayBe() {
        for index in 0..<OverlayReport.limit {
            let isNew = overlays.set("\(index)", text("a"))
            #expect(isNew == true)
        }
        let answers = [
            overlays.set("more", text("a")), overlays.set("0", text("b")), overlays.remove("0"),
            overlays.remove("0"), overlays.set("more", text("a")),
        ]
        #expect(answers == [nil, false, true, false, true])
        #expect(overlays.all.map(\.id) == ["1", "2", "3", "4", "5", "6", "7", "more"])
    }

    /// A reload brings back nothing that clients have changed or removed, and gives a place to
    /// what found none before.
    @Test mutating func configurationsChangeWhatIsDifferentInThem() {
        let file = ["a": text("a"), "b": text("b"), "c": text("c")]
        var refused = overlays.change(by: OverlayChanges(from: [:], to: file))
        #expect(refused.isEmpty)
        _ = overlays.set("a", text("changed"))
        _ = overlays.remove("b")
        for index in 0..<6 { _ = overlays.set("own\(index)", text("own")) }
        let new = file.merging(["c": text("new"), "d": text("d")]) { $1 }
        refused = overlays.change(by: OverlayChanges(from: file, to: new))
        #expect(refused == ["d"])
        #expect(overlays.reports.prefix(2).map(\.id) == ["a", "c"])
        #expect(overlays.reports.prefix(2).map(\.fields.text) == ["changed", "new"])
        _ = overlays.remove("own0")
        refused = overlays.change(by: OverlayChanges(from: new, to: new))
        #expect(refused.isEmpty)
        #expect(overlays.reports.map(\.id).contains("d"))
        refused = overlays.change(by: OverlayChanges(from: new, to: [:]))
        #expect(refused.isEmpty)
        #expect(overlays.reports.map(\.id) == ["own1", "own2", "own3", "own4", "own5"])
    }

    /// Whoever had set it: the configuration before, or a client, also under a name of its.
    @Test mutating func whatIsTakenBackIsAsItWas() {
        let file = ["a": text("a"), "b": text("b"), "c": text("c"), "d": text("d")]
        _ = overlays.change(by: OverlayChanges(from: [:], to: file))
        _ = overlays.set("a", text("changed"))
        _ = overlays.remove("b")
        _ = overlays.set("own", text("own"))
        let before = overlays.reports
        let new = [
            "a": text("new"), "b": text("new"), "d": text("d"), "own": text("new"),
            "new": text("new"),
        ]
        let changes = OverlayChanges(from: file, to: new)
        let reversal = overlays.reversal(of: changes)
        var refused = overlays.change(by: changes)
        #expect(refused.isEmpty)
        #expect(overlays.reports.map(\.id) == ["a", "b", "d", "new", "own"])
        refused = overlays.change(by: reversal)
        #expect(refused.isEmpty)
        #expect(overlays.reports == before)
    }

    /// Under the names of changes that were made: one that they set, one that they removed, one that
    /// they knew nothing of; and one that a client removed.
    @Test mutating func whatClientsHaveSetSinceIsKnown() {
        let (file, new) = (
            ["a": text("a"), "gone": text("a")], ["a": text("b"), "new": text("b")]
        )
        _ = overlays.change(by: OverlayChanges(from: [:], to: file))
        let changes = OverlayChanges(from: file, to: new)
        _ = overlays.change(by: changes)
        #expect(changes.overtaken(by: overlays.reversal(of: changes)).isEmpty)
        for id in ["a", "gone", "other"] { _ = overlays.set(id, text("client's")) }
        _ = overlays.remove("new")
        #expect(changes.overtaken(by: overlays.reversal(of: changes)) == ["a", "gone"])
    }

    /// What waits for a place does so after it was taken back, and no longer where a client has
    /// set it.
    @Test mutating func whatHadNoPlaceWaitsForIt() {
        for index in 0..<OverlayReport.limit { _ = overlays.set("own\(index)", text("own")) }
        let file = ["x": text("x"), "y": text("y")]
        var refused = overlays.change(by: OverlayChanges(from: [:], to: file))
        #expect(refused == ["x", "y"])
        let changes = OverlayChanges(from: file, to: ["x": text("new")])
        let reversal = overlays.reversal(of: changes)
        refused = overlays.change(by: changes)
        #expect(refused == ["x"])
        refused = overlays.change(by: reversal)
        #expect(refused == ["x", "y"])
        _ = overlays.remove("own0")
        _ = overlays.set("y", text("client's"))
        _ = overlays.remove("own1")
        refused = overlays.change(by: OverlayChanges())
        #expect(refused.isEmpty)
        #expect(overlays.reports.suffix(2).map(\.fields.text) == ["x", "client's"])
    }

    @Test mutating func peopleAreToldOfAFlawOnce() {
        _ = overlays.set("a", text("a"))
        _ = overlays.set("b", text("b"))
        #expect(overlays.isToBeLookedAt("a"))
        let drawn = overlays.all
        var told = overlays.note(["a": flaw], of: drawn)
        #expect(told.map(\.id) == ["a"])
        #expect(!overlays.isToBeLookedAt("a"))
        #expect(overlays.reports[0].reason?.hasSuffix("the disk does not answer") == true)
        #expect(overlays.reports[1].reason == nil)
        // It is gone, and comes back: with a window that moves.
        told = overlays.note([:], of: drawn)
        #expect(told.isEmpty)
        #expect(overlays.reports[0].reason == nil)
        told = overlays.note(["a": flaw], of: drawn)
        #expect(told.isEmpty)
        #expect(overlays.reports[0].reason != nil)
        _ = overlays.set("a", text("a"))
        told = overlays.note(["a": flaw], of: overlays.all)
        #expect(told.map(\.id) == ["a"])
    }

    /// It is for the next look.
    @Test mutating func whatIsSetDuringALookIsNotJudgedByIt() {
        _ = overlays.set("a", text("a"))
        let drawn = overlays.all
        _ = overlays.set("a", text("b"))
        let told = overlays.note(["a": flaw], of: drawn)
        #expect(told.isEmpty)
        overlays.wereLookedAt(drawn)
        #expect(overlays.isToBeLookedAt("a"))
        #expect(overlays.reports[0].reason == nil)
        overlays.wereLookedAt(overlays.all)
        #expect(!overlays.isToBeLookedAt("a"))
    }
}

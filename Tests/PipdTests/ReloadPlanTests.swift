import ArgumentParser
import Ingest
import Media
import Presentation
import Testing

@testable import pipd

@Suite struct ReloadPlanTests {
    private static func settings(_ file: String) throws -> Settings {
        try Settings(Arguments.parse([]), over: ConfigurationFile.parse(file, name: "x"))
    }

    private static let streams = """
        streams:
          a: { url: "test:64x36@30" }
          b: { url: "test:64x36@30" }
          c: { url: "test:64x36@30" }

        """

    private static func plan(
        from old: String,
        to new: String,
        present: [String] = ["a", "b", "c"]
    ) throws -> ReloadPlan {
        ReloadPlan(
            from: try settings(streams + old),
            to: try settings(streams + new),
            present: Set(present.compactMap { StreamID($0) })
        )
    }

    /// The file's change, and what of a view that a client has set all over is different.
    @Test(
        arguments: [
            ("main: a", "main: a", nil),
            ("main: a", "main: b", "main"),
            ("main: a\npip: { size: 0.3 }", "main: a\npip: { size: 0.2 }", "size"),
            ("main: a\npip: { corner: top-left }", "main: a", "position"),
            ("main: a", "main: a\npip: { margin: 0.1 }", "margin"),
            ("main: a", "main: a\npip: { opacity: 0.1 }", "style"),
            ("main: a", "main: a\npip: { enabled: true }", "enabled"),
            ("main: a", "main: a\npip: { gravity: resize }", "pip gravity"),
            ("main: a", "main: a\ntransition: fade", "transition"),
            ("main: a", "main: a\npip: { aspect: \"4:3\" }", "aspect"),
            ("main: a\npip: { stream: b }", "main: a\npip: { stream: a }", "pip"),
        ] as [(old: String, new: String, changed: String?)]
    )
    func onlyWhatChangedInTheFileIsApplied(old: String, new: String, changed: String?) throws {
        let live = ViewState(
            main: StreamID("c"),
            pip: StreamID("c"),
            placement: PIPPlacement(
                position: .free(x: 0.5, y: 0.5),
                size: 0.45,
                margin: 0.2,
                style: WindowStyle(opacity: 0.5)
            ),
            gravity: .resizeAspectFill
        )
        let view = try Self.plan(from: old, to: new).view(in: live)
        let different = [
            "main": view.main != live.main, "pip": view.pip != live.pip,
            "enabled": view.isPIPEnabled != live.isPIPEnabled,
            "position": view.placement.position != live.placement.position,
            "size": view.placement.size != live.placement.size,
            "margin": view.placement.margin != live.placement.margin,
            "style": view.placement.style != live.placement.style,
            "gravity": view.gravity != live.gravity,
            "transition": view.transition != live.transition,
            "aspect": view.placement.aspect != live.placement.aspect,
            "pip gravity": view.placement.gravity != live.placement.gravity,
        ].filter(\.value).map(\.key)
        #expect(different == [changed].compactMap { $0 })
    }

    @Test func aPlaceholdersLookOpensNoStreamAnew() throws {
        let one = "streams: { a: { url: demo }, b: { url: demo"
        let plan = ReloadPlan(
            from: try Self.settings("\(one) } }"),
            to: try Self.settings("\(one), placeholder: { text: back soon } } }"),
            present: []
        )
        #expect(plan.defined.isEmpty)
        #expect(plan.placeholders.map { "\($0): \($1.message ?? "")" } == ["b: back soon"])
    }

    /// The file says another thing of it now, if only of its placeholder.
    @Test func whatAClientPutInItsPlaceGivesWayToWhatTheFileChanges() throws {
        let foreign = Set(["a", "b"].compactMap { StreamID($0) })
        let one = "streams: { a: { url: demo }, b: { url: demo"
        let plan = ReloadPlan(
            from: try Self.settings("\(one) } }"),
            to: try Self.settings("\(one), placeholder: { text: back soon } } }"),
            present: foreign,
            foreign: foreign
        )
        #expect(plan.defined.map(\.id.name) == ["b"])
    }

    @Test func whatAClientRemovedStaysAwayUnlessTheFileNowShowsIt() throws {
        let plan = try Self.plan(from: "main: a", to: "main: a", present: ["a"])
        #expect(plan.defined.isEmpty && plan.removed.isEmpty)
        let shown = try Self.plan(from: "main: a", to: "main: b", present: ["a"])
        #expect(shown.defined.map(\.id.name) == ["b"])
    }

    /// What a client shows goes with its stream: the file's is shown then, and no black screen.
    @Test(arguments: [["b", "c"], ["c"]])
    func aViewThatLosesItsStreamShowsTheFiles(present: [String]) throws {
        let old = try Self.settings("main: b\n" + Self.streams)
        let new = try Self.settings(
            "main: b\nstreams: { b: { url: \"test:64x36@30\" }, c: { url: demo } }"
        )
        let live = ViewState(main: StreamID("a"), pip: StreamID("c"), isPIPEnabled: true)
        let plan = ReloadPlan(
            from: old,
            to: new,
            present: Set(present.compactMap { StreamID($0) }),
            showing: live
        )
        #expect(plan.removed.map(\.name) == ["a"])
        // As `Pipeline.change` has it.
        let view = plan.view(in: ViewState(pip: StreamID("c"), isPIPEnabled: true))
        #expect(view.main == StreamID("b") && view.pip == StreamID("c") && view.isPIPEnabled)
        // A client has removed that.
        #expect(plan.defined.contains { $0.id.name == "b" } == !present.contains("b"))
        // What a client shows is kept where it stays; so is nothing.
        for main in [StreamID("c"), nil] {
            let live = ViewState(main: main)
            let plan = ReloadPlan(from: old, to: new, present: [], showing: live)
            #expect(plan.view(in: live).main == main)
        }
    }

    /// A member that is new to the view is to be thought of in the plan.
    @Test func thePlanKnowsEveryMemberOfTheView() {
        #expect(Mirror(reflecting: ViewState()).children.count == 6)
        #expect(Mirror(reflecting: PIPPlacement()).children.count == 6)
        #expect(Mirror(reflecting: WindowStyle()).children.count == 4)
    }
}

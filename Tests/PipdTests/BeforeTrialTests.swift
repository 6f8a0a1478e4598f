import ArgumentParser
import Ingest
import Media
import Pipeline
import Presentation
import TestSupport
import Testing

@testable import pipd

/// What comes back after a trial.
@Suite struct BeforeTrialTests {
    private static func before(
        main: String?,
        _ replaced: ReplacedStreams = ReplacedStreams(),
        _ placeholders: [StreamID: PlaceholderWish] = [:]
    ) throws -> BeforeTrial {
        let file = "main: a\nstreams: { a: { url: demo }, b: { url: demo } }"
        return BeforeTrial(
            settings: try Settings(
                Arguments.parse([]),
                over: ConfigurationFile.parse(file, name: "x")
            ),
            applied: nil,
            view: ViewState(main: main.flatMap { StreamID($0) }),
            replaced: replaced,
            placeholders: placeholders,
            lock: nil
        )
    }

    private static func ids(_ names: some Sequence<String>) -> Set<StreamID> {
        Set(names.compactMap { StreamID($0) })
    }

    private static func streams(_ names: some Sequence<String>) throws -> [StreamConfiguration] {
        try names.map { try StreamConfiguration(id: #require(StreamID($0)), url: "demo") }
    }

    /// `#expect` changes nothing itself.
    private static func recovers(from error: PipelineError, of before: inout BeforeTrial) -> Bool {
        before.recover(from: error)
    }

    /// What was shown, what there is, and what is shown again.
    @Test(
        arguments: [
            ("b", ["a", "b"], "b"), ("b", ["a"], "a"), ("b", ["c"], nil), (nil, ["a"], nil),
            ("c", ["a", "c"], "c"),
        ] as [(main: String?, known: [String], shown: String?)]
    )
    func itIsShownAsFarAsItIsThere(main: String?, known: [String], shown: String?) throws {
        let view = try Self.before(main: main).view(among: Self.ids(known))
        #expect(view.main?.name == shown)
    }

    /// The most there can be are there, most of them clients'.
    @Test func whatFindsNoRoomIsLeftOutAndWhatIsShownLast() throws {
        let replaced = ReplacedStreams(
            streams: try Self.streams(["a", "b", "x", "y"]),
            absent: [try #require(StreamID("new"))]
        )
        var before = try Self.before(main: "y", replaced)
        // The one of the trial goes, and `x` is only redefined.
        let present = Self.ids((1...61).map { "client\($0)" } + ["new", "x"])
        before.makeRoom(beside: present)
        #expect(before.leftOut.map(\.name) == ["b"])
        #expect(before.replaced.ids.map(\.name) == ["a", "x", "y"])
        #expect(before.replaced.absent.map(\.name) == ["new", "b"])
        before.makeRoom(beside: present)
        #expect(before.leftOut.count == 1)
        before.makeRoom(beside: present.union(Self.ids(["client62", "client63"])))
        #expect(before.leftOut.map(\.name) == ["b", "a", "y"])
    }

    /// The file's `b` has another placeholder in the trial, and the client has defined it anew.
    @Test func whatClientsHaveDefinedSinceStaysAsItIs() throws {
        let (a, b) = (try #require(StreamID("a")), try #require(StreamID("b")))
        let new = try #require(StreamID("new"))
        var before = try Self.before(
            main: "a",
            ReplacedStreams(streams: Self.streams(["a"]), absent: [new]),
            [b: PlaceholderWish()]
        )
        let trial = try Settings(
            Arguments.parse([]),
            over: ConfigurationFile.parse(
                "streams: { b: { url: demo, placeholder: { text: x } }, new: { url: demo } }",
                name: "x"
            )
        )
        func plan() -> ReloadPlan {
            ReloadPlan(back: before, from: trial, present: [a, b, new], showing: ViewState())
        }
        #expect(plan().touched == [a, new] && plan().placeholders.keys.map(\.name) == ["b"])
        before.giveWay(to: [a, b, new])
        #expect(plan().touched.isEmpty && plan().placeholders.isEmpty)
        #expect(before.leftOut.map(\.name) == [a.name])
    }

    /// It ends: each time there is less that could be refused.
    @Test func whatIsRefusedForGoodIsLeftOutAtOnce() throws {
        var before = try Self.before(main: "a", ReplacedStreams(streams: Self.streams(["a", "b"])))
        let a = try #require(StreamID("a"))
        let damaged = PipelineError.stream(a, SourceError(.noVideo, "it has no video"))
        #expect(Self.recovers(from: damaged, of: &before))
        #expect(before.replaced.ids.map(\.name) == ["b"] && before.replaced.absent == [a])
        #expect(!Self.recovers(from: damaged, of: &before))
        #expect(!Self.recovers(from: .busy, of: &before))
        #expect(before.leftOut.map(\.name) == [a.name])
    }

    /// A client that is faster each time does not hold up the rest: then it is for the next look.
    @Test func whereClientsAreFasterItIsTriedAFewTimes() throws {
        var before = try Self.before(main: "a", ReplacedStreams(streams: Self.streams(["a", "b"])))
        let faster = PipelineError.overtaken(try #require(StreamID("b")))
        for _ in 0..<2 {
            before.look()
            for _ in 1..<BeforeTrial.rounds {
                #expect(Self.recovers(from: faster, of: &before))
            }
            #expect(!Self.recovers(from: faster, of: &before))
        }
        #expect(before.leftOut.isEmpty)
    }

    /// Then the screen has to do without one more at each look: without what is shown last.
    @Test func whatThereIsTooLittleRoomForIsTriedForAWhile() throws {
        let replaced = ReplacedStreams(streams: try Self.streams(["a", "b", "c"]))
        var before = try Self.before(main: "a", replaced)
        let a = try #require(StreamID("a"))
        let scarce = PipelineError.stream(a, SourceError(.resources, "no more descriptors"))
        for _ in 0..<BeforeTrial.patience {
            before.look()
            #expect(!Self.recovers(from: scarce, of: &before))
            // The same look.
            #expect(!Self.recovers(from: scarce, of: &before))
        }
        #expect(before.leftOut.isEmpty)
        for left in [["c"], ["c", "b"], ["c", "b", "a"]] {
            before.look()
            #expect(Self.recovers(from: scarce, of: &before))
            #expect(!Self.recovers(from: scarce, of: &before))
            #expect(before.leftOut.map(\.name) == left)
        }
        before.look()
        #expect(!Self.recovers(from: scarce, of: &before))
    }
}

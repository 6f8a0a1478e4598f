import Ingest
import Media
import Pipeline
import Presentation
import TestSupport
import Testing

/// Streams and view changed together: all of it, or nothing.
@Suite struct ChangeTests {
    private static func stream(_ name: String, _ url: String = "test:64x36@30") throws
        -> StreamConfiguration
    {
        try StreamConfiguration(id: #require(StreamID(name)), url: url)
    }

    private static func pipeline(of names: [String]) throws -> Pipeline {
        let pipeline = try Pipeline(PipelineConfiguration())
        for name in names { try pipeline.define(stream(name)) }
        try pipeline.changeView { $0.state.main = StreamID(names[0]) }
        return pipeline
    }

    private static func wish(_ message: String) -> PlaceholderWish {
        var wish = PlaceholderWish()
        wish.message = message
        return wish
    }

    private static func style(_ message: String) -> PlaceholderStyle {
        wish(message).over(PlaceholderStyle())
    }

    @Test func whatSaysNothingOfItsPlaceholderHasTheUsual() throws {
        let pipeline = try Pipeline(PipelineConfiguration())
        let (a, b) = (try #require(StreamID("a")), try #require(StreamID("b")))
        var other = try Self.stream("b")
        other.placeholder = Self.wish("closed")
        pipeline.setPlaceholders(usual: Self.style("back soon"))
        try pipeline.define(Self.stream("a"))
        try pipeline.define(other)
        func messages() -> [String?] {
            [a, b].map { pipeline.source(of: $0)?.placeholder.message }
        }
        #expect(messages() == ["back soon", "closed"])
        let sources = [a, b].map { pipeline.source(of: $0).map(ObjectIdentifier.init) }
        var later = Self.style("later")
        later.tellsReason = true
        pipeline.setPlaceholders(usual: later)
        #expect(messages() == ["later", "closed"])
        // What it does not say itself.
        #expect(pipeline.source(of: b)?.placeholder.tellsReason == true)
        let own = [a: Self.wish("open"), b: PlaceholderWish()]
        pipeline.setPlaceholders(usual: Self.style("later"), own: own)
        #expect(messages() == ["open", "later"])
        #expect(sources == [a, b].map { pipeline.source(of: $0).map(ObjectIdentifier.init) })
    }

    /// Defined anew as well where it says the same; what was removed is no other thing.
    @Test func whatWasDefinedAnewMeanwhileIsLeftAsItIs() throws {
        let pipeline = try Self.pipeline(of: ["a", "b"])
        defer { pipeline.stop() }
        let ids = try ["a", "b", "new"].map { try #require(StreamID($0)) }
        for other in ids {
            let marks = pipeline.marks(of: ids)
            try pipeline.define(Self.stream(other.name))
            let before = ids.map { pipeline.source(of: $0).map(ObjectIdentifier.init) }
            let error = #expect(throws: PipelineError.self) {
                try pipeline.change(defining: [Self.stream("a")], provided: marks)
            }
            #expect(error?.description.contains("\(other) was defined anew") == true)
            #expect(before == ids.map { pipeline.source(of: $0).map(ObjectIdentifier.init) })
        }
        let marks = pipeline.marks(of: ids)
        let source = pipeline.source(of: ids[0])
        try pipeline.remove(ids[1])
        _ = try pipeline.change(defining: [Self.stream("a")], provided: marks)
        #expect(pipeline.source(of: ids[0]) !== source)
    }

    @Test func streamsComeAndGoWithTheView() throws {
        let pipeline = try Self.pipeline(of: ["a", "b"])
        defer { pipeline.stop() }
        let outcome = try pipeline.change(
            defining: [Self.stream("b", "test:32x32@30"), Self.stream("c")],
            removing: [StreamID("a")].compactMap { $0 }
        ) { $0.state.main = StreamID("c") }
        #expect(outcome.added.map(\.name) == ["c"])
        #expect(outcome.view == [.stream(.main, StreamID("c"))])
        #expect(pipeline.streamIDs.map(\.name) == ["b", "c"])
        #expect(pipeline.snapshot().streams[0].status.url == "test:32x32@30")
        #expect(pipeline.view.state.main == StreamID("c"))
    }

    /// What makes a change fail after the rest of it would have been done.
    enum Fault: CaseIterable {
        case view
        case count
    }

    @Test(arguments: Fault.allCases)
    func aChangeThatIsRefusedChangesNothing(fault: Fault) throws {
        let names = (1...62).map { "s\($0)" }
        let pipeline = try Self.pipeline(of: names)
        defer { pipeline.stop() }
        let before = pipeline.view
        var defined = try [Self.stream("s1", "test:32x32@30"), Self.stream("new")]
        if fault == .count { for name in ["x", "y"] { defined.append(try Self.stream(name)) } }
        var refusal: PipelineError?
        do throws(PipelineError) {
            _ = try pipeline.change(
                defining: defined,
                removing: [StreamID("nowhere")].compactMap { $0 }
            ) { $0.state.main = StreamID(fault == .view ? "nowhere" : "s2") }
        } catch {
            refusal = error
        }
        #expect(refusal != nil)
        #expect(Set(pipeline.streamIDs.map(\.name)) == Set(names))
        #expect(pipeline.view == before)
        #expect(pipeline.snapshot().streams.allSatisfy { $0.status.url == "test:64x36@30" })
    }

    @Test func ofSeveralOfOneIDTheLastIsDefined() throws {
        let pipeline = try Self.pipeline(of: ["a", "b"])
        defer { pipeline.stop() }
        let gone = try #require(StreamID("b"))
        let outcome = try pipeline.change(
            defining: [Self.stream("c"), Self.stream("a"), Self.stream("c", "test:32x32@30")],
            removing: [gone, gone]
        ) { _ in }
        #expect(outcome.added.map(\.name) == ["c"])
        #expect(pipeline.streamIDs.map(\.name) == ["a", "c"])
        #expect(pipeline.snapshot().streams[1].status.url == "test:32x32@30")
    }

    @Test func whatLeavesMakesRoomForWhatComes() throws {
        let names = (1...64).map { "s\($0)" }
        let pipeline = try Self.pipeline(of: names)
        defer { pipeline.stop() }
        let removed = names.dropFirst(60).compactMap { StreamID($0) }
        let added = try (1...4).map { try Self.stream("n\($0)") }
        let outcome = try pipeline.change(defining: added, removing: removed) { _ in }
        #expect(outcome.added.count == 4)
        #expect(pipeline.streamIDs.count == 64)
    }

    @Test func playlistsThatLeaveMakeRoomForOthers() throws {
        let pipeline = try Self.pipeline(of: ["a"])
        defer { pipeline.stop() }
        func lists(_ numbers: ClosedRange<Int>) throws -> [PlaylistConfiguration] {
            try numbers.map { number in
                let id = try #require(StreamID("list\(number)"))
                let item = PlaylistConfiguration.Item(
                    id: PlaylistItemID("1"),
                    address: try .parse("test:64x36@30")
                )
                return PlaylistConfiguration(id: id, items: [item])
            }
        }
        let first = try lists(1...Pipeline.playlistLimit)
        _ = try pipeline.change(playing: first)
        #expect(throws: PipelineError.self) { try pipeline.change(playing: lists(17...17)) }
        // Some are removed, and one is a stream from now on.
        let outcome = try pipeline.change(
            defining: [Self.stream("list3")],
            playing: lists(16...19),
            removing: first.prefix(2).map(\.id)
        )
        #expect(outcome.added.map(\.name) == ["list17", "list18", "list19"])
        #expect(pipeline.playlists.ids.count == Pipeline.playlistLimit)
    }

    /// What is done to the window that shows what is there to be looked at only.
    struct Fate: Sendable {
        let isStaying: Bool
        let edit: @Sendable (inout PIPController) -> Void

        static let all = [
            Self(isStaying: false) { $0.state.pip = StreamID("b") },
            Self(isStaying: false) { $0.state.pip = nil },
            Self(isStaying: false) { $0.lend(.pip, to: StreamID(sanitizing: "b")) },
            // It comes back.
            Self(isStaying: true) { $0.state.isPIPEnabled = false },
            Self(isStaying: true) { $0.swap() },
            Self(isStaying: true) {
                let b = StreamID(sanitizing: "b")
                $0.swap()
                $0.shows.begin(TimedShows.Show(b, priority: 0, until: .init(nanoseconds: .max)))
            },
        ]
    }

    @Test(arguments: Fate.all.indices) func whatIsToBeLookedAtGoesUnseen(index: Int) throws {
        let pipeline = try Self.pipeline(of: ["a", "b"])
        defer { pipeline.stop() }
        let guest = StreamID(sanitizing: "guest")
        var numbering = ItemNumbering()
        let item = numbering.item(try SourceAddress.parse("/nowhere/a.png"))
        var list = PlaylistConfiguration(id: guest, items: [item])
        list.isForViewsOnly = true
        try pipeline.playlists.define(list)
        // It is still to be shown.
        try pipeline.changeView { $0.state.gravity = .resize }
        try pipeline.changeView { $0.lend(.pip, to: guest) }
        let fate = Fate.all[index]
        let outcome = try pipeline.change(view: fate.edit)
        #expect(outcome.removed == (fate.isStaying ? [] : [guest]))
        #expect(pipeline.playlists.ids == (fate.isStaying ? [guest] : []))
        #expect(pipeline.streamIDs.contains(guest) == fate.isStaying)
    }
}

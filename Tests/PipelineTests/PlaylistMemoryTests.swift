import Addressing
import Foundation
import Ingest
import Media
import Platform
import Presentation
import Testing

@testable import Pipeline

/// Playlists that begin where they were in an earlier run.
@Suite(.serialized) struct PlaylistMemoryTests {
    private let clips: Clips

    init() throws {
        clips = try Clips()
    }

    private func playlist() throws -> PlaylistConfiguration {
        var numbering = ItemNumbering()
        let items = try (0..<3).map { number in
            let clip = try clips.make("\(number).mp4", rate: "25", frames: 250, "libx264 -g 25")
            return numbering.item(try SourceAddress.parse(clip))
        }
        return PlaylistConfiguration(id: try #require(StreamID("reel")), items: items)
    }

    @Test func aListBeginsWithThePictureAtWhichItWas() throws {
        let playlist = try playlist()
        var bookmark = PlaylistBookmark(item: playlist.items[1])
        bookmark.position = .milliseconds(4_000)
        bookmark.isPaused = true
        let pipeline = try pipeline(of: playlist)
        defer { pipeline.stop() }
        #expect(
            pipeline.playlists.bookmark(of: playlist.id) == nil,
            "nothing is known before it begins"
        )
        pipeline.playlists.begin(playlist.id) { _ in bookmark }
        let (started, ready) = events(of: pipeline)
        #expect(started == ["2"] && ready.first != "1", "\(started), \(ready)")
        // Paused as it was, at the picture of that time.
        #expect(pipeline.playlists.bookmark(of: playlist.id) == bookmark)
        pipeline.playlists.begin(playlist.id) { _ in PlaylistBookmark(item: playlist.items[2]) }
        #expect(pipeline.playlists.snapshots().first?.current?.name == "2", "it begins once")
    }

    @Test func aListThatIsSteeredBeginsThere() throws {
        let playlist = try playlist()
        let pipeline = try pipeline(of: playlist)
        defer { pipeline.stop() }
        try pipeline.playlists.steer(playlist.id, .play(PlaylistItemID("3")))
        pipeline.playlists.begin(playlist.id) { _ in PlaylistBookmark(item: playlist.items[1]) }
        #expect(events(of: pipeline).started == ["3"])
    }

    @Test(arguments: [(PlaylistCommand.previous, "1"), (.next, "3")])
    func aStepIsFromWhereAListBegins(command: PlaylistCommand, item: String) throws {
        let playlist = try playlist()
        let pipeline = try pipeline(of: playlist)
        defer { pipeline.stop() }
        try pipeline.playlists.steer(playlist.id, command)
        pipeline.playlists.begin(playlist.id) { PlaylistBookmark(item: $0.items[1]) }
        #expect(events(of: pipeline).started == [item])
    }

    /// What it is at is not known before something was shown: it may still be shown later.
    @Test func whatCannotBeShownIsNotForgotten() throws {
        var playlist = try playlist()
        var numbering = ItemNumbering(after: playlist.items)
        playlist.items = [numbering.item(try SourceAddress.parse("/nowhere/a.mp4"))]
        let pipeline = try pipeline(of: playlist)
        defer { pipeline.stop() }
        let id = playlist.id
        pipeline.playlists.begin(id) { PlaylistBookmark(item: $0.items[0]) }
        var polling = PollSet(capacity: 1)
        polling.add(pipeline.eventDescriptor, tag: .init(rawValue: 0))
        let deadline = MonotonicClock.now() + .milliseconds(60_000)
        var hasFailed = false
        while !hasFailed, MonotonicClock.now() < deadline {
            _ = polling.wait(until: min(deadline, pipeline.deadline ?? deadline))
            pipeline.handleEvents { if case .itemFailed = $0 { hasFailed = true } }
        }
        #expect(hasFailed && pipeline.playlists.bookmark(of: id) == nil)
        // What is told of the list is what its item tells.
        let stream = pipeline.playlists.snapshots().first?.stream.configuration.address.redacted
        #expect(stream == "/nowhere/a.mp4")
    }

    @Test func aListThatIsRemovedWhileItWaitsIsGone() throws {
        let playlist = try playlist()
        let pipeline = try pipeline(of: playlist)
        defer { pipeline.stop() }
        try pipeline.playlists.remove(playlist.id)
        pipeline.playlists.begin(playlist.id) { _ in nil }
        #expect(pipeline.playlists.snapshots().isEmpty && pipeline.streamIDs.isEmpty)
    }

    @Test func nobodyIsWaitedForForEver() throws {
        let now = MonotonicTime(nanoseconds: 1_000_000_000)
        let end = now + .milliseconds(2_000)
        var run = PlaylistRun(try playlist(), seed: 1, PipelineConfiguration(), beginsBy: end)
        #expect(run.nextLook == end)
        let early = run.takeWake(at: now)
        let due = run.takeWake(at: end)
        #expect(early == [] && due == [.started])
        let late = run.begin(at: nil)
        #expect(late == [] && run.nextLook == nil)
    }

    /// Before any of its items is open.
    @Test func whatStandsInTellsOfThePlaceholdersImage() throws {
        let playlist = try playlist()
        let pipeline = try pipeline(of: playlist)
        defer { pipeline.stop() }
        var style = PlaceholderStyle()
        style.image = "/nowhere/logo.png"
        pipeline.setPlaceholders(usual: style)
        var polling = PollSet(capacity: 1)
        polling.add(pipeline.eventDescriptor, tag: .init(rawValue: 0))
        let deadline = MonotonicClock.now() + .milliseconds(60_000)
        var reason: String?
        while reason == nil, MonotonicClock.now() < deadline {
            _ = polling.wait(until: min(deadline, pipeline.deadline ?? deadline))
            pipeline.handleEvents { event in
                if case .placeholderFlawed(playlist.id, let text) = event {
                    reason = text.description
                }
            }
        }
        #expect(reason?.contains("/nowhere/logo.png") == true)
    }

    private func pipeline(of playlist: PlaylistConfiguration) throws -> Pipeline {
        var configuration = PipelineConfiguration()
        configuration.playlistPatience = .milliseconds(60_000)
        let pipeline = try Pipeline(configuration)
        _ = try pipeline.change(playing: [playlist]) { $0.state.main = playlist.id }
        try pipeline.start()
        return pipeline
    }

    /// The items that started, once one has, and those that were ready by then.
    private func events(of pipeline: Pipeline) -> (started: [String], ready: [String]) {
        var polling = PollSet(capacity: 1)
        polling.add(pipeline.eventDescriptor, tag: .init(rawValue: 0))
        let deadline = MonotonicClock.now() + .milliseconds(60_000)
        var (started, ready) = ([String](), [String]())
        while started.isEmpty, MonotonicClock.now() < deadline {
            _ = polling.wait(until: min(deadline, pipeline.deadline ?? deadline))
            pipeline.handleEvents { event in
                if case .itemStarted(_, let item) = event { started.append(item.name) }
                if case .itemReady(_, let item) = event { ready.append(item.name) }
            }
        }
        return (started, ready)
    }
}

import Foundation
import FrameTransport
import Ingest
import Media
import Platform
import Presentation
import Synchronization
import TestSupport
import Testing

@testable import Pipeline

/// Items that follow each other in the place of one stream.
@Suite(.serialized) struct PlaylistTests {
    private let clips: Clips

    init() throws {
        clips = try Clips()
    }

    private func playlist(_ urls: [String]) throws -> PlaylistConfiguration {
        var numbering = ItemNumbering()
        let items = try urls.map { numbering.item(try SourceAddress.parse($0)) }
        return PlaylistConfiguration(id: try #require(StreamID("reel")), items: items)
    }

    /// Runs a playlist in virtual time, with what is to follow lined up by hand: as it is when
    /// it is ready in time.
    private func follow(_ urls: [String], mode: String) throws -> Run {
        let first = try #require(urls.first)
        var rest = urls.dropFirst()
        return try present(
            Scenario(
                streams: [("reel", first)],
                main: "reel",
                mode: mode,
                maximumRate: nil,
                seconds: 4,
                digests: true,
                prepare: { pipeline in
                    while let url = rest.popFirst() { try pipeline.lineUp(url, after: "reel") }
                }
            )
        )
    }

    @Test(
        arguments: [
            ("libx264", "25", "libx264", "25", "160x90@25"),
            ("libx264", "24", "mpeg4", "30", "160x90@60"),
            ("libx265", "30000/1001", "libx264", "25", "160x90@60"),
            ("mpeg4", "50", "libx265", "24", "160x90@50"),
            ("libx264", "60", "libx264", "30", "160x90@60"),
        ])
    func theNextItemBeginsWhenTheLastPictureHadItsTime(
        first: String,
        firstRate: String,
        second: String,
        secondRate: String,
        mode: String
    ) throws {
        let a = try clips.make("a.mkv", rate: firstRate, frames: 20, "\(first) -g 10")
        let b = try clips.make("b.mkv", rate: secondRate, frames: 20, "\(second) -g 10")
        let run = try follow([a, b], mode: mode)
        let (before, after) = (
            run.presented("reel").prefix(20), run.presented("reel").dropFirst(20)
        )
        #expect(before.count + after.count == 40, "every picture was shown: \(run.frames.count)")
        let hashes = try Clips.frameHashes(of: a) + Clips.frameHashes(of: b)
        #expect(run.presented("reel").compactMap(\.md5) == hashes)
        let refresh = try #require(mode.split(separator: "@").last.flatMap { Double($0) })
        let last = try #require(before.last?.presented)
        let next = try #require(after.first?.presented)
        // One picture's duration, to the nearest scanout; a display that is slower shows one each.
        let rate = try #require(Hertz(text: firstRate)?.value)
        let planned = max(1 / rate, 1 / refresh)
        #expect(abs(next - last - planned) <= 0.55 / refresh, "\(next - last) s, not \(planned)")
        #expect(run.snapshot.main.freezes == 0)
    }

    @Test func aPlaylistPlaysAndRepeats() throws {
        let a = try clips.make("a.mp4", rate: "25", frames: 10, "libx264 -g 5")
        let b = try clips.make("b.mkv", rate: "30", frames: 12, "mpeg4 -g 6")
        let started = try play(playlist([a, b]), until: 7)
        #expect(started == ["1", "2", "1", "2", "1", "2", "1"])
    }

    @Test func anImageIsShownForItsTime() throws {
        let image = try clips.make("still.png", rate: "1", frames: 1, "png")
        let clip = try clips.make("a.mp4", rate: "25", frames: 10, "libx264 -g 5")
        var playlist = try playlist([image, clip])
        playlist.imageDuration = .milliseconds(300)
        #expect(try play(playlist, until: 4) == ["1", "2", "1", "2"])
    }

    @Test func aBadItemIsPassedOver() throws {
        let a = try clips.make("a.mp4", rate: "25", frames: 10, "libx264 -g 5")
        let bad = try clips.bad("text")
        let playlist = try playlist([a, bad, "/nowhere/at/all.mp4"])
        var failures: Set<String> = []
        let started = try play(playlist, until: 3) { _, event in
            if case .itemFailed(_, let item, let reason) = event {
                failures.insert(item.name)
                #expect(!reason.isEmpty)
            }
            return false
        }
        #expect(started == ["1", "1", "1"])
        #expect(failures == ["2", "3"])
    }

    @Test func aCommandShowsAnotherItem() throws {
        let clips = try (0..<6).map {
            try self.clips.make("\($0).mp4", rate: "25", frames: 500, "libx264 -g 25")
        }
        let playlist = try playlist(clips)
        var wanted = ["5", "2"]
        let started = try play(playlist, until: 4) { pipeline, event in
            guard case .itemStarted = event else { return false }
            let item = wanted.popLast().map { PlaylistItemID($0) }
            try pipeline.steer(playlist.id, item.map(PlaylistCommand.play) ?? .next)
            return false
        }
        #expect(started == ["1", "2", "5", "6"])
    }

    @Test func anEndedListSaysSo() throws {
        let a = try clips.make("a.mp4", rate: "25", frames: 5, "libx264 -g 5")
        var playlist = try playlist([a, a])
        playlist.loop = .none
        var isEnded = false
        _ = try play(playlist, until: 3) { _, event in
            if case .streamEnded = event { isEnded = true }
            return isEnded
        }
        #expect(isEnded)
    }

    @Test func theEndOfAListEndsARunOfOnce() throws {
        let a = try clips.make("a.mp4", rate: "25", frames: 5, "libx264 -g 5")
        var playlist = try playlist([a, a])
        playlist.loop = .none
        var isFinished = false
        let started = try play(playlist, until: 3, once: true) { _, event in
            if case .finished(.endOfStream) = event { isFinished = true }
            return isFinished
        }
        #expect(started == ["1", "2"] && isFinished)
    }

    @Test func aPausedListHoldsTheFirstPictureOfWhatIsAskedFor() throws {
        let clips = try (0..<2).map {
            try self.clips.make("\($0).mp4", rate: "25", frames: 500, "libx264 -g 25")
        }
        let playlist = try playlist(clips)
        let started = try play(playlist, until: 2) { pipeline, event in
            guard case .itemStarted(_, let item) = event else { return false }
            if item.name == "1" {
                try pipeline.steer(playlist.id, Steering(isPaused: true))
                try pipeline.steer(playlist.id, PlaylistCommand.next)
            } else {
                let stream = try #require(pipeline.playlists().first?.stream)
                #expect(stream.isPaused && stream.position == .zero)
            }
            return false
        }
        #expect(started == ["1", "2"])
    }

    @Test func anEditIsAsOneSaysAndARaceIsNoticed() throws {
        let pipeline = try Pipeline(PipelineConfiguration())
        defer { pipeline.stop() }
        let playlist = try playlist(["/nowhere/a.mp4", "/nowhere/b.mp4"])
        #expect(try pipeline.define(playlist))
        #expect(try !pipeline.define(playlist))
        #expect(pipeline.playlists().first?.revision == 1)
        try pipeline.edit(playlist.id, from: 1) { $0.items.removeLast() }
        let error = #expect(throws: PipelineError.self) {
            try pipeline.edit(playlist.id, from: 1) { $0.loop = .one }
        }
        #expect(error.map { "\($0)" }?.contains("revision 2") == true)
        #expect(throws: PipelineError.self) { try pipeline.edit(playlist.id) { $0.items = [] } }
        let left = try #require(pipeline.playlists().first)
        #expect(left.items.map(\.id.name) == ["1"])
        #expect(left.configuration.loop == .all)
        try pipeline.removePlaylist(playlist.id)
        #expect(pipeline.playlists().isEmpty && pipeline.streamIDs.isEmpty)
    }

    /// Plays until so many items were on the screen, or `during` says that it is enough.
    ///
    /// - Returns: Their IDs.
    private func play(
        _ playlist: PlaylistConfiguration,
        until count: Int,
        once: Bool = false,
        during: (Pipeline, PipelineEvent) throws -> Bool = { _, _ in false }
    ) throws -> [String] {
        var configuration = PipelineConfiguration()
        configuration.once = once
        let pipeline = try Pipeline(configuration)
        defer { pipeline.stop() }
        _ = try pipeline.change(playing: [playlist]) { $0.state.main = playlist.id }
        try pipeline.start()
        var polling = PollSet(capacity: 1)
        polling.add(pipeline.eventDescriptor, tag: .init(rawValue: 0))
        let deadline = MonotonicClock.now() + .milliseconds(60_000)
        var started: [String] = []
        var isDone = false
        while started.count < count, !isDone, MonotonicClock.now() < deadline {
            _ = polling.wait(until: min(deadline, pipeline.deadline ?? deadline))
            var events: [PipelineEvent] = []
            pipeline.handleEvents { events.append($0) }
            for event in events {
                if case .itemStarted(_, let item) = event { started.append(item.name) }
                if try during(pipeline, event) { isDone = true }
            }
        }
        pipeline.stop()
        pipeline.awaitStreams()
        let ledger = try #require(pipeline.snapshot().streams.first?.ledger)
        #expect(ledger.inFlight == 0, "every picture of every item is accounted for")
        return started
    }
}

extension Pipeline {
    /// Opens a stream that takes the place of another when that has ended.
    fileprivate func lineUp(_ url: String, after name: String) throws {
        let id = try #require(StreamID(name))
        var stream = try StreamConfiguration(id: id, url: url)
        stream.digests = true
        try state.withLock { state in
            let attachment = try makeAttachment(stream, replacing: state.streams[id])
            state.tell(.lineUp(attachment, .atEnd), shared)
            state.leaving.append(attachment)
            attachment.ingest.start()
        }
    }
}

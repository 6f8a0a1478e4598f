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
    private func follow(
        _ urls: [String],
        mode: String,
        _ transition: ViewTransition = .cut
    ) throws -> Run {
        let first = try #require(urls.first)
        var rest = urls.dropFirst()
        return try present(
            Scenario(
                streams: [("reel", first)],
                main: "reel",
                mode: mode,
                maximumRate: nil,
                transition: transition,
                seconds: 4,
                digests: true,
                prepare: { pipeline in
                    while let url = rest.popFirst() { try pipeline.lineUp(url, after: "reel") }
                }
            )
        )
    }

    /// A clip of a few pictures, each a third of a second of its codec's.
    private struct Kind {
        static let codings = [
            "libx264 -preset ultrafast -g 5", "libx265 -preset ultrafast -x265-params log-level=0",
            "libvpx-vp9 -deadline realtime -cpu-used 8 -row-mt 0", "mpeg4 -g 5", "mjpeg",
            "libaom-av1 -cpu-used 8 -usage realtime",
        ]
        static let rates = ["24", "25", "30000/1001", "30", "50", "60"]
        static let sizes = ["160x90", "96x128"]
        static let pictures = 12

        let coding: String
        let rate: String
        let size: String

        init(_ random: inout SeededGenerator) throws {
            coding = try #require(Self.codings.randomElement(using: &random))
            rate = try #require(Self.rates.randomElement(using: &random))
            size = try #require(Self.sizes.randomElement(using: &random))
        }

        /// How long a picture is shown on a display that can show them all.
        var interval: Double {
            get throws { 1 / (try #require(Hertz(text: rate)?.value)) }
        }

        func clip(_ clips: Clips) throws -> String {
            let codec = try #require(coding.split(separator: " ").first)
            let name = "\(codec)-\(rate.replacing("/", with: "_"))-\(size).mkv"
            return try clips.make(name, size: size, rate: rate, frames: Self.pictures, coding)
        }
    }

    /// Over codecs, sizes and rates: every picture of both is shown, in order, and the first of
    /// the second one when the last of the first has had its time. `PIPD_BOUNDARIES` says how many.
    @Test func unlikeItemsFollowEachOtherInTime() throws {
        let count = ProcessInfo.processInfo.environment["PIPD_BOUNDARIES"].flatMap(Int.init) ?? 20
        var random = SeededGenerator(seed: 12)
        let refresh = 1.0 / 60
        for _ in 0..<count {
            let (first, second) = (try Kind(&random), try Kind(&random))
            let paths = try [first.clip(clips), second.clip(clips)]
            let run = try follow(paths, mode: "160x90@60")
            let shown = run.presented("reel")
            try #require(shown.count == 2 * Kind.pictures, "\(first) \(second)")
            let hashes = try paths.flatMap { try Clips.frameHashes(of: $0) }
            #expect(shown.compactMap(\.md5) == hashes, "\(first) \(second)")
            // On the scanout nearest to the end of the last picture's time.
            let begin = try #require(shown[0].presented)
            let next = try #require(shown[Kind.pictures].presented)
            let late = try next - begin - Double(Kind.pictures) * first.interval
            #expect(abs(late) <= 0.55 * refresh, "\(late) s late: \(first) \(second)")
            #expect(run.snapshot.main.freezes == 0)
        }
    }

    /// Every picture is shown when it would be without one.
    @Test func aFadeDelaysNothing() throws {
        let a = try clips.make("a.mp4", rate: "25", frames: 30, "libx264 -g 5")
        let b = try clips.make("b.mkv", rate: "30", frames: 32, "mpeg4 -g 6")
        let cut = try follow([a, b, a], mode: "160x90@60").frames
        #expect(cut.count == 92)
        #expect(try follow([a, b, a], mode: "160x90@60", .fade).frames == cut)
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
        playlist.imageDuration = .milliseconds(600)
        let begin = MonotonicClock.now()
        #expect(try play(playlist, until: 4) == ["1", "2", "1", "2"])
        // Twice the image and once the clip, at least.
        #expect(MonotonicClock.now() - begin > .milliseconds(1_500))
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

    /// What was wrong with an item is not said of it any more when it is shown.
    @Test func anItemThatCanBeShownAgainHasNoTrouble() throws {
        let made = try clips.make("a.mp4", rate: "25", frames: 10, "libx264 -g 5")
        let path = NSTemporaryDirectory() + "pipd-back-\(UUID().uuidString).mp4"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let reel = try playlist([made, path])
        func trouble(_ pipeline: Pipeline) -> String? {
            pipeline.playlists.snapshot(of: reel.id)?.items.last?.trouble
        }
        var hasFailed = false
        var left: String? = "nothing was shown"
        _ = try play(reel, until: 1_000) { pipeline, event in
            switch event {
            case .itemFailed where !hasFailed:
                hasFailed = trouble(pipeline) != nil
                try FileManager.default.copyItem(atPath: made, toPath: path)
            case .itemStarted(_, let item) where item.name == "2":
                left = trouble(pipeline)
                return true
            default: break
            }
            return false
        }
        #expect(hasFailed && left == nil, "\(left ?? "")")
    }

    /// The file goes while it plays: its last picture stays for two seconds.
    @Test func aListOfWhichNothingIsLeftShowsAPlaceholder() throws {
        let made = try clips.make("left.mp4", rate: "25", frames: 5, "libx264 -g 5")
        let path = NSTemporaryDirectory() + "pipd-left-\(UUID().uuidString).mp4"
        try FileManager.default.copyItem(atPath: made, toPath: path)
        var contents: [ViewContent] = []
        _ = try play(try playlist([path]), until: 100) { pipeline, event in
            if case .itemStarted = event { try? FileManager.default.removeItem(atPath: path) }
            let content = pipeline.snapshot().main.content
            if contents.last != content { contents.append(content) }
            return contents.suffix(2) == [.picture, .placeholder]
        }
        #expect(contents.suffix(2) == [.picture, .placeholder], "\(contents)")
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
            try pipeline.playlists.steer(playlist.id, item.map(PlaylistCommand.play) ?? .next)
            // That of the item before is not its.
            let list = try #require(pipeline.playlists.snapshots().first)
            #expect(list.position == nil && list.stream.position != nil)
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
                try pipeline.playlists.steer(playlist.id, .next)
            } else {
                let stream = try #require(pipeline.playlists.snapshots().first?.stream)
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
        #expect(try pipeline.playlists.define(playlist))
        #expect(try !pipeline.playlists.define(playlist))
        #expect(pipeline.playlists.snapshots().first?.revision == 1)
        try pipeline.playlists.edit(playlist.id, from: 1) { $0.configuration.items.removeLast() }
        let error = #expect(throws: PipelineError.self) {
            try pipeline.playlists.edit(playlist.id, from: 1) { $0.configuration.loop = .one }
        }
        #expect(error.map { "\($0)" }?.contains("revision 2") == true)
        #expect(throws: PipelineError.self) {
            try pipeline.playlists.edit(playlist.id) { $0.configuration.items = [] }
        }
        let stream = try StreamConfiguration(id: playlist.id, url: "demo")
        #expect(throws: PipelineError.self) { try pipeline.define(stream) }
        let left = try #require(pipeline.playlists.snapshots().first)
        #expect(left.items.map(\.id.name) == ["1"])
        #expect(left.configuration.loop == .all)
        try pipeline.playlists.remove(playlist.id)
        #expect(pipeline.playlists.snapshots().isEmpty && pipeline.streamIDs.isEmpty)
    }

    /// Whoever is told that a playlist is over may show something else, whose end it then is.
    @Test func theEndOfWhatIsNotShownAnyMoreEndsNoRun() throws {
        let clip = try clips.make("short.mp4", rate: "25", frames: 5, "libx264 -g 5")
        var playlist = try playlist([clip])
        playlist.loop = .none
        let other = try StreamConfiguration(id: try #require(StreamID("b")), url: "test:160x90@30")
        var configuration = PipelineConfiguration()
        configuration.once = true
        let pipeline = try Pipeline(configuration)
        defer { pipeline.stop() }
        _ = try pipeline.change(defining: [other], playing: [playlist]) {
            $0.state.main = playlist.id
        }
        try pipeline.start()
        var polling = PollSet(capacity: 1)
        polling.add(pipeline.eventDescriptor, tag: .init(rawValue: 0))
        let deadline = MonotonicClock.now() + .milliseconds(60_000)
        var (isOver, isFinished) = (false, false)
        while !isOver, MonotonicClock.now() < deadline {
            _ = polling.wait(until: min(deadline, pipeline.deadline ?? deadline))
            pipeline.handleEvents { event in
                if case .finished = event { isFinished = true }
                guard case .streamEnded(playlist.id) = event else { return }
                isOver = true
                #expect(throws: Never.self) { try pipeline.change { $0.state.main = other.id } }
            }
        }
        #expect(isOver && !isFinished)
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
        var known: [ObjectIdentifier: StreamAttachment] = [:]
        while started.count < count, !isDone, MonotonicClock.now() < deadline {
            _ = polling.wait(until: min(deadline, pipeline.deadline ?? deadline))
            var events: [PipelineEvent] = []
            // Nothing is given up but in here.
            for stream in pipeline.knownStreams { known[ObjectIdentifier(stream)] = stream }
            pipeline.handleEvents { events.append($0) }
            for event in events {
                if case .itemStarted(_, let item) = event { started.append(item.name) }
                if try during(pipeline, event) { isDone = true }
            }
        }
        pipeline.stop()
        pipeline.awaitStreams(and: Array(known.values))
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
        try control.state.withLock { state in
            let attachment = try state.programme.make(stream)
            state.programme.tell(.lineUp(attachment, .atEnd))
            state.programme.leaving.append(attachment)
            attachment.ingest.start()
        }
    }
}

import ArgumentParser
import Control
import ControlAPI
import Ingest
import Logging
import Media
import Pipeline
import Presentation
import TestSupport
import Testing

@testable import pipd

/// What clients do in the moment in which settings get in force for a trial, or those before them.
@Suite final class TriedSettingsTests {
    private let pipeline: Pipeline
    private let osd: OverlayService
    private let images: ImageService
    private let settings: SettingsInForce

    private static let file = """
        main: a
        overlays: { a: { text: file }, b: { text: file } }
        streams: { a: { url: "test:64x36@30" }, b: { url: "test:64x36@30" } }
        """
    private static let trial = """
        main: a
        overlays: { a: { text: tried }, b: { text: tried } }
        streams: { a: { url: "test:80x60@30" }, b: { url: "test:80x60@30" }, new: { url: demo } }
        """

    init() throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let current = try Self.settings(Self.file)
        let events = EventHub()
        let media = try MediaProcess(MediaPlace(program: "/nonexistent/pipd-media"))
        pipeline = try Pipeline(PipelineConfiguration())
        osd = OverlayService(pipeline: pipeline, logger: logger)
        images = try ImageService(pipeline: pipeline, settings: current.images)
        settings = SettingsInForce(
            current,
            in: SettingsInForce.Ground(
                pipeline: pipeline,
                images: images,
                osd: osd,
                media: media,
                playlistFeeds: FeedPlaylists(
                    playlists: pipeline.playlists,
                    media: media,
                    events: events,
                    logger: logger
                ),
                libraryNotices: LibraryNotices(events: events, logger: logger),
                memories: PlaylistMemories(
                    pipeline.playlists,
                    media: media,
                    isEnabled: false,
                    logger: logger
                ),
                broker: MQTTService(logger: logger),
                views: ViewNotices(pipeline: pipeline, events: events, osd: osd),
                events: events,
                log: SignalLog(logger: logger),
                readTokens: {}
            )
        )
        for stream in current.streams { try pipeline.define(stream) }
        osd.change(by: OverlayChanges(from: [:], to: current.overlays))
    }

    deinit {
        pipeline.stop()
        osd.close()
        osd.join()
        images.lanes.close()
        images.lanes.join()
    }

    private static func settings(_ file: String) throws -> Settings {
        try Settings(Arguments.parse([]), over: ConfigurationFile.parse(file, name: "x"))
    }

    private func newStart() throws -> TrialStart {
        let checked = CheckedConfiguration(
            settings: try Self.settings(Self.trial),
            applied: AppliedConfiguration(generation: 1, text: Self.trial),
            record: ConfigurationRecord(),
            lock: nil
        )
        return TrialStart(checked, after: nil, in: settings, pipeline: pipeline)
    }

    private func begin(_ start: TrialStart) throws(PipelineError) -> TriedSettings {
        try TriedSettings(start, in: settings, pipeline: pipeline)
    }

    /// What a client does.
    private func define(_ name: String, _ url: String) throws {
        try pipeline.define(StreamConfiguration(id: #require(StreamID(name)), url: url))
    }

    private func setOverlay(_ id: String, _ text: String) {
        var fields = FieldValues<OverlayFields>()
        fields.text = text
        _ = osd.set(id, fields)
    }

    private var urls: [String: String] {
        let streams = pipeline.snapshot().streams.map { ($0.id.name, $0.status.url) }
        return Dictionary(uniqueKeysWithValues: streams)
    }

    private var texts: [String: String?] {
        Dictionary(uniqueKeysWithValues: osd.list.map { ($0.id, $0.fields.text) })
    }

    /// - Returns: The name of which a client was faster; nil where none was.
    private static func overtaken(_ change: () throws(PipelineError) -> Void) throws -> String? {
        do throws(PipelineError) {
            try change()
            return nil
        } catch {
            guard case .overtaken(let id) = error else { throw error }
            return id.name
        }
    }

    /// It comes back, as what was there before: a stream under a name that the trial brings, and an
    /// overlay under one that it changes.
    @Test func whatIsSetWhileATrialBeginsComesBack() throws {
        var start = try newStart()
        try define("new", "test:16x16@30")
        #expect(try Self.overtaken { () throws(PipelineError) in _ = try begin(start) } == "new")
        #expect(urls == ["a": "test:64x36@30", "b": "test:64x36@30", "new": "test:16x16@30"])
        #expect(texts == ["a": "file", "b": "file"])
        start = try newStart()
        setOverlay("a", "client's")
        var tried = try begin(start)
        #expect(urls == ["a": "test:80x60@30", "b": "test:80x60@30", "new": "demo"])
        #expect(texts == ["a": "tried", "b": "tried"])
        try tried.bringBack()
        #expect(urls == ["a": "test:64x36@30", "b": "test:64x36@30", "new": "test:16x16@30"])
        #expect(texts == ["a": "client's", "b": "file"])
        #expect(tried.before.leftOut.isEmpty)
    }

    /// It stays, and the rest comes back; a client that goes on defining the same does not keep it
    /// from that.
    @Test func whatIsSetWhileWhatWasBeforeComesBackStays() throws {
        var tried = try begin(newStart())
        var way = tried.wayBack()
        try define("a", "test:16x16@30")
        #expect(try Self.overtaken { () throws(PipelineError) in try tried.go(way) } == "a")
        #expect(urls == ["a": "test:16x16@30", "b": "test:80x60@30", "new": "demo"])
        way = tried.wayBack()
        try define("a", "test:32x32@30")
        setOverlay("a", "client's")
        #expect(try Self.overtaken { () throws(PipelineError) in try tried.go(way) } == nil)
        #expect(urls == ["a": "test:32x32@30", "b": "test:64x36@30"])
        #expect(texts == ["a": "client's", "b": "file"])
        #expect(tried.before.leftOut.map(\.name) == ["a", "overlay a"])
    }
}

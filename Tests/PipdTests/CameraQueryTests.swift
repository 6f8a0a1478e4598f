import Control
import Logging
import Media
import Pipeline
import Platform
import Testing

@testable import pipd

@Suite struct CameraQueryTests {
    /// As many photos as may be taken and wait, of cameras that do not answer.
    @Test func photosThatHangKeepNobodyFromAskingCameras() async throws {
        let pipeline = try Pipeline(PipelineConfiguration())
        let images = try ImageService(pipeline: pipeline, settings: ImageSettings())
        let media = try MediaProcess(MediaPlace(program: "/nonexistent/pipd-media"))
        let logger = Logger(label: "test")
        let osd = OverlayService(pipeline: pipeline, logger: logger)
        let views = ViewNotices(pipeline: pipeline, events: EventHub(), osd: osd)
        let backend = Backend(
            pipeline: pipeline,
            images: images,
            showPictures: ShowPictures(
                images: images,
                events: EventHub(),
                osd: osd,
                logger: logger
            ),
            previews: try PreviewService(pipeline: pipeline, lanes: images.lanes),
            media: media,
            playlistFeeds: FeedPlaylists(
                pipeline: pipeline,
                media: media,
                events: EventHub(),
                logger: logger
            ),
            libraryNotices: LibraryNotices(events: EventHub(), logger: logger),
            fileLane: try WorkLane(name: "test", threads: 1, waiting: 1),
            memories: PlaylistMemories(
                pipeline: pipeline,
                media: media,
                isEnabled: false,
                logger: logger
            ),
            gate: AccessGate(keptIn: nil, logger: logger),
            desk: ConfigurationDesk(signalling: try WakeUp()),
            started: .milliseconds(0),
            views: views,
            libraryPreview: LibraryPreview(pipeline: pipeline, views: views),
            osd: osd,
            broker: MQTTService(logger: logger)
        ) { _ in }
        let end = try WakeUp()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<21 {
                group.addTask { try? await images.lanes.photos.run { _ in end.wait() } }
            }
            // The one that is refused. All the others hang.
            await group.next()
            await #expect(throws: Never.self) { _ = try await backend.cameras() }
            end.signal()
        }
        images.lanes.close()
        images.lanes.join()
    }
}

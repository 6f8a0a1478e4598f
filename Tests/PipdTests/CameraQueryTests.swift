import Pipeline
import Platform
import Testing

@testable import pipd

@Suite struct CameraQueryTests {
    /// As many photos as may be taken and wait, of cameras that do not answer.
    @Test func photosThatHangKeepNobodyFromAskingCameras() async throws {
        let pipeline = try Pipeline(PipelineConfiguration())
        let images = try ImageService(pipeline: pipeline, settings: ImageSettings())
        let cameras = DaemonCameras(pipeline: pipeline, lanes: images.lanes)
        let end = try WakeUp()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<21 {
                group.addTask { try? await images.lanes.photos.run { _ in end.wait() } }
            }
            // The one that is refused. All the others hang.
            await group.next()
            await #expect(throws: Never.self) { _ = try await cameras.cameras() }
            end.signal()
        }
        images.lanes.close()
        images.lanes.join()
    }
}

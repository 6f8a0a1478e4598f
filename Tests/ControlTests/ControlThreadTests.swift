#if DEBUG
internal import NIOCore
internal import Platform
internal import Testing

@testable internal import Control

@Suite struct ControlThreadTests {
    @Test func aThreadThatIsRefusedIsAnError() {
        let error = #expect(throws: SystemCallError.self) {
            try SystemCallFaults.withFault("pthread_create", .wouldBlock) {
                _ = try ControlThread.start()
            }
        }
        #expect(error?.errno == .wouldBlock)
    }

    @Test func whatIsPerformedRunsOnIt() async throws {
        let thread = try ControlThread.start()
        let isThere = await withCheckedContinuation { continuation in
            thread.perform { continuation.resume(returning: thread.loop.inEventLoop) }
        }
        #expect(isThere)
        await thread.stop()
    }
}
#endif

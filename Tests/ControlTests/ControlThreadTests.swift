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

    /// NIO would say that its loop has ended.
    @Test func whatComesTooLateIsDroppedInSilence() async throws {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardErrorContent]
        ) {
            let thread = try ControlThread.start()
            // One that begins too late, and one that goes on too late.
            let (begun, begin) = AsyncStream.makeStream(of: Void.self)
            let (more, goOn) = AsyncStream.makeStream(of: Void.self)
            thread.perform {
                begin.finish()
                for await _ in more {}
            }
            for await _ in begun {}
            await thread.stop()
            goOn.finish()
            thread.perform {}
        }
        #expect(String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == "")
    }
}
#endif

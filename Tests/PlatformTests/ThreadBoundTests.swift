import Platform
import Testing

@Suite struct ThreadBoundTests {
    @Test func itsOwnThreadMayUseIt() {
        let thread = ThreadBound()
        thread.check()
    }

    #if DEBUG
    @Test func anotherThreadTraps() async {
        await #expect(processExitsWith: .failure) {
            nonisolated(unsafe) let bound = ThreadBound()
            // Without a thread the process ends well, and the test fails.
            guard let other = try? WorkerThread(name: "other", body: { bound.check() }) else {
                return
            }
            other.join()
        }
    }
    #endif
}

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
            let other = try WorkerThread(name: "other") { bound.check() }
            other.join()
        }
    }
    #endif
}

import Glibc
import Media
import Platform
import Testing

/// Through `WakeUp`, which shares one.
@Suite struct EventDescriptorTests {
    @Test func manySignalsAreOne() throws {
        let event = try WakeUp()
        for _ in 0..<1000 { event.signal() }
        #expect(event.drain())
        #expect(!event.drain())
    }

    @Test func drainingWithoutASignalReturnsAtOnce() throws {
        let event = try WakeUp()
        #expect(!event.drain())
    }

    @Test func aFullCounterNeitherBlocksNorLosesTheSignal() throws {
        let event = try WakeUp()
        var most = UInt64.max - 1
        #expect(write(event.rawValue, &most, 8) == 8)
        event.signal()
        #expect(event.drain())
    }

    @Test func itIsClosedOnExec() throws {
        let event = try WakeUp()
        #expect(fcntl(event.rawValue, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func runningOutOfDescriptorsIsAnError() {
        SystemCallFaults.withFault("eventfd", .tooManyOpenFiles) {
            let error = #expect(throws: SystemCallError.self) { try WakeUp() }
            #expect(error?.errno == .tooManyOpenFiles)
        }
    }

    @Test func aWakeUpReachesAThreadThatPolls() throws {
        let request = try WakeUp()
        let answer = try WakeUp()
        let thread = try WorkerThread(name: "wake-up-test") {
            var descriptors = PollSet(capacity: 1)
            descriptors.add(request.rawValue, tag: PollSet.Tag(rawValue: 0))
            _ = descriptors.wait(until: nil)
            if request.drain() { answer.signal() }
        }
        request.signal()
        thread.join()
        #expect(answer.drain())
    }
}

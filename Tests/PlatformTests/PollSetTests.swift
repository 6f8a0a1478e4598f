import Glibc
import Media
import Platform
import Testing

@Suite struct PollSetTests {
    private static let first = PollSet.Tag(rawValue: 0)
    private static let second = PollSet.Tag(rawValue: 63)
    private static let past = MonotonicTime(nanoseconds: 0)

    @Test func aDeadlineInThePastAsksWithoutWaiting() throws {
        let event = try EventDescriptor()
        var set = PollSet(capacity: 1)
        set.add(event.rawValue, tag: Self.first)
        #expect(set.wait(until: Self.past).isEmpty)
        event.signal()
        #expect(set.wait(until: Self.past).contains(Self.first))
    }

    @Test func onlyWhatIsReadyIsReported() throws {
        let quiet = try EventDescriptor()
        let loud = try EventDescriptor()
        var set = PollSet(capacity: 2)
        set.add(quiet.rawValue, tag: Self.first)
        set.add(loud.rawValue, tag: Self.second)
        loud.signal()
        let ready = set.wait(until: nil)
        #expect(ready.contains(Self.second))
        #expect(!ready.contains(Self.first))
        loud.drain()
        #expect(set.wait(until: Self.past).isEmpty)
    }

    @Test func descriptorsMayShareATag() throws {
        let left = try EventDescriptor()
        let right = try EventDescriptor()
        var set = PollSet(capacity: 2)
        set.add(left.rawValue, tag: Self.first)
        set.add(right.rawValue, tag: Self.first)
        right.signal()
        #expect(set.wait(until: Self.past).contains(Self.first))
    }

    /// The wait ends neither before the deadline nor, as `poll` would, up to a
    /// millisecond after it. Rounded up, each would be late by 0.7 ms; on a busy machine
    /// only some are.
    @Test func theDeadlineIsKeptToLessThanAMillisecond() {
        var set = PollSet(capacity: 1)
        let isPrecise = (0..<1_000).contains { _ in
            let deadline = MonotonicClock.now() + Nanoseconds(2_300_000)
            _ = set.wait(until: deadline)
            let lateness = MonotonicClock.now() - deadline
            #expect(lateness >= .zero)
            return lateness < Nanoseconds(600_000)
        }
        #expect(isPrecise)
    }

    @Test func aFarDeadlineDoesNotOverflow() throws {
        let event = try EventDescriptor()
        event.signal()
        var set = PollSet(capacity: 1)
        set.add(event.rawValue, tag: Self.first)
        let never = MonotonicTime(nanoseconds: .max)
        #expect(set.wait(until: never).contains(Self.first))
    }

    @Test func anInterruptedWaitStillEndsAtItsDeadline() {
        SystemCallFaults.withFault("ppoll", .interrupted, times: 5) {
            var set = PollSet(capacity: 1)
            let deadline = MonotonicClock.now() + .milliseconds(3)
            #expect(set.wait(until: deadline).isEmpty)
            #expect(MonotonicClock.now() >= deadline)
        }
    }

    @Test func aPeerThatHangsUpIsReady() throws {
        var ends: [CInt] = [-1, -1]
        try systemCall("socketpair") {
            socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        }
        let ours = OwnedDescriptor(taking: ends[0])
        let theirs = OwnedDescriptor(taking: ends[1])
        var set = PollSet(capacity: 1)
        set.add(ours.rawValue, tag: Self.first)
        #expect(set.wait(until: Self.past).isEmpty)
        _ = consume theirs
        // A process that a test beside this one starts has it too, until its program runs.
        let deadline = MonotonicClock.now() + .milliseconds(30_000)
        #expect(set.wait(until: deadline).contains(Self.first))
    }

    @Test func aFullSetTraps() async {
        await #expect(processExitsWith: .failure) {
            var set = PollSet(capacity: 1)
            set.add(0, tag: PollSet.Tag(rawValue: 0))
            set.add(0, tag: PollSet.Tag(rawValue: 1))
        }
    }

    @Test func waitingOnAClosedDescriptorTraps() async {
        await #expect(processExitsWith: .failure) {
            var set = PollSet(capacity: 1)
            set.add(1_000_000, tag: PollSet.Tag(rawValue: 0))
            _ = set.wait(until: MonotonicTime(nanoseconds: 0))
        }
    }

    @Test func aTagBeyondTheSetTraps() async {
        await #expect(processExitsWith: .failure) {
            _ = PollSet.Tag(rawValue: 64)
        }
    }
}

@Suite struct MonotonicClockTests {
    @Test func itReadsTheClockOfPageFlips() {
        let before = systemClock()
        let now = MonotonicClock.now()
        #expect(before <= now)
        #expect(now <= systemClock())
    }

    private func systemClock() -> MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}

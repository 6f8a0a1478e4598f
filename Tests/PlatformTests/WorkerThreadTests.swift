import Glibc
import Media
import Platform
import Synchronization
import Testing

@Suite struct WorkerThreadTests {
    @Test(arguments: [
        (name: "pipd-present", shown: "pipd-present"),
        (name: "fifteen-bytes-x", shown: "fifteen-bytes-x"),
        (name: "pipd-ingest-frontdoor", shown: "pipd-ingest-fro"),
    ])
    func theKernelShowsItsName(name: String, shown: String) throws {
        let seen = try onThread(name: name) { firstLine(of: "/proc/thread-self/comm") }
        #expect(seen == shown)
    }

    @Test func joiningWaitsForTheBody() throws {
        let count = Tally()
        let thread = try WorkerThread(name: "join-test") {
            for _ in 0..<100_000 { count.add() }
        }
        thread.join()
        #expect(count.value == 100_000)
        thread.join()
    }

    @Test func lettingGoOfAThreadWaitsForTheBody() throws {
        let count = Tally()
        do {
            _ = try WorkerThread(name: "deinit-test") {
                for _ in 0..<100_000 { count.add() }
            }
        }
        #expect(count.value == 100_000)
    }

    @Test func oneThatEndsIsWaitedForUpToTheDeadline() throws {
        let count = Tally()
        let thread = try WorkerThread(name: "limit-test") {
            for _ in 0..<100_000 { count.add() }
        }
        #expect(thread.join(until: MonotonicTime(nanoseconds: .max)))
        #expect(count.value == 100_000)
        #expect(thread.join(until: MonotonicTime(nanoseconds: 0)))
        thread.join()
    }

    /// Neither does letting go of it wait for it then.
    @Test func oneThatHangsIsLeft() throws {
        let (goOn, isDone) = (try WakeUp(), try WakeUp())
        do {
            let thread = try WorkerThread(name: "hang-test") {
                wait(for: goOn)
                isDone.signal()
            }
            #expect(!thread.join(until: MonotonicTime(nanoseconds: -1)))
            #expect(!thread.join(until: MonotonicTime(nanoseconds: .max)))
            thread.join()
        }
        goOn.signal()
        wait(for: isDone)
    }

    /// Such a thread cannot wait for itself.
    @Test func aThreadMayBeItsOwnLastOwner() throws {
        let owner = Owner()
        let isOwned = try WakeUp()
        let isDone = try WakeUp()
        owner.take(
            try WorkerThread(name: "self-owner") {
                wait(for: isOwned)
                owner.letGo()
                isDone.signal()
            }
        )
        isOwned.signal()
        wait(for: isDone)
    }

    @Test func realtimeIsWhatTheKernelGranted() throws {
        let policy = Tally()
        let thread = try WorkerThread(name: "realtime-test", realtimePriority: 10) {
            policy.add(Int(sched_getscheduler(0) & 0xFF))
        }
        thread.join()
        #expect(thread.isRealtime == (policy.value == Int(SCHED_FIFO)))
    }

    /// A graphics library's threads, say, must not inherit what only this one needs.
    @Test func threadsStartedByARealtimeThreadAreNormal() throws {
        let policy = Tally()
        try WorkerThread(name: "realtime-test", realtimePriority: 10) {
            try? WorkerThread(name: "child-test") {
                policy.add(Int(sched_getscheduler(0)) + 1)
            }.join()
        }.join()
        #expect(policy.value == Int(SCHED_OTHER) + 1)
    }

    @Test func timeCriticalThreadsHaveExactTimers() throws {
        let slack = try onThread(name: "slack-test", realtimePriority: 10) {
            firstLine(of: "/proc/\(ownThreadID())/timerslack_ns")
        }
        // 0 is what the kernel reports for real-time threads.
        #expect(slack == "1" || slack == "0")
    }

    @Test func aThreadRefusedRealtimeRunsAllTheSame() throws {
        let count = Tally()
        let thread = try SystemCallFaults.withFault("pthread_create", .notPermitted) {
            try WorkerThread(name: "refused-test", realtimePriority: 10) { count.add() }
        }
        thread.join()
        #expect(!thread.isRealtime)
        #expect(count.value == 1)
    }

    @Test func aThreadThatCannotBeStartedIsAnError() {
        let count = Tally()
        SystemCallFaults.withFault("pthread_create", .wouldBlock) {
            let error = #expect(throws: SystemCallError.self) {
                try WorkerThread(name: "failure-test") { count.add() }
            }
            #expect(error?.description == "pthread_create: Resource temporarily unavailable")
        }
        #expect(count.value == 0)
    }

    @Test func aNiceThreadYieldsAndOthersDoNot() throws {
        let before = getpriority(CInt(PRIO_PROCESS.rawValue), 0)
        let nice = Tally()
        try WorkerThread(name: "nice-test", nice: 7) {
            nice.add(Int(getpriority(CInt(PRIO_PROCESS.rawValue), 0)))
        }.join()
        #expect(nice.value == 7)
        #expect(getpriority(CInt(PRIO_PROCESS.rawValue), 0) == before)
    }
}

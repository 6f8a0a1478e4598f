import Glibc
import Media
import Platform
import Synchronization
import Testing

@testable import pipd

@Suite struct WorkLaneTests {
    /// Holds work until it is let go.
    private final class Gate: Sendable {
        private let waiting = Mutex<(isOpen: Bool, entered: Int)>((false, 0))

        var entered: Int { waiting.withLock { $0.entered } }

        func open() { waiting.withLock { $0.isOpen = true } }

        /// Spins as work does that looks at its cancellation now and then.
        func pass(_ cancellation: WorkLane.Cancellation) {
            waiting.withLock { $0.entered += 1 }
            while !waiting.withLock({ $0.isOpen }), !cancellation.isCancelled { sched_yield() }
        }

        func awaitEntries(_ count: Int) async {
            while entered < count { await Task.yield() }
        }
    }

    /// How many are in a place now, and were at most.
    private final class Occupancy: Sendable {
        private let counts = Mutex((now: 0, most: 0))

        var most: Int { counts.withLock { $0.most } }

        func enter() {
            counts.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
        }

        func leave() { counts.withLock { $0.now -= 1 } }
    }

    @Test func workIsDoneOnAThreadOfTheLane() async throws {
        let lane = try WorkLane(name: "lane", threads: 2, waiting: 4)
        let results = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<6 { group.addTask { try await lane.run { _ in number * number } } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.sorted() == [0, 1, 4, 9, 16, 25])
    }

    @Test func workIsBegunThatNobodyWaitsFor() async throws {
        let lane = try WorkLane(name: "lane", threads: 1, waiting: 4)
        let isWanted = await withCheckedContinuation { continuation in
            lane.start { continuation.resume(returning: (try? $0.get())?.isCancelled == false) }
        }
        #expect(isWanted)
        lane.close()
        let refusal = await withCheckedContinuation { continuation in
            lane.start { continuation.resume(returning: $0.map { _ in }) }
        }
        #expect(throws: WorkLane.Refusal.self) { try refusal.get() }
    }

    @Test func noMoreThreadsRunThanThereMayBe() async throws {
        let lane = try WorkLane(name: "lane", threads: 2, waiting: 8)
        let occupancy = Occupancy()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    _ = try? await lane.run { _ in
                        occupancy.enter()
                        sched_yield()
                        occupancy.leave()
                    }
                }
            }
        }
        #expect((1...2).contains(occupancy.most))
    }

    @Test func moreThanMayWaitIsRefused() async throws {
        let lane = try WorkLane(name: "lane", threads: 1, waiting: 1)
        let gate = Gate()
        let first = Task { try await lane.run { gate.pass($0) } }
        await gate.awaitEntries(1)
        // One of the two waits, the other is refused at once.
        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<2 { group.addTask { (try? await lane.run { _ in true }) ?? false } }
            let refused = await group.next()
            gate.open()
            let done = await group.next()
            return [refused, done]
        }
        #expect(outcomes == [false, true])
        try await first.value
    }

    @Test func workThatIsCancelledBeforeItBeginsIsNeverBegun() async throws {
        let lane = try WorkLane(name: "lane", threads: 1, waiting: 4)
        let gate = Gate()
        let first = Task { try await lane.run { gate.pass($0) } }
        await gate.awaitEntries(1)
        let begun = Occupancy()
        let second = Task { try await lane.run { _ in begun.enter() } }
        second.cancel()
        await #expect(throws: WorkLane.Refusal.self) { try await second.value }
        gate.open()
        try await first.value
        #expect(begun.most == 0)
    }

    @Test func workUnderWayIsToldThatNobodyWaits() async throws {
        let lane = try WorkLane(name: "lane", threads: 1, waiting: 4)
        let gate = Gate()
        let task = Task {
            try await lane.run { cancellation in
                gate.pass(cancellation)
                return cancellation.isCancelled
            }
        }
        await gate.awaitEntries(1)
        task.cancel()
        #expect(try await task.value)
    }

    @Test func closingCancelsEverything() async throws {
        let lane = try WorkLane(name: "lane", threads: 1, waiting: 4)
        let gate = Gate()
        let running = Task {
            try await lane.run { cancellation in
                gate.pass(cancellation)
                return cancellation.isCancelled
            }
        }
        await gate.awaitEntries(1)
        let waiting = Task { try await lane.run { _ in true } }
        lane.close()
        #expect(try await running.value)
        await #expect(throws: WorkLane.Refusal.self) { try await waiting.value }
        await #expect(throws: WorkLane.Refusal.self) { try await lane.run { _ in true } }
    }

    @Test func aClosedLaneIsWaitedForUntilItsWorkIsDone() async throws {
        let lane = try WorkLane(name: "lane", threads: 2, waiting: 4)
        let gate = Gate()
        let tasks = (0..<2).map { _ in
            // Work that takes no notice of its cancellation.
            Task { try await lane.run { _ in gate.pass(WorkLane.Cancellation()) } }
        }
        await gate.awaitEntries(2)
        lane.close()
        #expect(!lane.join(until: MonotonicClock.now()))
        gate.open()
        #expect(lane.join(until: MonotonicClock.now() + .milliseconds(10_000)))
        for task in tasks { try await task.value }
        let idle = try WorkLane(name: "lane", threads: 1, waiting: 1)
        idle.close()
        #expect(idle.join(until: MonotonicClock.now()))
    }

    /// The running thread, by a number that no later one has.
    private static func threadName() -> String {
        var buffer = [CChar](repeating: 0, count: 64)
        let count = readlink("/proc/thread-self", &buffer, buffer.count - 1)
        return String(decoding: buffer.prefix(max(0, count)).map(UInt8.init), as: UTF8.self)
    }

    /// Work that follows soon is done by the thread that is there; that one then ends by itself.
    @Test func aThreadLingersForMore() async throws {
        let lane = try WorkLane(name: "lane", threads: 1, waiting: 8, lingering: .seconds(3600))
        let first = try await lane.run { _ in Self.threadName() }
        for _ in 0..<50 { #expect(try await lane.run { _ in Self.threadName() } == first) }
        lane.close()
        // Long before its patience ends.
        #expect(lane.join(until: MonotonicClock.now() + .seconds(20)))
    }

    @Test func whoeverLingersHoldsNoWorkUp() async throws {
        let lane = try WorkLane(name: "lane", threads: 2, waiting: 64, lingering: .milliseconds(1))
        for _ in 0..<20 {
            let sum = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<20 { group.addTask { try await lane.run { _ in number } } }
                return try await group.reduce(0, +)
            }
            #expect(sum == 190)
        }
        lane.close()
        #expect(lane.join(until: MonotonicClock.now() + .seconds(20)))
    }
}

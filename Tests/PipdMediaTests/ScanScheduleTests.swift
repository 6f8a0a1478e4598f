import Testing

@testable import pipd_media

/// When roots are gone through, in virtual time.
@Suite struct ScanScheduleTests {
    private static let second: Int64 = 1_000_000

    @Test func eachRootIsGoneThroughWhenItIsNewAndThenAfterAWhile() {
        var schedule = ScanSchedule()
        schedule.configure(["/a", "/b"], pollEvery: 60, at: 0)
        #expect(start(&schedule, at: 0) == "/a")
        // One at a time.
        #expect(start(&schedule, at: 1) == nil)
        #expect(schedule.delay(at: 1) == nil)
        schedule.end(at: 5 * Self.second)
        #expect(start(&schedule, at: 5 * Self.second) == "/b")
        schedule.end(at: 6 * Self.second)
        #expect(start(&schedule, at: 64 * Self.second) == nil)
        #expect(schedule.delay(at: 64 * Self.second) == Self.second)
        #expect(start(&schedule, at: 65 * Self.second) == "/a")
    }

    @Test func whatIsAskedIsNextEvenForTheOneUnderWay() {
        var schedule = ScanSchedule()
        schedule.configure(["/a"], pollEvery: 60, at: 0)
        #expect(start(&schedule, at: 0) == "/a")
        #expect(ask(&schedule, "/a", isPruned: true, at: 1))
        schedule.end(at: 2)
        let next = schedule.start(at: 2)
        #expect(next?.root == "/a" && next?.isPruned == true)
        schedule.end(at: 3)
        #expect(start(&schedule, at: 3) == nil)
        #expect(ask(&schedule, nil, isPruned: false, at: 4))
        let last = schedule.start(at: 4)
        #expect(last?.root == "/a" && last?.isPruned == false)
    }

    @Test func aRootThatThereIsNotCannotBeAskedFor() {
        var schedule = ScanSchedule()
        schedule.configure(["/a"], pollEvery: 60, at: 0)
        #expect(!ask(&schedule, "/b", isPruned: false, at: 0))
        schedule.configure([], pollEvery: 60, at: 0)
        #expect(!ask(&schedule, "/a", isPruned: false, at: 0))
        #expect(ask(&schedule, nil, isPruned: false, at: 0))
        #expect(start(&schedule, at: 0) == nil)
        #expect(schedule.delay(at: 0) == nil)
    }

    @Test func oneThatIsNoLongerConfiguredEndsAndDoesNotComeAgain() {
        var schedule = ScanSchedule()
        schedule.configure(["/a"], pollEvery: 60, at: 0)
        #expect(start(&schedule, at: 0) == "/a")
        schedule.configure(["/b"], pollEvery: 60, at: 1)
        #expect(start(&schedule, at: 1) == nil)
        schedule.end(at: 2)
        #expect(start(&schedule, at: 2) == "/b")
        schedule.end(at: 3)
        #expect(start(&schedule, at: 3) == nil)
    }

    @Test func aClockThatIsSetBackDelaysByOneRoundAtMost() {
        var schedule = ScanSchedule()
        schedule.configure(["/a"], pollEvery: 60, at: 1_000 * Self.second)
        #expect(start(&schedule, at: 1_000 * Self.second) == "/a")
        schedule.end(at: 1_000 * Self.second)
        #expect(start(&schedule, at: 0) == nil)
        #expect(schedule.delay(at: 0) == 60 * Self.second)
        #expect(start(&schedule, at: 60 * Self.second) == "/a")
    }

    @Test func oneThatFailsIsTriedAgainSoonAndAsItWasAskedFor() {
        var schedule = ScanSchedule()
        schedule.configure(["/a"], pollEvery: 86_400, at: 0)
        #expect(ask(&schedule, "/a", isPruned: true, at: 0))
        #expect(start(&schedule, at: 0) == "/a")
        schedule.end(at: 0, isFailed: true)
        #expect(schedule.delay(at: 0) == 60 * Self.second)
        #expect(schedule.start(at: 60 * Self.second)?.isPruned == true)
        schedule.end(at: 60 * Self.second)
        #expect(schedule.delay(at: 60 * Self.second) == 86_400 * Self.second)
        #expect(schedule.ends(of: "/a") == 2 && schedule.ends(of: "/b") == 0)
    }

    @Test func itIsBusyWhileOneIsDueOrUnderWay() {
        var schedule = ScanSchedule()
        #expect(!schedule.isBusy(at: 0))
        schedule.configure(["/a"], pollEvery: 60, at: 0)
        #expect(schedule.isBusy(at: 0))
        _ = schedule.start(at: 0)
        #expect(schedule.isBusy(at: 0))
        schedule.end(at: 1)
        #expect(!schedule.isBusy(at: 1))
        #expect(schedule.isBusy(at: 61 * Self.second))
    }

    private func ask(
        _ schedule: inout ScanSchedule,
        _ root: String?,
        isPruned: Bool,
        at now: Int64
    ) -> Bool {
        schedule.ask(root, isPruned: isPruned, at: now)
    }

    private func start(_ schedule: inout ScanSchedule, at now: Int64) -> String? {
        schedule.start(at: now)?.root
    }
}

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

    /// Another disk in its place may take long to be told from it.
    @Test func oneWhoseDiskIsAwayIsLookedForSoonAndNotAllTheTime() {
        var schedule = ScanSchedule()
        schedule.configure(["/a"], pollEvery: 600, at: 0)
        #expect(start(&schedule, at: 0) == "/a")
        schedule.end(at: 0, isOffline: true)
        #expect(schedule.delay(at: 0) == 10 * Self.second)
        #expect(start(&schedule, at: 10 * Self.second) == "/a")
        schedule.end(at: 13 * Self.second, isOffline: true)
        #expect(schedule.delay(at: 13 * Self.second) == 30 * Self.second)
        #expect(start(&schedule, at: 43 * Self.second) == "/a")
        schedule.end(at: 44 * Self.second)
        #expect(schedule.delay(at: 44 * Self.second) == 600 * Self.second)
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

    @Test func whatHasChangedIsLookedAtSoonAndTheRootWhenItWouldBeAnyway() {
        var schedule = idle()
        schedule.note(changed("x"), of: "/a", at: 2 * Self.second)
        schedule.note(changed("y"), of: "/a", at: 2 * Self.second + 1)
        schedule.note(changed("z"), of: "/b", at: 2 * Self.second)
        #expect(schedule.delay(at: 2 * Self.second) == ScanSchedule.pauseBeforeLook)
        let turn = schedule.start(at: 3 * Self.second)
        #expect(turn?.root == "/a" && turn?.changes.isWhole == false)
        #expect(turn?.changes.folders.count == 2)
        schedule.end(at: 3 * Self.second)
        // It does not count as having gone through the root.
        #expect(schedule.ends(of: "/a") == 1)
        #expect(schedule.delay(at: 3 * Self.second) == 58 * Self.second)
        #expect(schedule.start(at: 61 * Self.second)?.changes.isWhole == true)
    }

    @Test func whereSomethingWentAllIsGoneThrough() {
        var schedule = idle()
        schedule.note(changed("x"), of: "/a", at: 2 * Self.second)
        schedule.note(.whole, of: "/a", at: 2 * Self.second)
        #expect(schedule.start(at: 3 * Self.second)?.changes.isWhole == true)
        schedule.note(.whole, of: "/a", at: 4 * Self.second)
        schedule.end(at: 5 * Self.second)
        #expect(schedule.ends(of: "/a") == 2)
        #expect(schedule.start(at: 5 * Self.second)?.changes.isWhole == true)
    }

    /// A root in which something goes all the time is not gone through all the time.
    @Test func aLookIsFollowedByARestTenTimesAsLong() {
        var schedule = idle()
        schedule.note(.whole, of: "/a", at: 2 * Self.second)
        _ = schedule.start(at: 3 * Self.second)
        schedule.end(at: 5 * Self.second)
        schedule.note(.whole, of: "/a", at: 6 * Self.second)
        #expect(schedule.delay(at: 6 * Self.second) == 19 * Self.second)
        // Who asks does not wait.
        #expect(ask(&schedule, "/a", isPruned: false, at: 7 * Self.second))
        #expect(start(&schedule, at: 7 * Self.second) == "/a")
    }

    /// A long way through a root keeps nobody from what is new in it.
    @Test func whatIsNewWaitsForNoRestFromGoingThroughAll() {
        var schedule = idle()
        schedule.note(.whole, of: "/a", at: 2 * Self.second)
        _ = schedule.start(at: 3 * Self.second)
        schedule.end(at: 8 * Self.second)
        schedule.note(changed("x"), of: "/a", at: 9 * Self.second)
        #expect(schedule.delay(at: 9 * Self.second) == ScanSchedule.pauseBeforeLook)
        schedule.note(.whole, of: "/a", at: 9 * Self.second)
        // What went makes up for it, once, when that may be.
        #expect(schedule.delay(at: 9 * Self.second) == 49 * Self.second)
        #expect(schedule.start(at: 58 * Self.second)?.changes.isWhole == true)
        schedule.end(at: 58 * Self.second)
        #expect(schedule.delay(at: 58 * Self.second) == 60 * Self.second)
    }

    @Test func aLookThatFailsIsMadeUpForByGoingThroughAll() {
        var schedule = idle()
        schedule.note(changed("x"), of: "/a", at: 2 * Self.second)
        _ = schedule.start(at: 3 * Self.second)
        schedule.end(at: 3 * Self.second, isFailed: true)
        #expect(schedule.start(at: 63 * Self.second)?.changes.isWhole == true)
    }

    @Test func whatHangsHoldsUpNoOtherAndIsNotBegunAgain() {
        var schedule = ScanSchedule()
        schedule.configure(["/a", "/b"], pollEvery: 60, at: 0)
        #expect(start(&schedule, at: 0) == "/a" && schedule.mayLeave)
        schedule.leave()
        #expect(!schedule.mayLeave && schedule.ends(of: "/a") == 1)
        #expect(start(&schedule, at: 60 * Self.second) == "/b")
        schedule.end("/b", at: 61 * Self.second)
        // Who asks for it does not wait for it.
        schedule.note(changed("x"), of: "/a", at: 62 * Self.second)
        #expect(ask(&schedule, "/a", isPruned: false, at: 63 * Self.second))
        #expect(schedule.isBusy(at: 63 * Self.second))
        #expect(start(&schedule, at: 63 * Self.second) == nil)
        #expect(schedule.ends(of: "/a") == 2 && !schedule.isBusy(at: 63 * Self.second))
        #expect(schedule.delay(at: 63 * Self.second) == 58 * Self.second)
        schedule.end("/a", at: 64 * Self.second)
        #expect(schedule.ends(of: "/a") == 3)
        let turn = schedule.start(at: 64 * Self.second)
        #expect(turn?.root == "/a" && turn?.changes.isWhole == false)
    }

    /// Each keeps a thread.
    @Test func noMoreAreLeftThanMayHang() {
        var schedule = ScanSchedule()
        let roots = (0...ScanSchedule.mostHanging + 1).map { "/\($0)" }
        schedule.configure(roots, pollEvery: 60, at: 0)
        for root in roots.prefix(ScanSchedule.mostHanging) {
            #expect(start(&schedule, at: 0) == root && schedule.mayLeave)
            schedule.leave()
        }
        #expect(start(&schedule, at: 0) == roots[ScanSchedule.mostHanging])
        #expect(!schedule.mayLeave)
        schedule.leave()
        #expect(start(&schedule, at: 0) == nil)
        schedule.end(roots[0], at: 1)
        #expect(schedule.mayLeave)
    }

    /// One root, gone through at its first second.
    private func idle() -> ScanSchedule {
        var schedule = ScanSchedule()
        schedule.configure(["/a"], pollEvery: 60, at: Self.second)
        _ = schedule.start(at: Self.second)
        schedule.end(at: Self.second)
        return schedule
    }

    private func changed(_ folder: String) -> FolderChanges {
        var changes = FolderChanges()
        changes.add(folder: folder)
        return changes
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

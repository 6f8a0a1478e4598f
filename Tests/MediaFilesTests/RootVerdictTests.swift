import MediaFiles
import Testing

@Suite struct RootVerdictTests {
    @Test func aRootOfWhichNothingIsKnownIsOnline() {
        var facts = RootVerdict.Facts(device: 1, lastDevice: 2, known: 0)
        facts.isEmpty = true
        #expect(RootVerdict(facts, isPruned: false) == .isOnline)
    }

    @Test func anEmptyOneIsOfflineUntilItIsPruned() {
        var facts = RootVerdict.Facts(device: 1, lastDevice: 1, known: 5)
        facts.isEmpty = true
        let reason = "it is empty, and 5 files of it are known"
        #expect(RootVerdict(facts, isPruned: false) == .isOffline(reason))
        #expect(RootVerdict(facts, isPruned: true) == .isOnline)
    }

    @Test(arguments: [(0, false), (15, false), (16, true), (32, true)])
    func onAnotherDeviceTheFilesDecide(found: Int, isOnline: Bool) {
        var facts = RootVerdict.Facts(device: 1, lastDevice: 2, known: 500)
        (facts.sought, facts.found) = (32, found)
        #expect((RootVerdict(facts, isPruned: false) == .isOnline) == isOnline)
    }

    @Test func onTheSameDeviceFilesMayGo() {
        var facts = RootVerdict.Facts(device: 1, lastDevice: 1, known: 500)
        (facts.sought, facts.found) = (32, 0)
        #expect(RootVerdict(facts, isPruned: false) == .isOnline)
    }
}

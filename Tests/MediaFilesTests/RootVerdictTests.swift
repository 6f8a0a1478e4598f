import MediaFiles
import Testing

@Suite struct RootVerdictTests {
    @Test func aRootOfWhichNothingIsKnownIsOnline() {
        var facts = RootVerdict.Facts(isOnSameDisk: false, known: 0)
        facts.isEmpty = true
        #expect(RootVerdict(facts, isPruned: false) == .isOnline)
    }

    @Test func anEmptyOneIsOfflineUntilItIsPruned() {
        var facts = RootVerdict.Facts(isOnSameDisk: true, known: 5)
        (facts.isEmpty, facts.sought) = (true, 5)
        let reason = "it is empty, and 5 files of it are known"
        #expect(RootVerdict(facts, isPruned: false) == .isOffline(reason))
        #expect(RootVerdict(facts, isPruned: true) == .isOnline)
    }

    @Test(arguments: [(0, 0, false), (32, 0, false), (32, 15, false), (32, 16, true), (1, 1, true)])
    func onAnotherDiskTheFilesDecide(sought: Int, found: Int, isOnline: Bool) {
        var facts = RootVerdict.Facts(isOnSameDisk: false, known: 500)
        (facts.sought, facts.found) = (sought, found)
        #expect((RootVerdict(facts, isPruned: false) == .isOnline) == isOnline)
        #expect(RootVerdict(facts, isPruned: true) == .isOnline)
    }

    /// Else it would be told and kept anew each time.
    @Test(arguments: [(false, 0...15, "less than half"), (true, 0...0, "none")])
    func whyItIsOfflineStaysTheSame(isOnSameDisk: Bool, found: ClosedRange<Int>, few: String) {
        for found in found {
            var facts = RootVerdict.Facts(isOnSameDisk: isOnSameDisk, known: 500)
            (facts.sought, facts.found) = (32, found)
            let reason = "of 32 known files \(few) are there: is it another disk?"
            #expect(RootVerdict(facts, isPruned: false) == .isOffline(reason))
        }
    }

    /// Some file systems cannot be told from others.
    @Test(arguments: [(7, 0, true), (8, 0, false), (32, 0, false), (32, 1, true)])
    func onTheSameDiskFilesMayGoButNotAllOfMany(sought: Int, found: Int, isOnline: Bool) {
        var facts = RootVerdict.Facts(isOnSameDisk: true, known: sought)
        (facts.sought, facts.found) = (sought, found)
        #expect((RootVerdict(facts, isPruned: false) == .isOnline) == isOnline)
    }
}

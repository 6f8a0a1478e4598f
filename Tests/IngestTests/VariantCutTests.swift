import Media
import Testing

@testable import Ingest

/// Where pictures of one variant end and those of another begin.
@Suite struct VariantCutTests {
    @Test func eachTimeHasAPictureOfOneVariant() {
        var cut = VariantCut()
        let delivers = { (time: MediaTime) in cut.deliver(time) }
        #expect(delivers(.milliseconds(0)))
        cut.end(at: .milliseconds(80))
        #expect(delivers(.milliseconds(80)))
        #expect(!delivers(.milliseconds(120)))
        // The decoder had given out more than was certain to be complete.
        cut.start(behind: .milliseconds(40))
        #expect(!delivers(.milliseconds(80)))
        #expect(!cut.leavesOut(nil))
        #expect(delivers(.milliseconds(120)))
        // From then on there is no other.
        #expect(delivers(.milliseconds(40)))
    }

    @Test func withoutAnotherVariantNothingIsLeftOut() {
        var cut = VariantCut()
        let delivers = { (time: MediaTime) in cut.deliver(time) }
        cut.end(at: .milliseconds(80))
        cut.end(at: nil)
        #expect(delivers(.milliseconds(120)))
    }
}

import Testing

@testable import pipd_media

@Suite struct ProbeOrderTests {
    @Test func onePassIsUnderWayAtATime() {
        var order = ProbeOrder()
        #expect(order.begin() == false)
        #expect(!order.isBusy)
        order.restart()
        order.restart()
        #expect(order.isBusy)
        #expect(order.begin() == true)
        #expect(order.isBusy)
        #expect(order.begin() == false)
        order.end()
        #expect(!order.isBusy)
        #expect(order.begin() == false)
    }

    /// What cannot be read now is met again then.
    @Test func afterAScanMeanwhileAnotherPassFollows() {
        var order = ProbeOrder()
        order.restart()
        #expect(order.begin() == true)
        order.restart()
        #expect(order.begin() == false)
        order.end()
        #expect(order.isBusy)
        #expect(order.begin() == true)
        order.end()
        #expect(!order.isBusy)
    }

    @Test func afterAFailureItRestsUntilTheNextScan() {
        var order = ProbeOrder()
        order.restart()
        #expect(order.begin() == true)
        order.restart()
        order.end(isFailed: true)
        #expect(!order.isBusy)
        #expect(order.begin() == false)
        order.restart()
        #expect(order.begin() == true)
    }

    @Test func newsAreToldEveryTenSecondsAndAtTheEnd() {
        var order = ProbeOrder()
        let noon: Int64 = 1_000_000_000_000
        #expect(order.takeNews(at: noon) == (true, nil))
        order.restart()
        #expect(order.begin() == true)
        #expect(order.takeNews(at: noon) == (true, 10_000_000))
        #expect(order.takeNews(at: noon) == (false, 10_000_000))
        #expect(order.takeNews(at: noon + 9_999_999) == (false, 1))
        #expect(order.takeNews(at: noon + 10_000_000) == (true, 10_000_000))
        // The clock is set back.
        #expect(order.takeNews(at: noon) == (true, 10_000_000))
        order.end()
        #expect(order.takeNews(at: noon + 1) == (true, nil))
    }
}

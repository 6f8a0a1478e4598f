import MediaStore
import Testing

@testable import pipd_media

@Suite struct ProbeOrderTests {
    private func id(_ number: Int) throws -> AssetID { try #require(AssetID("\(number)")) }

    @Test func oneIsAfterTheOtherUntilNothingIsLeft() throws {
        var order = ProbeOrder()
        #expect(order.next() == .nothing && !order.isBusy)
        order.restart()
        #expect(order.next() == .after(nil) && order.isBusy)
        order.begin(try id(3))
        #expect(order.next() == .nothing)
        order.end(isNews: true)
        #expect(order.next() == .after(try id(3)))
        order.begin(nil)
        #expect(order.next() == .nothing && !order.isBusy)
    }

    /// One that cannot be read now is met again behind the last, so that it holds up no other.
    @Test func afterAScanMeanwhileItBeginsAnewBehindTheLast() throws {
        var order = ProbeOrder()
        order.restart()
        order.begin(try id(3))
        order.restart()
        #expect(order.next() == .nothing)
        order.end(isNews: false)
        #expect(order.next() == .after(try id(3)))
        order.begin(nil)
        #expect(order.next() == .after(nil) && order.isBusy)
        order.begin(nil)
        #expect(order.next() == .nothing && !order.isBusy)
        order.restart()
        order.restart()
        order.rest()
        #expect(order.next() == .nothing && order.takeNews(at: 0) == 0)
    }

    @Test func newsAreToldEveryTenSecondsAndAtTheEnd() throws {
        var order = ProbeOrder()
        order.restart()
        let noon: Int64 = 1_000_000_000_000
        #expect(order.takeNews(at: noon) == 0)
        for number in 1...3 {
            order.begin(try id(number))
            order.end(isNews: true)
        }
        #expect(order.takeNews(at: noon) == 3)
        order.begin(try id(4))
        order.end(isNews: true)
        #expect(order.takeNews(at: noon + 9_999_999) == 0)
        #expect(order.takeNews(at: noon + 10_000_000) == 1)
        order.begin(try id(5))
        order.end(isNews: true)
        // The clock is set back.
        #expect(order.takeNews(at: noon) == 1)
        order.begin(try id(6))
        order.end(isNews: true)
        order.begin(nil)
        #expect(order.takeNews(at: noon + 1) == 1)
        #expect(order.takeNews(at: noon + 60_000_000) == 0)
    }
}

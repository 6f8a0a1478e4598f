import Feeds
import Testing

@Suite struct FeedParserTests {
    @Test(arguments: Fixture.all)
    func aFeedIsReadAsItIsMeant(fixture: Fixture) throws {
        let read = FeedDump.text(try fixture.parse())
        #expect(read == fixture.expected, "\(read)")
    }
}

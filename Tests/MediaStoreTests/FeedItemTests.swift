import Feeds
import GRDB
import Media
import MediaStore
import TestSupport
import Testing

@Suite struct FeedItemTests {
    private let folder: StoreFolder
    private let store: MediaStore

    init() throws {
        folder = try StoreFolder()
        store = try folder.open()
        try store.feeds.put(try definition("news"))
    }

    @Test func anItemComesBackAsItWas() throws {
        var item = item("a", title: "Zoë", categories: ["Sport", "Wetter"])
        item.author = "Ann"
        item.summary = "Two\nlines"
        item.publishedMicroseconds = noon - day
        item.thumbnail = "https://example.org/a.jpg"
        item.durationSeconds = 12.5
        var second = FeedVariant(url: "https://u:p@example.org/b.mp4")
        second.isDefault = true
        second.durationSeconds = 12
        item.variants.append(second)
        try store.visits.put([item], of: "news")
        let record = try #require(try store.items.all(of: try feedID("news")).first)
        #expect(record.item == item)
        #expect(record.feed.name == "news")
        #expect(record.firstSeenAt == noon)
        #expect(try store.items.find(record.id) == record)
    }

    @Test func aNameOfAnItemIsMadeOfTheFeedAndItsGUIDAlone() throws {
        // As `printf 'news\0a' | sha256sum` has it.
        let id = ItemID(feed: try feedID("news"), guid: "a")
        #expect(id.name == "456ae1ce4e2747fa152f83f2eb7d0d7e")
        #expect(id != ItemID(feed: try feedID("new"), guid: "sa"))
        #expect(ItemID(id.name) == id)
        for text in ["", "a", id.name.uppercased(), id.name + "0", "../../../../../../../../etc/x"]
        {
            #expect(ItemID(text) == nil)
        }
    }

    @Test func namesStayTheSame() throws {
        let items = (0..<50).map { item("\($0)") }
        try store.visits.put(items, of: "news")
        let ids = try store.items.all(of: try feedID("news")).map(\.id)
        #expect(Set(ids).count == 50)
        try store.visits.put([], of: "news")
        try store.visits.put(items.reversed(), of: "news", at: noon + day)
        try store.close()
        let again = try folder.open()
        #expect(try again.items.all(of: try feedID("news")).map(\.id) == ids.reversed())
    }

    @Test func theFirstOfEqualNamesCounts() throws {
        let items = [item("a", title: "1"), item("a", title: "2")]
        let change = try store.visits.put(items, of: "news")
        #expect(change == FeedChange(added: 1))
        #expect(try store.items.all(of: try feedID("news")).map(\.item.title) == ["1"])
    }

    @Test func zerosInTextsPartNothing() throws {
        let items = [item("a\0b", title: "x\0y"), item("a\0c"), item("a")]
        #expect(try store.visits.put(items, of: "news") == FeedChange(added: 3))
        #expect(try store.visits.put(items, of: "news") == FeedChange())
    }

    @Test func whatDidNotChangeIsNotWritten() throws {
        let log = try DatabaseQueue(path: folder.file)
        try log.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE written (guid TEXT);
                    CREATE TRIGGER t1 AFTER INSERT ON feed_item BEGIN
                        INSERT INTO written VALUES (new.guid); END;
                    CREATE TRIGGER t2 AFTER UPDATE ON feed_item BEGIN
                        INSERT INTO written VALUES (new.guid); END;
                    """
            )
        }
        func written(_ items: [String]) throws -> Set<String> {
            try log.write { try $0.execute(sql: "DELETE FROM written") }
            try store.visits.put(items.map { item($0) }, of: "news")
            return try log.read { try String.fetchSet($0, sql: "SELECT guid FROM written") }
        }
        #expect(try written(["a", "b", "c"]) == ["a", "b", "c"])
        #expect(try written(["a", "b", "c"]).isEmpty)
        #expect(try written(["n", "a", "m", "b"]) == ["n", "m"])
        #expect(try written(["b", "n", "a", "m"]) == ["b"])
        #expect(try store.items.guids(of: "news") == ["b", "n", "a", "m"])
    }

    @Test func pagesAreByCategoryInAnySpelling() throws {
        try store.visits.put(
            (0..<10).map {
                item("\($0)", categories: [$0 % 2 == 0 ? "Sport " : "sPORT", "C\($0)"])
            },
            of: "news"
        )
        let id = try feedID("news")
        let page = try store.items.page(of: id, category: " SPORT", limit: 6)
        #expect(page.elements.map(\.item.guid) == ["0", "1", "2", "3", "4", "5"])
        let rest = try store.items.page(of: id, category: "sport", after: page.next, limit: 6)
        #expect(rest.elements.map(\.item.guid) == ["6", "7", "8", "9"])
        #expect(rest.next == nil)
        #expect(try store.items.page(of: id, category: "c3").elements.map(\.item.guid) == ["3"])
        #expect(try store.items.page(of: id, category: "none").elements.isEmpty)
    }

    @Test(arguments: ["", "f", "x1", "f1x", "f+1", "f01", "s1", "f99999999999999999999", "f1\0"])
    func whatIsNoCursorIsRefused(text: String) throws {
        #expect(throws: StoreError.isNoCursor(text)) {
            try store.items.page(of: try feedID("news"), after: text)
        }
    }

    /// A feed that changes between any two pages: each item that was there all the time is given
    /// once, in order.
    @Test func pagesMissAndRepeatNothing() throws {
        var random = SeededGenerator(seed: 1)
        var current = (0..<400).map { "old\($0)" }
        try store.visits.put(current.map { item($0) }, of: "news")
        var seen: [String] = []
        var cursor: String?
        var inserted = 0
        repeat {
            let page = try store.items.page(of: try feedID("news"), after: cursor, limit: 10)
            seen += page.elements.map(\.item.guid)
            cursor = page.next
            current.removeAll { $0.hasPrefix("new") && random.next() % 4 != 0 }
            for _ in 0..<100 {
                let index = Int(random.next() % UInt64(current.count + 1))
                current.insert("new\(inserted)", at: random.next() % 2 == 0 ? 0 : index)
                inserted += 1
            }
            try store.visits.put(current.map { item($0) }, of: "news")
        } while cursor != nil
        #expect(inserted > 3_400)
        #expect(seen.filter { $0.hasPrefix("old") } == (0..<400).map { "old\($0)" })
        #expect(Set(seen).count == seen.count)
    }
}

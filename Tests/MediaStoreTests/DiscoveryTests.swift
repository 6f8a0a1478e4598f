import Feeds
import Media
import MediaStore
import Testing

@Suite struct DiscoveryTests {
    private let folder: StoreFolder
    private let store: MediaStore

    init() throws {
        folder = try StoreFolder()
        store = try folder.open()
        try store.feeds.put(try definition("news"))
    }

    @Test func whatWasPlayedToItsEndOfLateComesFirst() throws {
        try store.visits.put(["a", "b", "c", "d"].map { item($0) }, of: "news")
        for (guid, age, isCompleted) in [
            ("a", 0, true), ("b", 7, true), ("b", 7, true), ("b", 14, true), ("c", 0, false),
            ("d", -1, true), ("gone", 0, true),
        ] {
            let id = ItemID(feed: try feedID("news"), guid: guid)
            let time = noon - Int64(age) * day
            try store.plays.add(
                Play(item: .item(id), playlist: nil, at: time, isCompleted: isCompleted)
            )
        }
        let trending = try store.catalogue.discover(at: noon).trending
        #expect(trending.map(\.record.item.guid) == ["b", "a"])
        // 1/2 + 1/2 + 1/4, and 1.
        #expect(zip(trending, [1.25, 1]).allSatisfy { abs($0.score - $1) < 1e-9 })
    }

    @Test func spellingsOfACategoryAreOne() throws {
        try store.visits.put(
            [
                item("a", categories: ["Sport", "Wetter"]), item("b", categories: ["SPORT"]),
                item("c", categories: [" sport "]),
            ],
            of: "news"
        )
        let categories = try store.catalogue.discover(at: noon).categories
        #expect(categories.map(\.name) == ["Sport", "Wetter"])
        #expect(categories.map(\.itemCount) == [3, 1])
        try store.visits.put([], of: "news")
        #expect(try store.catalogue.discover(at: noon).categories.isEmpty)
    }

    @Test func theNewestOfAllFeedsComesFirst() throws {
        try store.feeds.put(try definition("more"))
        for (feed, guid, age) in [("news", "a", 2), ("more", "b", 1)] {
            var item = item(guid)
            item.publishedMicroseconds = noon - Int64(age) * day
            try store.visits.put([item], of: feed)
        }
        let found = try store.catalogue.discover(at: noon)
        #expect(found.latest.map(\.item.guid) == ["b", "a"])
        #expect(found.channels.map(\.id.name) == ["more", "news"])
        #expect(found.channels.map(\.itemCount) == [1, 1])
        #expect(found.channels.map(\.title) == ["News", "News"])
    }
}

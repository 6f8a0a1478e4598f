import Feeds
import Media
import MediaStore
import Testing

@Suite struct StoredFeedTests {
    private let folder: StoreFolder
    private let store: MediaStore

    init() throws {
        folder = try StoreFolder()
        store = try folder.open()
    }

    @Test func aNewFeedIsDueAtOnceAndEmpty() throws {
        try store.feeds.put(try definition("news"))
        let stored = try #require(try store.feeds.find(try feedID("news")))
        #expect(stored.definition == (try definition("news")))
        #expect(stored.itemCount == 0)
        #expect(stored.refreshedAt == nil)
        #expect((stored.nextAt, stored.isGone) == (0, false))
        #expect(try store.feeds.find(try feedID("other")) == nil)
    }

    @Test func aVisitTellsWhenTheNextIsDue() throws {
        for name in ["b", "a"] { try store.feeds.put(try definition(name)) }
        let validators = FeedValidators(etag: "\"1\"", lastModified: "Tue")
        for (name, time) in [("a", noon), ("b", noon + second)] {
            try store.visits.noteUnchanged(
                try feedID(name),
                validators: validators,
                visit: visit(time)
            )
        }
        #expect(try store.feeds.all().map(\.nextAt) == [noon + 900 * second, noon + 901 * second])
        #expect(try store.feeds.find(try feedID("a"))?.validators == validators)
        #expect(try store.feeds.find(try feedID("a"))?.refreshedAt == noon)
    }

    @Test func anotherAddressBeginsAnew() throws {
        try store.feeds.put(try definition("news"))
        try store.visits.put([item("a")], of: "news")
        var other = try definition("news")
        try store.feeds.put(other)
        #expect(try store.items.guids(of: "news") == ["a"])
        other.url = "https://example.org/other.xml"
        try store.feeds.put(other)
        let stored = try #require(try store.feeds.find(other.id))
        #expect(stored.definition.url == other.url)
        #expect((stored.itemCount, stored.title, stored.nextAt) == (0, "", 0))
    }

    @Test func anotherCountOfItemsAsksForTheWholeFeed() throws {
        try store.feeds.put(try definition("news"))
        let id = try feedID("news")
        try store.visits.noteUnchanged(id, validators: .init(etag: "\"1\""), visit: visit())
        try store.feeds.put(try definition("news"))
        #expect(try store.feeds.find(id)?.validators.etag == "\"1\"")
        try store.feeds.put(try definition("news", maxItems: 3))
        #expect(try store.feeds.find(id)?.validators == FeedValidators())
        try store.visits.put((0..<9).map { item("\($0)") }, of: "news")
        #expect(try store.items.guids(of: "news") == ["0", "1", "2"])
    }

    @Test func failuresCountUntilAVisitSucceeds() throws {
        try store.feeds.put(try definition("news"))
        let id = try feedID("news")
        try store.visits.put([item("a")], of: "news")
        for failures in 1...2 {
            try store.visits.noteFailure(
                id,
                reason: "No answer.",
                failures: failures,
                visit: visit(noon + 5)
            )
        }
        var stored = try #require(try store.feeds.find(id))
        #expect(stored.failures == 2)
        #expect(stored.error == "No answer.")
        #expect((stored.refreshedAt, stored.itemCount) == (noon, 1))
        try store.visits.noteUnchanged(id, validators: .init(), visit: visit(noon + 6))
        stored = try #require(try store.feeds.find(id))
        #expect((stored.failures, stored.error, stored.refreshedAt) == (0, nil, noon + 6))
    }

    @Test func aFeedThatIsGoneKeepsItsItems() throws {
        try store.feeds.put(try definition("news"))
        let id = try feedID("news")
        try store.visits.put([item("a")], of: "news")
        try store.visits.noteGone(id, reason: "410")
        #expect(try store.feeds.find(id)?.isGone == true)
        #expect(try store.items.guids(of: "news") == ["a"])
        try store.visits.put([item("a")], of: "news")
        #expect(try store.feeds.find(id)?.isGone == false)
    }

    @Test func whatClientsAddedOutlivesTheConfiguration() throws {
        for name in ["a", "b"] { try store.feeds.put(try definition(name)) }
        try store.feeds.put(try definition("c", isConfigured: false))
        #expect(try store.feeds.retainConfigured([try feedID("b")]).map(\.name) == ["a"])
        #expect(try store.feeds.all().map(\.id.name) == ["b", "c"])
        #expect(try store.feeds.remove(try feedID("c")))
        #expect(try !store.feeds.remove(try feedID("c")))
    }

    @Test func aFeedTooManyIsRefused() throws {
        let folder = try StoreFolder()
        var limits = StoreLimits()
        limits.feeds = 2
        let store = try folder.open(limits: limits)
        for name in ["a", "b", "a"] { try store.feeds.put(try definition(name)) }
        #expect(throws: StoreError.hasTooManyFeeds(most: 2)) {
            try store.feeds.put(try definition("c"))
        }
    }

    @Test func whatIsOfNoFeedIsRefused() throws {
        let id = try feedID("none")
        let expected = StoreError.hasNoFeed(id)
        #expect(throws: expected) { try store.visits.put([], of: "none") }
        #expect(throws: expected) {
            try store.visits.noteFailure(id, reason: "", failures: 1, visit: visit())
        }
        #expect(throws: expected) { try store.visits.noteGone(id, reason: "") }
        #expect(throws: expected) {
            try store.visits.noteUnchanged(id, validators: .init(), visit: visit())
        }
        #expect(throws: expected) { try store.items.page(of: id) }
    }

    @Test func noMessageShowsAPassword() throws {
        try store.feeds.put(try definition("news"))
        let id = try feedID("news")
        let reason: MessageText = "No answer from \("https://u:hunter2@h/")."
        try store.visits.noteFailure(id, reason: reason, failures: 1, visit: visit())
        let stored = try #require(try store.feeds.find(id))
        #expect(!"\(stored)".contains("secret"))
        #expect(!"\(stored)".contains("hunter2"))
    }
}

import Feeds
import Media
import MediaStore
import TestSupport
import Testing

@Suite struct SearchTests {
    private let folder: StoreFolder
    private let store: MediaStore

    init() throws {
        folder = try StoreFolder()
        store = try folder.open()
        try store.feeds.put(try definition("news"))
    }

    @Test(
        arguments: [
            ("stor", ["a"]), ("storm COAST", ["a"]), ("coast storm", ["a"]), ("ann", ["a"]),
            ("zoe", ["b"]), ("ZOË", ["b"]), ("天気", ["c"]), ("storm zoe", []), ("", []),
            ("\"", []), ("title:storm", []), ("storm OR zoe", []), ("stor*", ["a"]), ("(((", []),
            ("storm\u{0}coast", ["a"]), ("-storm", ["a"]),
        ] as [(String, [String])]
    )
    func whatHasTheWordsIsFound(text: String, guids: [String]) throws {
        var first = item("a", title: "Storm over the coast")
        first.author = "Ann"
        try store.visits.put(
            [first, item("b", title: "Zoë sings"), item("c", title: "天気 today")],
            of: "news"
        )
        #expect(try store.catalogue.search(text).elements.map(\.item.guid) == guids)
    }

    @Test func whatIsChangedOrGoneIsFoundNoMore() throws {
        try store.visits.put([item("a", title: "Storm"), item("b", title: "Storm")], of: "news")
        try store.visits.put([item("a", title: "Calm")], of: "news")
        #expect(try store.catalogue.search("storm").elements.isEmpty)
        #expect(try store.catalogue.search("calm").elements.map(\.item.guid) == ["a"])
        try store.feeds.remove(try feedID("news"))
        #expect(try store.catalogue.search("calm").elements.isEmpty)
    }

    @Test func pagesHaveAllOfItOnce() throws {
        let items = (0..<25).map { number in
            var item = item("\(number)", title: "Storm \(number)")
            item.publishedMicroseconds = noon - Int64(number) * second
            return item
        }
        var random = SeededGenerator(seed: 5)
        try store.visits.put(items.shuffled(using: &random), of: "news")
        var (found, cursor): ([String], String?) = ([], nil)
        repeat {
            let page = try store.catalogue.search("storm", after: cursor, limit: 10)
            found += page.elements.map(\.item.guid)
            cursor = page.next
        } while cursor != nil
        #expect(found == (0..<25).map { "\($0)" })
        #expect(throws: StoreError.isNoCursor("f1")) {
            try store.catalogue.search("a", after: "f1")
        }
    }
}

import Media
import Testing

@testable import Feeds

/// Lists that name lists.
@Suite struct NestedListsTests {
    private struct Fault: Error {}

    /// What names what, and the names of the items that come of `a`.
    private func resolve(_ lists: [String: String]) -> (items: String, Feed) {
        var read: [String] = []
        let feed = NestedLists.resolve(feed(lists["a.m3u"] ?? ""), from: address("a.m3u")) { list in
            let name = String(list.withSecrets.dropFirst("http://h/".count))
            read.append(name)
            return lists[name].map { self.feed($0) }
        }
        #expect(Set(read).count == read.count, "each is read once")
        let names = feed.items.map { $0.variants[0].url.withSecrets.dropFirst("http://h/".count) }
        return (names.joined(separator: " "), feed)
    }

    private func address(_ name: some StringProtocol) -> AddressText {
        AddressText("http://h/\(name)")
    }

    private func feed(_ names: String) -> Feed {
        var feed = Feed()
        feed.items = names.split(separator: " ").map { name in
            FeedItem(guid: String(name), variants: [FeedVariant(url: address(name))])
        }
        return feed
    }

    @Test func whatAListHoldsStandsInItsPlace() {
        let lists = ["a.m3u": "1 b.m3u 4 c.xspf", "b.m3u": "2 3", "c.xspf": "5"]
        #expect(resolve(lists).items == "1 2 3 4 5")
    }

    @Test func listsThatNameEachOtherComeToAnEnd() {
        let (items, feed) = resolve(["a.m3u": "1 b.m3u a.m3u", "b.m3u": "2 a.m3u b.m3u 1"])
        #expect(items == "1 2")
        #expect(feed.omissions.repeated == 4)
    }

    @Test func theFourthIsTheLast() {
        let lists = [
            "a.m3u": "1 b.m3u", "b.m3u": "2 c.m3u", "c.m3u": "3 d.m3u", "d.m3u": "4 e.m3u 5",
            "e.m3u": "6",
        ]
        let (items, feed) = resolve(lists)
        #expect(items == "1 2 3 4 5")
        #expect(feed.omissions.unusable == 1)
    }

    /// It has a list's name, and is shown.
    @Test func oneStreamStaysAnItem() {
        #expect(
            resolve(["a.m3u": "live.m3u film.m3u8 b.m3u?x=1", "b.m3u?x=1": "2"]).items
                == "live.m3u film.m3u8 2"
        )
    }

    @Test func noMoreAreReadThanThereMayBe() {
        var lists = ["a.m3u": (1...100).map { "\($0).m3u" }.joined(separator: " ")]
        for number in 1...100 { lists["\(number).m3u"] = "\(number)" }
        let (_, feed) = resolve(lists)
        #expect(feed.items.count == NestedLists.most)
        #expect(feed.omissions.excess == 100 - NestedLists.most)
        let many = (1...1_500).map { "x\($0)" }.joined(separator: " ")
        let others = (1...1_500).map { "y\($0)" }.joined(separator: " ")
        let large = resolve(["a.m3u": "b.m3u c.m3u d.m3u", "b.m3u": many, "c.m3u": others]).1
        #expect(large.items.count == FeedLimits.items)
        #expect(large.omissions.excess == 1_001)
    }

    @Test func whatCannotBeReadEndsIt() {
        #expect(throws: Fault.self) {
            try NestedLists.resolve(feed("1 b.m3u"), from: address("a.m3u")) {
                (_) throws(Fault) in throw Fault()
            }
        }
    }

    @Test(
        arguments: [
            ("/a.M3U", nil, true), ("/a.xspf?x#y", nil, true), ("/a.m3u8", "audio/mpegurl", false),
            ("/a", "audio/x-mpegurl", true), ("/a.mp4", nil, false), ("/m3u", nil, false),
        ] as [(String, String?, Bool)]
    )
    func aListIsKnownByItsNameOrType(path: String, type: String?, isList: Bool) {
        let variant = FeedVariant(url: AddressText("http://h\(path)"), mediaType: type)
        #expect((FeedItem(guid: "1", variants: [variant]).list != nil) == isList)
    }
}

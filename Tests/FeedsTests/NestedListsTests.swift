import Media
import Testing

@testable import Feeds

/// Lists that name lists.
@Suite struct NestedListsTests {
    private struct Fault: Error {}

    /// What names what, and the names of the items that come of `a`.
    private func resolve(_ lists: [String: String]) -> (items: String, feed: Feed) {
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

    /// What names a fifth one is shown as it is, so that somebody hears of it.
    @Test func theFourthIsTheLast() {
        let lists = [
            "a.m3u": "1 b.m3u", "b.m3u": "2 c.m3u", "c.m3u": "3 d.m3u", "d.m3u": "4 e.m3u 5",
            "e.m3u": "6",
        ]
        #expect(resolve(lists).items == "1 2 3 4 e.m3u 5")
    }

    /// It has a list's name, and is shown.
    @Test func oneStreamStaysAnItem() {
        let lists = [
            "a.m3u": "live.m3u film.m3u8 b.m3u?x=1 c.m3u", "b.m3u?x=1": "2", "c.m3u": "3 live.m3u",
        ]
        let (items, feed) = resolve(lists)
        #expect(items == "live.m3u film.m3u8 2 3")
        // The same item again, not the same list.
        #expect(feed.omissions.repeated == 1)
    }

    @Test func noMoreAreReadThanThereMayBe() {
        var lists = ["a.m3u": (1...100).map { "\($0).m3u" }.joined(separator: " ")]
        for number in 1...100 { lists["\(number).m3u"] = "\(number)" }
        let names = resolve(lists).items.split(separator: " ")
        #expect(names.count == 100)
        #expect(names.count { !$0.hasSuffix(".m3u") } == NestedLists.most)
        let many = (1...1_500).map { "x\($0)" }.joined(separator: " ")
        let others = (1...1_500).map { "y\($0)" }.joined(separator: " ")
        let large = resolve(["a.m3u": "b.m3u c.m3u d.m3u", "b.m3u": many, "c.m3u": others]).feed
        #expect(large.items.count == FeedLimits.items)
        #expect(large.omissions.excess == 1_001)
    }

    @Test func whatIsNotWantedIsNotRead() {
        let feed = NestedLists.resolve(feed("b.m3u 3 c.m3u"), from: address("a.m3u"), limit: 2) {
            $0 == address("b.m3u") ? self.feed("1 2") : nil
        }
        #expect(feed.items.map(\.guid) == ["1", "2"])
        #expect(feed.omissions.excess == 2)
    }

    /// Of several forms of one thing.
    @Test func aListBesideAVideoIsNotTaken() {
        var variants = ["a.m3u", "a.mp4"].map { FeedVariant(url: address($0)) }
        variants[1].isDefault = true
        #expect(FeedItem(guid: "1", variants: variants).list == nil)
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

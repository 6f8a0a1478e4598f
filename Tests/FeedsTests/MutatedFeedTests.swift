import Feeds
import Glibc
import Media
import TestSupport
import Testing

/// Feeds that were damaged at random: whatever they hold, they are read or refused, and what is
/// read of them is within the limits.
///
/// `PIPD_FEEDS` says how many; the same ones come in each run.
@Suite struct MutatedFeedTests {
    private static let count = getenv("PIPD_FEEDS").flatMap { Int(String(cString: $0)) } ?? 20_000

    @Test func aDamagedFeedIsReadOrRefused() {
        var mutator = FeedMutator(seed: 1)
        var (read, refused, items) = (0, 0, 0)
        for number in 0..<Self.count {
            let fixture = mutator.next()
            do throws(FeedError) {
                let feed = try fixture.parse()
                read += 1
                items += feed.items.count
                if let fault = Self.fault(in: feed, from: fixture.address) {
                    Issue.record("\(fixture.name), number \(number): \(fault)")
                }
            } catch {
                refused += 1
                if "\(error)".utf8.count > 1_000 { Issue.record("\(number): \(error)") }
            }
        }
        // Neither all nor nothing: both are seen.
        #expect(read > Self.count / 10)
        #expect(refused > Self.count / 10)
        if Self.count > 20_000 { Self.report("read \(read), refused \(refused), items \(items)") }
    }

    @Test func everyBeginningOfAFeedIsReadOrRefused() {
        for fixture in Fixture.all {
            for count in fixture.bytes.indices {
                let cut = Fixture(
                    fixture.name,
                    bytes: Array(fixture.bytes[..<count]),
                    from: fixture.address,
                    type: fixture.type,
                    shows: ""
                )
                guard let feed = try? cut.parse() else { continue }
                #expect(Self.fault(in: feed, from: fixture.address) == nil)
            }
        }
    }

    /// Each reader has its own state.
    @Test func feedsAreReadOnManyThreadsAtOnce() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for fixture in Fixture.all {
                        let read = (try? fixture.parse()).map(FeedDump.text)
                        #expect(read == fixture.expected)
                    }
                }
            }
        }
    }

    /// What is not as `Feed` promises; nil where all is.
    private static func fault(in feed: Feed, from address: String) -> String? {
        if feed.title.utf8.count > FeedLimits.titleBytes { return "a long title" }
        if Set(feed.items.map(\.guid)).count != feed.items.count { return "an identity twice" }
        for item in feed.items {
            if !(1...FeedLimits.variants).contains(item.variants.count) { return "variants" }
            if item.title.utf8.count > FeedLimits.titleBytes { return "a long title" }
            if item.summary.utf8.count > FeedLimits.summaryBytes { return "a long summary" }
            if item.author.utf8.count > FeedLimits.authorBytes { return "a long author" }
            if item.categories.count > FeedLimits.categories { return "categories" }
            let addresses = item.variants.map(\.url) + (item.thumbnail.map { [$0] } ?? [])
            for text in addresses.map(\.withSecrets) {
                let isWeb = text.hasPrefix("http://") || text.hasPrefix("https://")
                let isFile = address.hasPrefix("/") && text.hasPrefix("file:///")
                if !isWeb && !isFile { return "the address \(text)" }
                if text.utf8.count > FeedLimits.addressBytes { return "a long address" }
            }
        }
        return nil
    }

    /// With the most memory that the process had.
    private static func report(_ text: String) {
        var usage = rusage()
        getrusage(CInt(RUSAGE_SELF.rawValue), &usage)
        print("\(text); \(usage.ru_maxrss) KiB at most")
    }
}

/// Makes damaged feeds of the fixtures.
private struct FeedMutator {
    private var random: SeededGenerator
    private let fixtures = Fixture.all
    private static let tokens = [
        "<", ">", "</", "/>", "<![CDATA[", "]]>", "<!--", "-->", "<?", "<!DOCTYPE", "&", "&#",
        "&amp;",
        "&#x110000;", "\"", "'", " xmlns=\"\"", " xmlns:x=\"y\"", " xml:base=\"..\"", "\\",
        "\\ud800",
        "{", "}", "[", "]", ",", ":", "null", "-1", "99999999999999999999", "1e309", "\u{0}",
        "\u{FEFF}",
        "\n", "#EXTINF:", "<item>", "</item>", "<entry>", "<media:group>", "file:///", "../",
        "http://",
    ].map { Array($0.utf8) }

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func next() -> Fixture {
        let fixture = pick(fixtures)
        var bytes = fixture.bytes
        for _ in 0...Int.random(in: 0..<3, using: &random) { damage(&bytes) }
        return Fixture(
            fixture.name,
            bytes: bytes,
            from: fixture.address,
            type: fixture.type,
            shows: ""
        )
    }

    private mutating func damage(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<7, using: &random) {
        case 0 where place < bytes.count:
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes.removeSubrange(place...)
        case 3: bytes.removeSubrange(part(of: bytes))
        case 4: bytes.insert(contentsOf: bytes[part(of: bytes)], at: place)
        case 5:
            let other = pick(fixtures).bytes
            bytes.insert(contentsOf: other[part(of: other)], at: place)
        default: bytes.insert(contentsOf: pick(Self.tokens), at: place)
        }
    }

    private mutating func part(of bytes: [UInt8]) -> Range<Int> {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let most = min(bytes.count - start, 200)
        return start..<start + Int.random(in: 0...most, using: &random)
    }

    private mutating func pick<Element>(_ list: [Element]) -> Element {
        list[Int.random(in: 0..<list.count, using: &random)]
    }
}

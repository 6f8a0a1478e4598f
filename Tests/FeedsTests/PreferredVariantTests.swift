import Feeds
import Media
import Testing

@Suite struct PreferredVariantTests {
    @Test(
        arguments: [
            (["-", "-"], 0), (["360", "720", "1080", "2160"], 2), (["2160", "1440"], 1),
            (["480 b1", "480 b3", "480 b2"], 1), (["1080", "360 own"], 1), (["audio", "-"], 1),
            (["audio"], 0), (["720", "720"], 0), (["- b9", "240"], 1), (["audio own", "-"], 1),
        ] as [([String], Int)]
    )
    func oneFormIsTaken(forms: [String], index: Int) throws {
        let variants = forms.enumerated().map { number, form in
            var variant = FeedVariant(url: AddressText("http://h/\(number)"))
            for word in form.split(separator: " ") {
                if let height = Int(word) { variant.height = height }
                if word.hasPrefix("b") { variant.bitsPerSecond = Int(word.dropFirst()) }
                if word == "own" { variant.isDefault = true }
                if word == "audio" { variant.mediaType = "audio/mpeg" }
            }
            return variant
        }
        let item = FeedItem(guid: "1", variants: variants)
        #expect(item.preferredVariant.url == variants[index].url)
    }
}

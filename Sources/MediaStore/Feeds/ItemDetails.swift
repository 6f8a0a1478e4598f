internal import Feeds
internal import FoundationEssentials
internal import Media

/// What of an item is not searched, compared or counted by itself, as JSON in one column.
struct ItemDetails: Codable {
    struct Variant: Codable {
        var url: String
        var type: String?
        var bitrate: Int?
        var width: Int?
        var height: Int?
        var isDefault: Bool?
        var duration: Double?
    }

    var categories: [String]
    var thumbnail: String?
    var duration: Double?
    var variants: [Variant]

    init(of item: FeedItem) {
        categories = item.categories
        thumbnail = item.thumbnail?.withSecrets
        duration = item.durationSeconds.finite
        variants = item.variants.map { variant in
            Variant(
                url: variant.url.withSecrets,
                type: variant.mediaType,
                bitrate: variant.bitsPerSecond,
                width: variant.width,
                height: variant.height,
                isDefault: variant.isDefault ? true : nil,
                duration: variant.durationSeconds.finite
            )
        }
    }

    /// Returns nil for what no item is written as: bits have turned over in it.
    init?(json: String) {
        let data = Data(json.utf8)
        guard let details = try? JSONDecoder().decode(Self.self, from: data) else { return nil }
        self = details
    }

    /// The same text for the same values.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }

    var feedVariants: [FeedVariant] {
        variants.map { stored in
            var variant = FeedVariant(url: AddressText(stored.url), mediaType: stored.type)
            variant.bitsPerSecond = stored.bitrate
            variant.width = stored.width
            variant.height = stored.height
            variant.isDefault = stored.isDefault ?? false
            variant.durationSeconds = stored.duration
            return variant
        }
    }
}

extension Double? {
    /// JSON has no other numbers.
    fileprivate var finite: Double? { flatMap { $0.isFinite ? $0 : nil } }
}

import Feeds
import Media

/// A feed in a few lines: what it says and nothing else.
///
///     F "TITLE" [THUMBNAIL]
///     I GUID "TITLE" by AUTHOR @MICROSECONDS in A, B [THUMBNAIL] SECONDS: SUMMARY
///     - URL TYPE BITSb WIDTHxHEIGHT SECONDSs default
///     x EXCESS UNUSABLE REPEATED
enum FeedDump {
    static func text(_ feed: Feed) -> String {
        var lines = ["F \"\(feed.title)\"" + picture(feed.thumbnail)]
        for item in feed.items {
            lines.append(line(item))
            lines += item.variants.map(line)
        }
        let omissions = feed.omissions
        if [omissions.excess, omissions.unusable, omissions.repeated] != [0, 0, 0] {
            lines.append("x \(omissions.excess) \(omissions.unusable) \(omissions.repeated)")
        }
        return lines.joined(separator: "\n")
    }

    private static func picture(_ address: AddressText?) -> String {
        address.map { " [\($0.withSecrets)]" } ?? ""
    }

    private static func line(_ item: FeedItem) -> String {
        var line = "I \(item.guid) \"\(item.title)\""
        if !item.author.isEmpty { line += " by \(item.author)" }
        if let time = item.publishedMicroseconds { line += " @\(time)" }
        if !item.categories.isEmpty { line += " in " + item.categories.joined(separator: ", ") }
        line += picture(item.thumbnail)
        if let seconds = item.durationSeconds { line += " \(seconds)" }
        return item.summary.isEmpty ? line : line + ": " + item.summary
    }

    private static func line(_ variant: FeedVariant) -> String {
        var line = "- \(variant.url.withSecrets)"
        if let type = variant.mediaType { line += " \(type)" }
        if let bits = variant.bitsPerSecond { line += " \(bits)b" }
        if variant.width != nil || variant.height != nil {
            line += " \(variant.width ?? 0)x\(variant.height ?? 0)"
        }
        if let seconds = variant.durationSeconds { line += " \(seconds)s" }
        return variant.isDefault ? line + " default" : line
    }
}

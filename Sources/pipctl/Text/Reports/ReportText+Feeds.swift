internal import ControlAPI
internal import Media

extension ReportText {
    /// A table of feeds.
    ///
    /// - Parameters:
    ///   - reports: What the daemon says of them.
    ///   - now: Seconds since 1970.
    /// - Returns: Lines.
    static func feeds(_ reports: [FeedReport], at now: Double) -> String {
        guard !reports.isEmpty else { return "No feeds; add one: pipctl feeds add ID URL\n" }
        var table = TextTable([
            .left("FEED"), .left("STATE"), .right("ITEMS"), .left("READ"), .left("NEXT"),
            .name("TITLE"), .left("NOTE"),
        ])
        for report in reports {
            table.append([
                report.id, report.state.rawValue, "\(report.items)",
                report.refreshedAt.map { "\(duration(max(now - $0, 0))) ago" } ?? "never",
                report.nextAt.map { $0 > now ? "in \(duration($0 - now))" : "now" } ?? "–",
                report.title ?? "–", report.error ?? "",
            ])
        }
        return table.text
    }

    /// What a look at a feed has found.
    static func refresh(_ report: FeedRefreshReport) -> String {
        let changes =
            report.unchanged
            ? "nothing new"
            : "\(report.added) new, \(report.changed) changed, \(report.removed) gone"
        return VisibleText.escaped("\(report.feed): \(changes); \(report.items) items") + "\n"
    }

    /// A part of a list of items, and how to get what follows.
    static func items(_ page: FeedItemPage) -> String {
        guard !page.items.isEmpty else { return "No items\n" }
        return table(page.items) + more(page.nextCursor)
    }

    /// How to get what follows a part of a list, for a shell.
    static func more(_ cursor: String?) -> String {
        cursor.map { "more: --cursor \(ShellWord.quoting($0))\n" } ?? ""
    }

    /// What there is in all feeds.
    static func discovery(_ report: DiscoverReport) -> String {
        var parts: [String] = []
        if !report.trending.isEmpty {
            parts.append("Played of late\n" + table(report.trending.map(\.item)))
        }
        if !report.channels.isEmpty { parts.append("Feeds\n" + table(report.channels)) }
        if !report.latest.isEmpty { parts.append("New\n" + table(report.latest)) }
        if !report.categories.isEmpty { parts.append("Categories\n" + table(report.categories)) }
        return parts.isEmpty
            ? "Nothing; add a feed: pipctl feeds add ID URL\n"
            : parts.joined(separator: "\n")
    }

    private static func table(_ items: [FeedItemReport]) -> String {
        var table = TextTable([
            .left("ITEM"), .left("FEED"), .right("LASTS"), .name("TITLE"), .left("ADDRESS"),
        ])
        for item in items {
            table.append([
                item.id, item.feed, item.durationSeconds.map { duration($0) } ?? "–",
                item.title, item.url,
            ])
        }
        return table.text
    }

    private static func table(_ channels: [ChannelReport]) -> String {
        var table = TextTable([.left("FEED"), .right("ITEMS"), .name("TITLE")])
        for channel in channels {
            table.append([channel.feed, "\(channel.items)", channel.title])
        }
        return table.text
    }

    private static func table(_ categories: [CategoryReport]) -> String {
        var table = TextTable([.left("CATEGORY"), .right("ITEMS")])
        for category in categories { table.append([category.name, "\(category.items)"]) }
        return table.text
    }
}

internal import ControlAPI
internal import Feeds
internal import Media
internal import MediaLink
internal import MediaStore

// What the database has, as clients are told: times in seconds, addresses without passwords.

extension FeedReport {
    init(_ feed: StoredFeed) {
        self.init(
            id: feed.id.name,
            url: "\(feed.definition.url)",
            state: State(feed),
            items: feed.itemCount
        )
        title = feed.title.isEmpty ? nil : feed.title
        configured = feed.definition.isConfigured
        refresh = feed.definition.refreshSeconds
        maxItems = feed.definition.maxItems
        refreshedAt = feed.refreshedAt.map(WallClock.seconds)
        nextAt = feed.isGone ? nil : WallClock.seconds(feed.nextAt)
        error = feed.error?.description
    }
}

extension FeedReport.State {
    fileprivate init(_ feed: StoredFeed) {
        if feed.isGone {
            self = .gone
        } else if feed.error != nil {
            self = .failing
        } else {
            self = feed.refreshedAt == nil ? .waiting : .good
        }
    }
}

extension FeedRefreshReport {
    /// Without a change it reports that the server has nothing new.
    init(_ feed: StoredFeed, _ change: FeedChange?) {
        self.init(feed: feed.id.name, unchanged: change == nil, items: feed.itemCount)
        guard let change else { return }
        (added, removed, changed) = (change.added, change.removed, change.changed)
    }
}

extension FeedItemReport {
    init(_ record: FeedItemRecord) {
        let item = record.item
        self.init(
            id: record.id.name,
            feed: record.feed.name,
            url: "\(item.preferredVariant.url)",
            title: item.title
        )
        (author, summary, categories) = (item.author, item.summary, item.categories)
        published = item.publishedMicroseconds.map(WallClock.seconds)
        thumbnail = item.thumbnail.map { "\($0)" }
        durationSeconds = item.preferredVariant.durationSeconds ?? item.durationSeconds
    }
}

extension FeedItemPage {
    init(_ page: StorePage<FeedItemRecord>) {
        self.init(items: page.elements.map(FeedItemReport.init), nextCursor: page.next)
    }
}

extension DiscoverReport {
    init(_ discovery: Discovery) {
        self.init(
            trending: discovery.trending.map {
                TrendingReport(item: FeedItemReport($0.record), score: $0.score)
            },
            channels: discovery.channels.map {
                ChannelReport(feed: $0.id.name, title: $0.title, items: $0.itemCount)
            },
            latest: discovery.latest.map(FeedItemReport.init),
            categories: discovery.categories.map {
                CategoryReport(name: $0.name, items: $0.itemCount)
            }
        )
    }
}

extension MediaRefusal {
    init(_ error: StoreError) {
        self.init(Kind(error), error.message.description)
    }
}

extension MediaRefusal.Kind {
    fileprivate init(_ error: StoreError) {
        self =
            switch error {
            case .hasNoFeed, .hasNoSelection: .unknown
            case .hasTooManyFeeds, .hasTooManyAlbums: .conflict
            case .isNoCursor, .hasNoAsset, .cannotBeShown, .isNotInRange: .value
            case .hasTooManySelected: .value
            case .hasNoAlbum, .isNoOwnAlbum, .isAlbumOfAlbum: .value
            case .hasNothingToExport, .hasTooManyToExport, .isNotSelected: .value
            case .isFull: .full
            default: .storage
            }
    }
}

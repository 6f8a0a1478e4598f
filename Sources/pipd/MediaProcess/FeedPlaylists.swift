internal import Control
internal import ControlAPI
internal import Ingest
internal import Logging
internal import Media
internal import MediaLink
internal import Pipeline

/// Gives playlists what the feeds that they name have to show: as soon as it is known, and
/// whenever it is something else.
///
/// Thread: safe.
struct FeedPlaylists: Sendable {
    let playlists: Playlists
    let media: MediaProcess
    let events: EventHub
    let logger: Logger
    let counts = FeedCounts()

    /// Asks for what all playlists take from feeds.
    func refresh() { for (id, feeds) in fed() { ask(id, feeds) } }

    /// The same for one playlist; nothing for one without feeds.
    func refresh(_ id: StreamID) {
        for (known, feeds) in fed() where known == id { ask(id, feeds) }
    }

    /// Obeys what the media process tells.
    func take(_ notice: MediaNotice) {
        switch notice {
        case .feedRefreshed(let report):
            counts.add(report.unchanged ? .unchanged : .changed, of: report.feed)
            guard !report.unchanged else { return }
            logger.debug(
                "feed \(report.feed): \(report.added) new, \(report.removed) gone",
                metadata: ["feed": "\(report.feed)"]
            )
            events.publish(Events.feedRefreshed(report))
            for (id, feeds) in fed() where feeds.contains(report.feed) { ask(id, feeds) }
        case .feedFailed(let feed, let reason):
            counts.add(.failed, of: feed)
            logger.warning("feed \(feed): \(reason)", metadata: ["feed": "\(feed)"])
            events.publish(Events.feedFailed(feed, reason: reason))
        case .warning(let text): logger.warning("pipd-media: \(text)")
        case .scanBegins, .scanned, .changed, .libraryFaults, .probed, .thumbnail, .exportMoved,
            .exportEnded:
            break
        }
    }

    private func fed() -> [(id: StreamID, feeds: [String])] {
        playlists.feeds.filter { !$0.feeds.isEmpty }
    }

    private func ask(_ id: StreamID, _ feeds: [String]) {
        let limit = PlaylistConfiguration.mostItems
        media.ask(.feeds(.entries(feeds, limit: limit))) { answer in
            switch answer {
            case .entries(let entries): give(entries, of: feeds, to: id)
            // It is asked again when it is back.
            case .refused(let refusal) where refusal.kind == .away: break
            default: logger.warning("playlist \(id): its feeds cannot be read: \(answer)")
            }
        }
    }

    private func give(_ entries: [MediaEntry], of feeds: [String], to id: StreamID) {
        var numbering = ItemNumbering()
        let items = entries.compactMap { entry in
            (try? SourceAddress.parse(entry.address)).map { address in
                let title = entry.title.isEmpty ? nil : entry.title
                var item = numbering.item(address, title: title)
                item.feedItem = entry.item
                item.duration = entry.duration.flatMap { seconds in
                    (0...1e9).contains(seconds) ? .seconds(seconds) : nil
                }
                return item
            }
        }
        do throws(PipelineError) {
            let (before, after) = try playlists.edit(id, adding: items) { draft in
                // It may have others by now, or none.
                if draft.configuration.feeds == feeds { draft.take(fromFeeds: items) }
            }
            if after != before { events.publish(Events.playlistChanged(id, revision: after)) }
        } catch {
            // One that was removed meanwhile needs none.
            if case .unknownPlaylist = error { return }
            logger.warning("playlist \(id): what its feeds bring is not taken: \(error)")
        }
    }
}

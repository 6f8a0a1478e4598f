internal import Control
internal import ControlAPI
internal import Logging
internal import Media
internal import Pipeline
internal import Platform
internal import Presentation
internal import Synchronization

/// Sends everybody a picture of what is shown for a time, once its first new picture is on the
/// screen, and shows it in a corner.
///
/// Bounds: one is awaited for each priority; the next show of that takes its place.
///
/// Thread: safe.
final class ShowPictures: Sendable {
    private let images: ImageService
    private let events: EventHub
    private let osd: OverlayService
    private let logger: Logger
    private let awaited = Mutex<[Int: Task<Void, Never>]>([:])

    /// How long pictures are waited for, of a show that lasts longer.
    private static let patience = Nanoseconds.milliseconds(10_000)

    /// What a picture is for.
    struct Uses: Sendable {
        /// Whether everybody gets it.
        var isSent: Bool
        /// Whether it is shown in a corner.
        var isToast: Bool
    }

    init(images: ImageService, events: EventHub, osd: OverlayService, logger: Logger) {
        self.images = images
        self.events = events
        self.osd = osd
        self.logger = logger
    }

    /// - Parameters:
    ///   - show: That has begun; of one that is over already, that is told.
    ///   - begun: When it was asked for: pictures of before are none of it.
    ///   - uses: What one is for; there is none of the show before it any more, in any case.
    func follow(_ show: TimedShows.Show, since begun: MonotonicTime, _ uses: Uses) {
        awaited.withLock { awaited in
            let shows = images.pipeline.view.shows
            guard shows.contains(show) else {
                let isReplaced = shows.hasReplaced(show)
                return tellNone(of: show, uses, isReplaced ? Self.replaced : "It is shown no more.")
            }
            awaited.removeValue(forKey: show.priority)?.cancel()
            guard uses.isSent || uses.isToast else { return }
            awaited[show.priority] = Task { await send(show, since: begun, uses) }
        }
    }

    private func send(_ show: TimedShows.Show, since begun: MonotonicTime, _ uses: Uses) async {
        let deadline = min(show.end, begun + Self.patience)
        do throws(ControlError) {
            let (event, picture) = try await images.picture(
                of: show,
                since: begun,
                by: deadline,
                isBare: uses.isToast
            )
            guard !isReplaced(show) else { return tellNone(of: show, uses, Self.replaced) }
            if uses.isSent { _ = events.publishSnapshot(event) }
            if uses.isToast { osd.showToast(picture, of: show.stream) }
        } catch {
            guard !images.lanes.views.isClosed else { return }
            guard !isReplaced(show) else { return tellNone(of: show, uses, Self.replaced) }
            tellNone(of: show, uses, error.detail)
            guard images.pipeline.view.shows.contains(show) else { return }
            logger.warning("there is no picture of \(show.stream): \(error.detail)")
        }
    }

    /// Whether the show of its priority is another one, or was when the task of this one was
    /// cancelled for that.
    private func isReplaced(_ show: TimedShows.Show) -> Bool {
        Task.isCancelled || images.pipeline.view.shows.hasReplaced(show)
    }

    private static let replaced: MessageText = "Another show has taken its place."

    /// Everybody that waits for the picture of a show hears that there is none.
    private func tellNone(of show: TimedShows.Show, _ uses: Uses, _ reason: MessageText) {
        guard uses.isSent else { return }
        _ = events.publish(Events.snapshotFailed(show.stream, reason: "\(reason)"))
    }
}

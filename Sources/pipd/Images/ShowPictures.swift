internal import Control
internal import ControlAPI
internal import Logging
internal import Media
internal import Pipeline
internal import Platform
internal import Presentation
internal import Synchronization

/// Sends everybody a picture of what is shown for a time, once its first new picture is on the
/// screen.
///
/// Bounds: one is awaited for each priority; the next show of that takes its place.
///
/// Thread: safe.
final class ShowPictures: Sendable {
    private let images: ImageService
    private let events: EventHub
    private let logger: Logger
    private let awaited = Mutex<[Int: Task<Void, Never>]>([:])

    /// How long pictures are waited for, of a show that lasts longer.
    private static let patience = Nanoseconds.milliseconds(10_000)

    init(images: ImageService, events: EventHub, logger: Logger) {
        self.images = images
        self.events = events
        self.logger = logger
    }

    /// - Parameters:
    ///   - show: That has begun; of one that is over already, nothing is sent.
    ///   - begun: When it was asked for: pictures of before are none of it.
    ///   - isWanted: Whether one is to be sent; none of the show before it is, in any case.
    func follow(_ show: TimedShows.Show, since begun: MonotonicTime, isWanted: Bool) {
        awaited.withLock { awaited in
            guard images.pipeline.view.shows.contains(show) else { return }
            awaited.removeValue(forKey: show.priority)?.cancel()
            guard isWanted else { return }
            awaited[show.priority] = Task { await send(show, since: begun) }
        }
    }

    private func send(_ show: TimedShows.Show, since begun: MonotonicTime) async {
        let deadline = min(show.end, begun + Self.patience)
        do throws(ControlError) {
            let picture = try await images.eventImage(of: show, since: begun, by: deadline)
            // Another one has taken its place.
            guard !Task.isCancelled else { return }
            _ = events.publishSnapshot(picture)
        } catch {
            let isWanted = images.pipeline.view.shows.contains(show)
            guard isWanted, !Task.isCancelled, !images.lanes.views.isClosed else { return }
            logger.warning("no picture of \(show.stream) was sent: \(error.detail)")
        }
    }
}

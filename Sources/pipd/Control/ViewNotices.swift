internal import Control
internal import Pipeline
internal import Platform
internal import Synchronization

/// Tells clients what the view is, each time that it has become another one.
///
/// Whoever changed it last may tell of it first: what is told is the view as it is then, one
/// at a time, so that the last that is heard is what there is.
///
/// Thread: safe.
final class ViewNotices: Sendable {
    private let pipeline: Pipeline
    private let events: EventHub
    private let osd: OverlayService
    private let isTelling = Mutex(())

    init(pipeline: Pipeline, events: EventHub, osd: OverlayService) {
        self.pipeline = pipeline
        self.events = events
        self.osd = osd
    }

    func tell() {
        osd.refresh()
        isTelling.withLock { _ in
            _ = events.publish(Events.viewChanged(pipeline.view, at: MonotonicClock.now()))
        }
    }
}

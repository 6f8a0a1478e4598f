internal import FrameTransport
internal import Ingest
internal import Media

/// The views that show a stream.
struct ShownViews: OptionSet, Hashable {
    let rawValue: UInt8

    static let main = Self(rawValue: 1)
    static let pip = Self(rawValue: 2)

    /// The view that logs and labels name: main before PIP.
    var first: ViewName? {
        if contains(.main) { return .main }
        return contains(.pip) ? .pip : nil
    }
}

/// Writes to the frame log, if there is one.
///
/// Thread: bound to the presentation thread.
struct FrameRecorder {
    /// Kept alive by the presenter's configuration.
    unowned(unsafe) let log: FrameLog?
    /// What the log's times count from.
    let start: MonotonicTime
}

/// Gives a sample's picture back to its pool, counts what became of the frame,
/// and logs it.
///
/// Copied into closures on the frame path, so it retains nothing: the presented
/// stream that makes it keeps the objects alive.
///
/// Thread: bound to the presentation thread.
struct SampleDisposal {
    unowned(unsafe) let ingest: IngestStream
    let views: ShownViews
    let log: FrameRecorder

    /// The frame will never be shown.
    func drop(_ sample: SampleBuffer, _ reason: DropReason, at now: MonotonicTime) {
        count(sample, reason, at: now)
        ingest.pool.release(sample.picture)
    }

    /// As `drop`, but the picture is still in use.
    func count(_ sample: SampleBuffer, _ reason: DropReason, at now: MonotonicTime) {
        guard !sample.attachments.contains(.placeholder) else { return }
        ingest.ledger.countDropped(reason)
        record(sample, .dropped(reason, at: now - log.start))
    }

    /// The frame is on the screen since `time`.
    func countPresented(_ sample: SampleBuffer, scheduled: MonotonicTime, at time: MonotonicTime) {
        ingest.ledger.countPresented()
        record(
            sample,
            .presented(scheduled: scheduled - log.start, presented: time - log.start)
        )
    }

    /// The output has let go of a picture that was counted before.
    func retire(_ sample: SampleBuffer) {
        ingest.pool.release(sample.picture)
    }

    private func record(_ sample: SampleBuffer, _ decision: FrameLogEntry.Decision) {
        guard let log = log.log else { return }
        log.record(
            FrameLogEntry(
                stream: ingest.configuration.id,
                view: views.first,
                sample: sample,
                decision: decision
            )
        )
    }
}

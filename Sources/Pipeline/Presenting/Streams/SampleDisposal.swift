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

/// Gives a sample's picture back to its pool, counts what became of the frame,
/// and logs it.
///
/// Copied into closures on the frame path, so it retains nothing: the presented
/// stream keeps the objects alive.
///
/// Thread: bound to the presentation thread.
struct SampleDisposal {
    let ingest: Uncounted<IngestStream>
    let pool: Uncounted<PicturePool>
    let ledger: Uncounted<FrameLedger>
    var log: Uncounted<FrameLog>?
    /// What the log's times count from.
    let start: MonotonicTime
    /// The views that show the stream now.
    var views = ShownViews()

    /// The frame will never be shown.
    func drop(_ sample: SampleBuffer, _ reason: DropReason, at now: MonotonicTime) {
        count(sample, reason, at: now)
        pool { $0.release(sample.picture) }
    }

    /// As `drop`, but the picture is still in use.
    func count(_ sample: SampleBuffer, _ reason: DropReason, at now: MonotonicTime) {
        guard !sample.attachments.contains(.placeholder) else { return }
        ledger { $0.countDropped(reason) }
        record(sample, .dropped(reason, at: now - start))
    }

    /// The rate limit left the frame out, and counted it: it was never on its way.
    func logLeftOut(_ sample: SampleBuffer, at now: MonotonicTime) {
        record(sample, .dropped(.rate, at: now - start))
    }

    /// The frame is on the screen since `time`.
    func countPresented(_ sample: SampleBuffer, scheduled: MonotonicTime, at time: MonotonicTime) {
        ledger { $0.countPresented() }
        record(sample, .presented(scheduled: scheduled - start, presented: time - start))
    }

    /// The picture is what the stream displays from now on, for whoever borrows
    /// that; before the one that it replaces is retired. Nobody borrows a placeholder.
    func offer(_ sample: SampleBuffer?) {
        let isPlaceholder = sample?.attachments.contains(.placeholder) ?? false
        pool { $0.offer(isPlaceholder ? nil : sample?.picture) }
    }

    /// The output has let go of a picture that was counted before.
    func retire(_ sample: SampleBuffer) {
        pool { $0.release(sample.picture) }
    }

    private func record(_ sample: SampleBuffer, _ decision: FrameLogEntry.Decision) {
        // Only here is anything counted: the entry keeps the stream's name.
        guard let log else { return }
        let entry = FrameLogEntry(
            stream: ingest { $0.configuration.id },
            view: views.first,
            sample: sample,
            decision: decision
        )
        log { $0.record(entry) }
    }
}

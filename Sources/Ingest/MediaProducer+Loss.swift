internal import CFFmpeg
internal import FrameTransport
internal import Media
internal import Platform
internal import Presentation

extension MediaProducer {
    /// Notices a stall and draws the placeholder when it is due.
    ///
    /// libav calls this in the middle of a read, by way of the gate.
    func lookAtTheTime(_ now: MonotonicTime) {
        if shared.address.isNetwork, watch.stalls(at: now) {
            shared.board.stalls.add()
            shared.enter(.stalled, .stalled(shared.address), event: .stalled)
            // A live source that has shown pictures is opened again unless one
            // comes at once. Segments over HTTP come in bursts: those may wait.
            if shared.isLive, hasPicture { gate.allow(Self.stallGrace) }
        }
        // Asked many times a second: texts are made only once one is due.
        guard watch.isPlaceholderDue(at: now) else { return }
        let reason = shared.board.reason ?? "connecting to \(shared.address.redacted)"
        if watch.isNews(reason), publishPlaceholder(reason, at: now) {
            watch.placeholderShown(reason)
        }
    }

    /// How long a stalled live source has for its next picture.
    static let stallGrace = Nanoseconds.milliseconds(200)

    func pictureOrPacketCame(at now: MonotonicTime) {
        reconnect.succeeded(at: now)
        if watch.picture(at: now) { shared.enter(.playing, event: .resumed) }
    }

    /// Says that the source is gone and sleeps until it is tried again.
    func backOff(after error: SourceError) {
        let now = MonotonicClock.now()
        watch.lost(at: now)
        let isNews = announced?.kind != error.kind
        announced = error
        shared.enter(.reconnecting, error, event: isNews ? .lost(error) : nil)
        let delay = reconnect.nextDelay(random: .random(in: 0..<1))
        sleep(until: now + delay)
        if !shared.controls.isStopped { shared.board.reconnects.add() }
    }

    /// Says that the last picture was published, and sleeps until stopped.
    func finish() {
        shared.controls.hasEnded = true
        shared.enter(.ended, event: .ended)
        while !shared.controls.isStopped { publisher.rest(until: nil) }
    }

    private func sleep(until deadline: MonotonicTime?) {
        while !shared.controls.isStopped {
            let now = MonotonicClock.now()
            if let deadline, now >= deadline { return }
            let next = [deadline, watch.placeholderDeadline(after: now)].compactMap { $0 }.min()
            publisher.rest(until: next) { lookAtTheTime(now) }
        }
    }

    /// - Returns: False when there is no room now.
    private func publishPlaceholder(_ reason: String, at now: MonotonicTime) -> Bool {
        guard let slot = publisher.acquireSlotAtOnce() else { return false }
        let drawn = FrameStorage.allocate()
        defer { FrameStorage.free(drawn) }
        let size = shared.board.pictureSize ?? PlaceholderPicture.defaultSize
        guard
            PlaceholderPicture.draw(
                into: drawn,
                size: size,
                title: shared.configuration.id.name,
                reason: reason
            )
        else {
            publisher.abandon(slot)
            return false
        }
        let frame = UnsafePointer(storage.take(drawn, slot: Int(slot.rawValue)))
        let sample = SampleBuffer(
            picture: slot,
            format: PlaceholderPicture.format(size: size),
            number: publisher.number,
            pts: .zero,
            attachments: [.placeholder, .displayImmediately],
            decoded: now
        )
        publisher.publish(sample, components: frame.components, bytes: frame.bufferBytes)
        return true
    }
}

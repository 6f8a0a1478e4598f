internal import Addressing
internal import CFFmpeg
package import Decoding
internal import Drawing
internal import FrameTransport
package import Media
internal import Platform
internal import Presentation

/// What every source that can be lost does about it, whatever delivers its
/// pictures: silence is noticed, a loss told once, a placeholder drawn, and the
/// time until the next attempt slept away.
///
/// Thread: bound to the ingest thread.
package final class SourceContinuity {
    private let shared: IngestShared
    private let publisher: PicturePublisher
    /// Where placeholders live; nil for a source that is never lost.
    private let frames: FrameStorage?
    private var watch: LossWatch
    private var reconnect = ReconnectPolicy()
    /// The loss that was announced last, so that an outage is told once.
    private var announced: SourceError?
    /// Whether a picture came since the connection was made.
    package private(set) var hasPicture = false
    /// Whether the next first picture is no news.
    private var isExpected = false
    /// Of the newest picture; nil before the first.
    package private(set) var lastFormat: FormatDescription?
    private var style: PlaceholderStyle
    /// The last placeholder, where that was in words.
    private var drawnSheet: PlaceholderSheet?
    /// Whether the one on the screen is in words of another style by now.
    private var isStyleOther = false

    package init(shared: IngestShared, publisher: PicturePublisher, frames: FrameStorage?) {
        self.shared = shared
        self.publisher = publisher
        self.frames = frames
        style = shared.placeholder.style
        watch = LossWatch(startedAt: MonotonicClock.now(), keepsLast: style.keepsLast)
    }

    /// A connection was made; no picture has come yet.
    package func connected(frameInterval: Nanoseconds?) {
        watch.connected(at: MonotonicClock.now(), frameInterval: frameInterval)
        hasPicture = false
        isExpected = false
    }

    /// The source delivers again after a pause of the program's own making: its
    /// first picture has time as that of a connection, and is no event, unless the
    /// connection has had none.
    package func resumed(frameInterval: Nanoseconds?) {
        let isExpected = hasPicture || isExpected
        connected(frameInterval: frameInterval)
        self.isExpected = isExpected
    }

    /// A picture came, or a packet that would be one.
    ///
    /// - Parameters:
    ///   - now: When.
    ///   - isDecoded: Whether it is a picture, or stands for one like it; else a packet.
    package func pictureOrPacketCame(at now: MonotonicTime, isDecoded: Bool = true) {
        reconnect.succeeded(at: now)
        // What was taken away was one before it.
        if isDecoded { _ = shared.controls.pictureRemoval.take() }
        let endsStall = watch.picture(at: now, isDecoded: isDecoded)
        shared.board.patience.set(Int(watch.patience.count))
        if endsStall { shared.enter(.playing, event: .resumed) }
    }

    /// A picture came through, or was left out for its rate; tells of the first one of a
    /// connection, unless it is no news, and of every new format.
    package func published(_ format: FormatDescription, isNews: Bool = true) {
        if lastFormat != format {
            lastFormat = format
            shared.board.setFormat(format)
        }
        guard !hasPicture, isNews else { return }
        hasPicture = true
        announced = nil
        shared.enter(.playing, event: isExpected ? nil : .ready(format))
    }

    /// Time that was spent waiting for the consumer is not the source's.
    package func waitedForConsumer() {
        watch.restarted(at: MonotonicClock.now())
    }

    /// How long ago the last picture came, or the connection was made.
    package var silence: Nanoseconds { watch.silence(at: MonotonicClock.now()) }

    /// Whether packets came but no picture, for much longer than a read may take.
    package func isOverdue(_ timeout: Nanoseconds) -> Bool {
        watch.isOverdue(at: MonotonicClock.now(), timeout)
    }

    /// Says so if a stall begins now.
    package func noticeStall(at now: MonotonicTime) {
        guard !holdsPicture, watch.stalls(at: now) else { return }
        shared.board.stalls.add()
        shared.enter(.stalled, .stalled(shared.address), event: .stalled)
    }

    /// Packets come, and pictures will with the next key packet: until then nothing
    /// stalls, and what is shown is a placeholder when that takes long.
    package func awaitsPicture(at now: MonotonicTime) { watch.awaitsPicture(at: now) }

    /// Whether a stall goes on.
    package var isStalled: Bool { watch.isStalled }

    /// Whether the picture that is there stays on purpose, whatever becomes of the source.
    private var holdsPicture: Bool { shared.controls.isPaused && lastFormat != nil }

    /// Draws the placeholder when it is due. Asked many times a second: texts are
    /// made only then.
    package func showPlaceholderIfDue(at now: MonotonicTime) {
        takeChanges()
        guard !holdsPicture, watch.isPlaceholderDue(at: now) else { return }
        let text = PlaceholderText(shared.configuration, style, reason: shared.board.reason)
        if watch.isNews(text.message) || isDrawnOtherwise, publishPlaceholder(text, at: now) {
            watch.placeholderShown(text.message)
        }
    }

    /// Says that the source is gone and sleeps until it is tried again.
    ///
    /// - Parameters:
    ///   - error: Why.
    ///   - isBack: Asked every 200 ms where given; true ends the sleep.
    func backOff(after error: SourceError, isBack: (() -> Bool)? = nil) {
        let now = MonotonicClock.now()
        watch.lost(at: now)
        let isNews = announced?.kind != error.kind
        announced = error
        let isPermanent = error.kind.isPermanent
        shared.enter(
            isPermanent ? .failed : .reconnecting,
            error,
            event: isNews ? (isPermanent ? .failed(error) : .lost(error)) : nil
        )
        let delay = reconnect.nextDelay(
            random: .random(in: 0..<1),
            after: error.fault(at: shared.address)
        )
        sleep(until: now + delay, isBack: isBack)
        if !shared.controls.isStopped { shared.board.reconnects.add() }
    }

    /// Leaves a single picture where it is until its file is another one, or for the pause
    /// after which a server is asked for it again.
    ///
    /// - Parameter file: Nil for the network.
    /// - Returns: Whether it is still the same, as far as anyone knows.
    package func hold(until file: WatchedFile?) -> Bool {
        shared.board.isStill.set(1)
        defer { shared.board.isStill.set(0) }
        while pause() {
            guard let file else { return true }
            if file.hasChanged { return false }
        }
        return false
    }

    /// Sleeps for a moment; false when the stream was stopped meanwhile, or told to go elsewhere.
    package func pause() -> Bool {
        let deadline = MonotonicClock.now() + LoopPolicy.pause
        while !shared.controls.isCalledAway {
            if MonotonicClock.now() >= deadline {
                waitedForConsumer()
                return true
            }
            publisher.rest(until: deadline)
        }
        return false
    }

    /// Says that the last picture was published, and sleeps until stopped or told to go
    /// elsewhere. The stream has ended when that picture was shown for its time, which its
    /// consumer says; it stays until somebody wants a placeholder in its place.
    func finish() {
        // One that was wanted before is of another end.
        _ = shared.controls.placeholderRequest.take()
        var isWanted = false
        drawnSheet = nil
        shared.controls.deliveredAll()
        while !shared.controls.isCalledAway {
            if shared.controls.placeholderRequest.take() { isWanted = true }
            publisher.rest(until: nil) {
                takeStyle()
                guard isWanted || isDrawnOtherwise else { return }
                let text = PlaceholderText(shared.configuration, style, reason: nil)
                isWanted = !publishPlaceholder(text, at: MonotonicClock.now())
            }
        }
    }

    private func sleep(until deadline: MonotonicTime, isBack: (() -> Bool)?) {
        while !shared.controls.isStopped {
            let now = MonotonicClock.now()
            if now >= deadline || isBack?() == true { return }
            takeChanges()
            let look = isBack.map { _ in now + .milliseconds(200) }
            let next = [deadline, watch.placeholderDeadline(after: now), look]
                .compactMap { $0 }.min()
            publisher.rest(until: next) { showPlaceholderIfDue(at: now) }
        }
    }

    /// Whether a placeholder in words is shown that would be drawn otherwise by now: in
    /// another style, or in a place of another size.
    private var isDrawnOtherwise: Bool {
        guard let drawnSheet else { return false }
        let controls = shared.controls
        return isStyleOther || !drawnSheet.fills(controls.shownSize, window: controls.windowSize)
    }

    private func takeChanges() {
        if shared.controls.pictureRemoval.take() { watch.pictureIsGone() }
        takeStyle()
    }

    private func takeStyle() {
        guard let changed = shared.placeholder.takeChange() else { return }
        style = changed
        isStyleOther = true
        watch.keepLast(for: changed.keepsLast)
    }

    /// - Returns: False when there is no room now.
    private func publishPlaceholder(_ text: PlaceholderText, at now: MonotonicTime) -> Bool {
        guard let frames, let slot = publisher.acquireSlotAtOnce() else { return false }
        guard let frame = try? OwnedFrame(), let drawn = draw(text, into: frame.pointer) else {
            publisher.abandon(slot)
            return false
        }
        let sample = SampleBuffer(
            picture: slot,
            format: drawn.format,
            number: publisher.number,
            pts: .zero,
            attachments: [.placeholder, .displayImmediately],
            decoded: now
        )
        publisher.publish(
            sample,
            moving: frame.pointer,
            into: frames,
            alternate: drawn.alternate
        )
        return true
    }

    /// Draws the small picture that there is, else the text.
    ///
    /// - Returns: What is in the frame now; nil without memory.
    private func draw(
        _ text: PlaceholderText,
        into frame: UnsafeMutablePointer<AVFrame>
    ) -> PlaceholderSheet.Drawn? {
        drawnSheet = nil
        isStyleOther = false
        if let path = shared.poster, let format = PNGFile.decode(path, into: frame) {
            return PlaceholderSheet.Drawn(format: format)
        }
        let sheet = PlaceholderSheet(
            filling: shared.controls.shownSize,
            window: shared.controls.windowSize,
            inPlaceOf: shared.board.pictureFormat
        )
        guard let drawn = sheet.draw(text, style, into: frame) else { return nil }
        drawnSheet = sheet
        shared.note(drawn.flaw, of: style)
        return drawn
    }
}

internal import FrameTransport
internal import Ingest
internal import Media
internal import Platform
internal import Presentation

/// One stream as the presentation thread sees it: its end of the ring, its
/// display layer, and the pictures that the output holds.
///
///     ring ─ receive ─► layer ─ choose ─► committed ─ pageFlipped ─► onScreen
///
/// Every frame that leaves this path is given back to its pool and counted in
/// the stream's ledger, exactly once.
///
/// Thread: bound to the presentation thread.
struct PresentedStream: ~Copyable {
    let id: StreamID
    let ingest: IngestStream
    let pool: PicturePool
    /// Tells this stream's pictures from those of another that are numbered alike.
    let number: UInt32
    var turn: PlaceTurn
    /// Whether the source has no end: a test pattern, or a file that loops.
    let isEndless: Bool
    var layer: SampleBufferDisplayLayer
    private var consumer: FrameRing.Consumer
    private var leftOut: LeftOutQueue
    private var recovery = RecoveryPolicy()
    /// Chosen for the scanout to come; nil when that repeats what is on the screen.
    private var committed: Commitment?
    /// What the output reads from now.
    private(set) var onScreen: SampleBuffer?
    private(set) var disposal: SampleDisposal
    /// Nil for a stream that has its own time.
    var wall: WallStep?
    let attachment: StreamAttachment
    private let lastPicture: Uncounted<Counter>
    private let latency: Uncounted<Histogram>
    private let events: PresenterEvents
    private let isLive: Bool
    private var absence = Absence()
    /// What the stream was told last; nil before the first time.
    private var decoding: DecodeMode?
    private var shownSize: PixelSize?
    private var windowSize: PixelSize?
    /// The shape of its last picture; nil before the first.
    private var pictureAspect: Double?
    /// The last seek; 0 for none. Pictures that bear another number are from before it.
    private var epoch: UInt16
    private var isShown = false
    /// By how much its time gave way, as it was told.
    private var slipped = Nanoseconds.zero

    /// A sample on its way to the screen.
    private struct Commitment {
        let sample: SampleBuffer
        let scanout: MonotonicTime
        /// By how much later that is than the time that a wall has for it.
        let error: Nanoseconds?
    }

    /// What a layer went through while it took a sample.
    struct LayerIncident {
        let error: LayerError
        let action: RecoveryAction
        /// Nil for a stream of its own.
        let opening: PlaylistPlan.Opening?
        /// Of the picture that it was about.
        let size: PixelSize
    }

    /// - Parameters:
    ///   - attachment: Whose pictures are taken from now on.
    ///   - number: No other stream's, before or after.
    ///   - turn: When it has which place; nil: it has one of its own.
    ///   - output: What the stream is presented on.
    ///   - start: What the frame log's times count from.
    ///   - shared: Where the stream's troubles and frames are told.
    init(
        _ attachment: StreamAttachment,
        number: UInt32,
        turn: PlaceTurn? = nil,
        output: any DisplayOutput,
        start: MonotonicTime,
        shared: PresenterShared
    ) {
        self.number = number
        self.turn = turn ?? PlaceTurn(.now, at: number)
        self.attachment = attachment
        epoch = attachment.epoch
        ingest = attachment.ingest
        id = ingest.configuration.id
        pool = ingest.pool
        isLive = ingest.isLive
        isEndless = attachment.isEndless
        consumer = attachment.takeConsumer()
        leftOut = LeftOutQueue(attachment.leftOut)
        layer = SampleBufferDisplayLayer(
            configuration: .init(
                pacing: isLive ? .live : .file,
                refreshInterval: output.refreshInterval
            )
        )
        lastPicture = Uncounted(attachment.lastPictureNanoseconds)
        latency = Uncounted(attachment.latency)
        events = shared.events
        if let sync = ingest.configuration.sync, let figures = attachment.wall, !isLive {
            wall = WallStep(
                epoch: sync.epoch,
                slot: sync.slot,
                isImage: ingest.configuration.address.isImage,
                figures: Uncounted(figures),
                isVirtual: output.isVirtual,
                isKeptWarm: ingest.configuration.keepWarm
            )
            // What it took the place of may have been.
            if self.turn.time == .now { figures.standing = .idle }
        }
        disposal = SampleDisposal(
            ingest: Uncounted(ingest),
            pool: Uncounted(pool),
            ledger: Uncounted(ingest.ledger),
            log: shared.frameLog.map { Uncounted($0) },
            start: start
        )
    }

    /// The views that show it now.
    var views: ShownViews { disposal.views }

    /// Whether everything the stream will ever deliver was on the screen for its time. Never
    /// of a playlist, which only its list knows.
    var isFinished: Bool { turn.isEndReached && attachment.opening == nil }

    /// Whether a picture has come that was not received yet.
    mutating func hasArrival() -> Bool { !consumer.isEmpty() }

    /// Whether it is shown, and nothing of it is on the screen yet, or nothing of where it
    /// is to be.
    var awaitsPicture: Bool {
        !views.isEmpty && layer.status != .failed && (layer.displayedSample == nil || isSeeking)
    }

    /// Whether the picture on the screen is one from before the last seek.
    private var isSeeking: Bool {
        guard let shown = layer.displayedSample else { return false }
        return isOld(shown)
    }

    /// Whether nothing was received or sought: what comes is its beginning.
    var isFresh: Bool { epoch == 0 && layer.displayedSample == nil && layer.queuedCount == 0 }

    /// Whether its last picture is displayed, and all was received.
    mutating func isAtEnd() -> Bool { layer.queuedCount == 0 && layer.hasPicture && isDrained() }

    private func isOld(_ sample: SampleBuffer) -> Bool {
        sample.epoch != epoch && !sample.attachments.contains(.placeholder)
    }

    /// Whether the ring is empty for good, and all is logged that is not in it.
    private mutating func isDrained() -> Bool {
        // In this order: what was pushed before the end is in the ring by now.
        ingest.isDelivered(behind: epoch) && consumer.isEmpty() && leftOut.first() == nil
    }

    /// Whether more pictures must arrive before it is known what is due next.
    ///
    /// Only asked in virtual time, where the presentation waits for streams.
    mutating func awaitsPictures() -> Bool {
        guard layer.isShortOfMediaData, !isDrained(), !ingest.isStopped else { return false }
        let state = ingest.status.state
        return state == .connecting || state == .playing
    }

    /// Says which views show the stream from now on.
    mutating func show(in views: ShownViews, now: MonotonicTime) {
        if disposal.views.isEmpty, !views.isEmpty { removeOldPicture(now: now) }
        disposal.views = views
        setDecoding(views.isEmpty ? .idle : .full)
        startOver()
    }

    /// A live stream that was hidden shows nothing until its newest picture is
    /// decoded: what it displayed last is of when it was hidden.
    private mutating func removeOldPicture(now: MonotonicTime) {
        guard isLive, !ingest.configuration.keepWarm, let shown = layer.displayedSample,
            !shown.attachments.contains(.placeholder),
            absence.outdates(shown.decoded, lasting: shown.duration, at: now)
        else { return }
        let disposal = disposal
        _ = layer.flushAndRemoveImage { disposal.drop($0, $1, at: now) }
        if let committed = committed.take() { disposal.drop(committed.sample, .flush, at: now) }
        disposal.offer(nil)
        // Nothing reads it any more: no scanout since it was hidden had it.
        if let previous = onScreen.take() { disposal.retire(previous) }
        ingest.removedPicture()
    }

    /// Says how large the PIP window is that shows a picture of the stream. Shown
    /// nowhere else, at a quarter of its size or less, it may be decoded with less care.
    mutating func setWindow(_ window: PixelSize, of picture: PixelSize) {
        guard views == .pip else { return }
        let isSmall =
            Int(window.width) * Int(window.height) * 4 <= Int(picture.width) * Int(picture.height)
        let mode: DecodeMode = isSmall ? .small : .full
        if mode != decoding { setDecoding(mode) }
    }

    /// The shape of a window that shows it: its placeholders have that of the picture before.
    ///
    /// - Parameter sample: What is displayed.
    /// - Returns: Nil before the first picture.
    func aspect(showing sample: SampleBuffer?) -> Double? {
        guard let sample, !sample.attachments.contains(.placeholder) else { return pictureAspect }
        return sample.format.displayAspectRatio
    }

    /// Says how large the stream is shown, or would be, in pixels of the output.
    ///
    /// - Parameters:
    ///   - size: Where it is largest.
    ///   - window: In the window, where that shows it, too.
    mutating func setShownSize(_ size: PixelSize, window: PixelSize?) {
        guard size != shownSize || window != windowSize else { return }
        (shownSize, windowSize) = (size, window)
        ingest.setShownSize(size, window: window)
    }

    private mutating func setDecoding(_ mode: DecodeMode) {
        decoding = mode
        ingest.setDecoding(mode)
    }

    /// Does what was asked for, from the scanout on.
    mutating func steer(_ steering: Steering, at scanout: MonotonicTime, now: MonotonicTime) {
        if let position = steering.position {
            seek(to: position, now: now)
            attachment.seekBegun()
        }
        switch steering.isPaused {
        case true: layer.pause(at: scanout)
        case false: layer.resume(at: scanout)
        case nil: break
        }
    }

    /// The picture on the screen stays until that of the position comes.
    mutating func seek(to position: MediaTime, now: MonotonicTime) {
        startOver()
        let disposal = disposal
        layer.flush { disposal.drop($0, $1, at: now) }
        epoch &+= 1
        turn.beginAgain()
        ingest.seek(to: position, epoch: epoch)
    }

    /// The output scans out at another pace from now on.
    mutating func setRefreshInterval(_ interval: Nanoseconds) {
        layer.refreshInterval = interval
    }

    /// A command or a new connection ends a failure that was given up on.
    private mutating func startOver() {
        guard layer.status == .failed else { return }
        recovery.reset()
        layer.rebuild(format: nil)
    }
}

// MARK: - Frames

extension PresentedStream {
    /// Moves what the ring holds to the layer, as far as the layer wants it.
    ///
    /// - Parameter now: The output's time.
    mutating func receive(now: MonotonicTime) {
        var taken = 0
        // The bound is for a producer that refills the ring as fast as it is emptied.
        while taken < 16, isLive || layer.isShortOfMediaData {
            taken += 1
            // Before the ring: it comes before all that is not there yet.
            let left = leftOut.first()
            if let picture = consumer.pop() {
                let sample = pool.sample(of: picture)
                logLeftOut(before: sample.number, now: now)
                // How long the file is was said before its first picture.
                if wall != nil, layer.wall == nil { keepStep(at: now, now: now) }
                if layer.wall?.newest == nil { learnStart() }
                if isOld(sample) {
                    disposal.drop(sample, .flush, at: now)
                    continue
                }
                if sample.attachments.contains(.discontinuity) { startOver() }
                enqueue(sample, now: now)
            } else if let left {
                disposal.logLeftOut(left, at: now)
                leftOut.removeFirst()
            } else {
                taken -= 1
                break
            }
        }
        if taken > 0 { ingest.roomMade() }
    }

    /// Logs the pictures that the rate limit left out before another one.
    private mutating func logLeftOut(before number: UInt64, now: MonotonicTime) {
        while let left = leftOut.first(), left.number < number {
            disposal.logLeftOut(left, at: now)
            leftOut.removeFirst()
        }
    }

    /// Enqueues a sample; a layer that fails on it is mended as the recovery
    /// policy says, and tried again once.
    private mutating func enqueue(_ sample: SampleBuffer, now: MonotonicTime) {
        let disposal = disposal
        for _ in 0..<2 {
            do {
                try layer.enqueue(sample, now: now) { disposal.drop($0, $1, at: now) }
                return
            } catch {
                mend(error, format: sample.format, now: now)
            }
        }
        disposal.drop(sample, .format, at: now)
    }

    /// Chooses what the scanout shows.
    mutating func choose(for scanout: MonotonicTime) {
        guard turn.time == .now else { return }
        absence.prepare(for: scanout, isShown: !views.isEmpty)
        let disposal = disposal
        let due = layer.dequeue(dueAt: scanout) { disposal.drop($0, $1, at: scanout) }
        if layer.slipped != slipped {
            slipped = layer.slipped
            ingest.setSlipped(slipped)
        }
        guard let due else { return lookForEnd(at: scanout) }
        // Drawing failed: what was meant for the scanout before has not been seen.
        if let missed = committed { disposal.drop(missed.sample, .superseded, at: scanout) }
        committed = Commitment(sample: due, scanout: scanout, error: layer.wall?.error)
        pictureAspect = aspect(showing: due)
    }

    /// Nothing is due at the scanout: whether the last picture has had its time by then.
    private mutating func lookForEnd(at scanout: MonotonicTime) {
        // A wall's turn ends when it does, whatever there is to be shown.
        guard turn.isEndAhead, committed == nil, wall?.slot != nil || isDrained(),
            layer.isOver(at: scanout)
        else { return }
        turn.ends(at: scanout)
    }

    /// The scanout has begun: what was committed is on the screen, and the
    /// output has let go of what was there before.
    ///
    /// - Parameters:
    ///   - time: When that was noticed.
    ///   - scanned: When it began.
    ///   - isSeen: Whether there is a display.
    /// - Returns: Whether the picture changed, was one of the stream's own, and is seen.
    mutating func pageFlipped(at time: MonotonicTime, since scanned: MonotonicTime, isSeen: Bool)
        -> Bool
    {
        if turn.scanoutBegan() {
            ingest.shownToEnd(behind: epoch)
            // The end of an item is not that of its playlist.
            attachment.opening == nil ? events.send(.ended(id)) : events.wakeUp.signal()
        }
        // A layer that was given up is left out of the picture.
        guard let shown = committed, layer.status != .failed else { return false }
        disposal.offer(shown.sample)
        if let previous = onScreen { disposal.retire(previous) }
        onScreen = shown.sample
        committed = nil
        guard !shown.sample.attachments.contains(.placeholder) else { return false }
        if !isShown { firstPictureShown(at: time) }
        lastPicture { $0.set(Int(time.nanoseconds)) }
        guard isSeen, !views.isEmpty else {
            disposal.count(shown.sample, .noOutput, at: time)
            return false
        }
        disposal.countPresented(shown.sample, scheduled: shown.scanout, at: time)
        if let error = shown.error {
            wall?.figures { $0.record(error + (scanned - shown.scanout)) }
        }
        let age = max(.zero, time - shown.sample.decoded)
        latency { $0.record(age) }
        recovery.recovered(at: time)
        return true
    }

    private mutating func firstPictureShown(at time: MonotonicTime) {
        isShown = true
        attachment.firstPictureShown(at: time, due: turn.due)
        if attachment.opening != nil { events.wakeUp.signal() }
    }

    /// Gives back everything: the stream leaves the presentation.
    consuming func close(at now: MonotonicTime, isVirtual: Bool) {
        var disposal = disposal
        _ = layer.flushAndRemoveImage { disposal.drop($0, $1, at: now) }
        if let committed { disposal.drop(committed.sample, .flush, at: now) }
        disposal.offer(nil)
        if let onScreen { disposal.retire(onScreen) }
        // How far decoding is ahead differs from run to run, and in virtual time
        // every run logs the same: these frames are counted only.
        if isVirtual { disposal.log = nil }
        while let picture = consumer.pop() {
            let sample = pool.sample(of: picture)
            if !isVirtual { logLeftOut(before: sample.number, now: now) }
            disposal.drop(sample, .flush, at: now)
        }
        if !isVirtual { logLeftOut(before: .max, now: now) }
        attachment.giveBack(consumer)
    }
}

// MARK: - Taking turns

extension PresentedStream {
    /// Whether its pictures are seen now, or may be at the next scanout.
    var isPrepared: Bool { !views.isEmpty || turn.isWaiting }

    /// Whether it has something to show, and waits for no word.
    var canTakeTurn: Bool { turn.isLinedUp && layer.queuedCount > 0 }

    /// - Parameters:
    ///   - isOver: Whether what has the place was shown to its end; an item on a wall does not ask.
    ///   - isPaused: Whether what has the place is to hold its picture.
    ///   - scanout: That is being chosen for.
    /// - Returns: Whether it is its turn, from the scanout on that is being chosen for.
    func isDue(after isOver: Bool, isPaused: Bool, at scanout: MonotonicTime) -> Bool {
        let isAtOnce = turn.time == .next
        guard wall?.slot != nil else { return isAtOnce || isOver }
        return layer.hasTurn(at: scanout) && (isAtOnce || !isPaused)
    }

    /// Whether it is to hold its picture.
    var isPaused: Bool { layer.pausedAt != nil }

    /// Has its place from the scanout on, and is shown and held as the one before it.
    mutating func takeTurn(
        in views: ShownViews,
        isPaused: Bool,
        since over: MonotonicTime?,
        at scanout: MonotonicTime,
        now: MonotonicTime
    ) {
        turn.take(since: over)
        if isPaused { layer.pause(at: scanout) }
        show(in: views, now: now)
        choose(for: scanout)
    }

    /// Shows nothing further. What the output reads from is given back by `close`, after the
    /// flip.
    ///
    /// - Parameters:
    ///   - scanout: From which on something else has its place.
    ///   - now: The present.
    mutating func leave(at scanout: MonotonicTime, now: MonotonicTime) {
        // What follows on a wall may begin half a refresh before its time.
        if wall?.slot != nil, turn.isEndAhead, layer.isTurnEnding { turn.ends(at: scanout) }
        turn.pass()
        let disposal = disposal
        if let committed = committed.take() { disposal.drop(committed.sample, .flush, at: now) }
    }
}

// MARK: - Recovery

extension PresentedStream {
    /// The compositor could not draw the layer's picture.
    mutating func compositingFailed(_ error: LayerError, now: MonotonicTime) {
        // Given up already: there is nothing left to try, and it was said.
        guard layer.status != .failed, let format = layer.displayedSample?.format else { return }
        layer.fail(error)
        // The layer was set up for this picture: whatever the compositor has
        // against it, it is no change of format that the stream makes.
        let cause = error == .contextLost ? error : .renderingFailed
        mend(error, as: cause, format: format, now: now)
    }

    /// Does what the recovery policy says, and tells the control side, which
    /// hears of a layer that is given up once.
    private mutating func mend(
        _ error: LayerError,
        as cause: LayerError? = nil,
        format: FormatDescription,
        now: MonotonicTime
    ) {
        guard recovery.terminalError == nil else { return }
        let disposal = disposal
        let action = recovery.failed(with: cause ?? error, at: now)
        switch action {
        case .rebuild: layer.rebuild(format: format)
        case .updateSize: layer.updateSize(format.size)
        case .flush:
            layer.flush { disposal.drop($0, $1, at: now) }
            layer.rebuild(format: format)
        case .giveUp: break
        }
        let incident = LayerIncident(
            error: error,
            action: action,
            opening: attachment.opening,
            size: format.size
        )
        events.send(.layer(id, views.first, incident))
    }
}

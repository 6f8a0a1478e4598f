public import Media

/// Decides which sample buffer of one stream is on the screen at each scanout.
///
///     enqueue ──► queue (≤ 8) ──► due at the scanout? ──► displayed
///                    │                                       │
///                    └─ discard(reason)                      └─ the caller's, once
///                                                               its successor is shown
///
/// The semantics are those of AVSampleBufferDisplayLayer, made total: what that
/// class leaves undefined or answers with an exception has an answer here.
///
/// | undefined there | here |
/// |---|---|
/// | enqueue on a failed layer | throws the layer's error; the sample stays the caller's |
/// | enqueue when not ready for more | accepted; the oldest queued sample is discarded (`overflow`) |
/// | another pixel format or size | the layer fails; throws `invalidPixelFormat`, `invalidSize` |
/// | timestamps repeated, backwards, jumping | put on a media time that never jumps: `MediaUnwrapper` |
/// | no timebase | the scanouts are the clock: `FileTimeline`, `LiveTimeline` |
/// | late samples | file: shown, time slips; live, and on a wall: the newest due one is shown |
/// | requestMediaData twice | no different from once |
/// | flush on a failed layer | the failure is over |
///
/// Every sample accepted is exactly once displayed or discarded with a reason,
/// or still queued. The layer never touches pixels; releasing what it gives up
/// is its caller's part. No method allocates.
///
/// Thread: bound to the presentation thread.
public struct SampleBufferDisplayLayer: Sendable {
    public struct Configuration: Hashable, Sendable {
        public var pacing: Pacing
        /// Samples queued at most: 1 to 8; others are taken for the nearest.
        public var capacity: Int
        /// The time between two scanouts; above zero.
        public var refreshInterval: Nanoseconds
        public var bounds: PixelRect
        public var videoGravity: VideoGravity

        public init(
            pacing: Pacing,
            capacity: Int = 4,
            refreshInterval: Nanoseconds,
            bounds: PixelRect = .zero,
            videoGravity: VideoGravity = .resizeAspect
        ) {
            self.pacing = pacing
            self.capacity = capacity
            self.refreshInterval = refreshInterval
            self.bounds = bounds
            self.videoGravity = videoGravity
        }
    }

    /// What the layer was set up for; samples must match it.
    private struct Setup: Hashable, Sendable {
        var pixelFormat: PixelFormat
        var size: PixelSize

        init(_ format: FormatDescription) {
            pixelFormat = format.pixelFormat
            size = format.size
        }
    }

    private enum State: Sendable {
        case empty
        case rendering
        case failed(LayerError)
    }

    public let pacing: Pacing
    public var videoGravity: VideoGravity
    /// Where the layer is on the output, border included.
    public var bounds: PixelRect
    /// Media time by the clock of someone else, such as an audio device: the
    /// newest sample due by it is shown and nothing slips; paused, nothing
    /// becomes due. Nil: the layer follows the scanouts.
    public var controlTimebase: Timebase?
    /// A file's time by the clocks of a wall: the newest sample due by it is shown, and time
    /// gives way to nothing. To be passed on to each scanout before anything else is asked, and
    /// to be told of seeks. Nil: the layer follows the scanouts.
    public var wall: WallTimeline?
    /// Changes with the output's mode; above zero.
    public var refreshInterval: Nanoseconds {
        didSet { precondition(refreshInterval.count > 0, "A refresh takes time") }
    }
    /// What is on the screen, or will be from the scanout it was dequeued for.
    public internal(set) var displayedSample: SampleBuffer?
    public private(set) var isRequestingMediaData = false
    /// The scanout from which on its picture has been held; nil: it is not paused.
    public internal(set) var pausedAt: MonotonicTime?

    private var state = State.empty
    private var setup: Setup?
    var queue: SampleQueue
    var file = FileTimeline()
    var live = LiveTimeline()

    public init(configuration: Configuration) {
        precondition(configuration.refreshInterval.count > 0, "A refresh takes time")
        pacing = configuration.pacing
        refreshInterval = configuration.refreshInterval
        bounds = configuration.bounds
        videoGravity = configuration.videoGravity
        queue = SampleQueue(capacity: configuration.capacity)
    }
}

extension SampleBufferDisplayLayer {
    public var status: LayerStatus {
        switch state {
        case .empty: .unknown
        case .rendering: .rendering
        case .failed: .failed
        }
    }

    /// Why `status` is `failed`; nil otherwise.
    public var error: LayerError? {
        guard case .failed(let error) = state else { return nil }
        return error
    }

    /// Whether what the layer held is lost, so that only a flush or a rebuild
    /// lets it go on.
    public var requiresFlushToResumeDecoding: Bool { error == .contextLost }

    /// Whether `enqueue` neither throws nor makes the oldest sample give way.
    public var isReadyForMoreMediaData: Bool { error == nil && !queue.isFull }

    public var queuedCount: Int { queue.count }

    /// Asks for samples: while this is on and `isReadyForMoreMediaData`, the
    /// caller enqueues what it has.
    public mutating func requestMediaData() {
        isRequestingMediaData = true
    }

    public mutating func stopRequestingMediaData() {
        isRequestingMediaData = false
    }

    /// Holds the picture that is displayed before this scanout. One that is to be shown
    /// at once still comes, as does the first one, or the one after a placeholder; it is
    /// held in its turn, as if the layer had been paused when it was shown.
    ///
    /// Paused already: changes nothing.
    public mutating func pause(at scanout: MonotonicTime) {
        pausedAt = pausedAt ?? scanout
    }

    /// Goes on as if no time had passed since the pause: of a file every sample gets the
    /// scanout that many later.
    ///
    /// Not paused: changes nothing.
    public mutating func resume(at scanout: MonotonicTime) {
        guard let pausedAt = pausedAt.take() else { return }
        file.delay(by: scanout - pausedAt)
    }

    /// The renderer could not show what it was given.
    public mutating func fail(_ error: LayerError) {
        state = .failed(error)
    }

    /// A new renderer is in place. What is queued and displayed stays, so that
    /// the last picture can be drawn again at once.
    ///
    /// - Parameter format: What the renderer was made for; nil: the next sample says.
    public mutating func rebuild(format: FormatDescription?) {
        setup = format.map(Setup.init)
        goOn()
    }

    /// Samples have this size from now on; ends a failure for `invalidSize`.
    public mutating func updateSize(_ size: PixelSize) {
        setup?.size = size
        if error == .invalidSize { goOn() }
    }

    private mutating func goOn() {
        state = displayedSample == nil && queue.isEmpty ? .empty : .rendering
    }
}

extension SampleBufferDisplayLayer {
    /// Appends a sample. The first one sets the layer up for its format; those
    /// that follow must have the same pixel format and size. Placeholders may
    /// have any, and set nothing up.
    ///
    /// `displayImmediately` makes all queued samples give way (`superseded`).
    /// `doNotDisplay` waits its turn and is then discarded (`superseded`).
    ///
    /// `now` is the time of the wake-up; `sample.decoded` is when it arrived.
    /// `discard` gets each sample that gives way, for release and counting.
    ///
    /// - Throws: The layer's error if it has failed; `invalidPixelFormat` or
    ///   `invalidSize`, which also fail it. The sample then stays the caller's.
    public mutating func enqueue(
        _ sample: SampleBuffer,
        now: MonotonicTime,
        discard: (SampleBuffer, DropReason) -> Void
    ) throws(LayerError) {
        if let error { throw error }
        try check(sample)
        if sample.attachments.contains(.displayImmediately) {
            discardAll(.superseded, discard)
        }
        if queue.isFull, let oldest = queue.removeFirst() {
            discard(oldest.sample, .overflow)
        }
        state = .rendering
        guard let entry = placed(sample, now: now) else { return discard(sample, .superseded) }
        queue.append(entry)
    }

    /// Discards what is queued and keeps the picture. Ends a failure. The next
    /// sample of a file is due at the next scanout.
    public mutating func flush(discard: (SampleBuffer, DropReason) -> Void) {
        discardAll(.flush, discard)
        file.releaseAnchor()
        goOn()
    }

    /// Discards what is queued and leaves the layer empty.
    ///
    /// - Returns: The picture that was displayed: the caller's, once the screen
    ///   shows something else.
    public mutating func flushAndRemoveImage(
        discard: (SampleBuffer, DropReason) -> Void
    ) -> SampleBuffer? {
        defer { flush(discard: discard) }
        return displayedSample.take()
    }

    private mutating func check(_ sample: SampleBuffer) throws(LayerError) {
        guard !sample.format.size.isEmpty else { throw failing(.invalidSize) }
        guard !sample.attachments.contains(.placeholder) else { return }
        let needed = Setup(sample.format)
        let present = setup ?? needed
        guard needed.pixelFormat == present.pixelFormat else {
            throw failing(.invalidPixelFormat)
        }
        guard needed.size == present.size else { throw failing(.invalidSize) }
        setup = present
    }

    private mutating func failing(_ error: LayerError) -> LayerError {
        fail(error)
        return error
    }

    private mutating func discardAll(
        _ reason: DropReason,
        _ discard: (SampleBuffer, DropReason) -> Void
    ) {
        while let entry = queue.removeFirst() { discard(entry.sample, reason) }
    }

    /// Puts a sample on the layer's media time; nil where it has no place there.
    private mutating func placed(_ sample: SampleBuffer, now: MonotonicTime) -> QueuedSample? {
        var entry = QueuedSample(sample: sample, enqueued: now)
        guard !entry.isPlaceholder else { return entry }
        switch pacing {
        case .file where wall != nil:
            let isRepeat = sample.attachments.contains(.loop)
            guard let time = wall?.place(sample.pts, isRepeat: isRepeat) else { return nil }
            // A wall's pictures have their time, whatever was sought.
            entry.sample.attachments.remove(.displayImmediately)
            entry.media = time
            entry.isLate = time + refreshInterval < wall?.clock.steady ?? time
        case .file:
            entry.media = file.place(sample, refreshInterval: refreshInterval)
            if entry.isImmediate { file.releaseAnchor() }
        case .live:
            entry.media = live.place(sample, refreshInterval: refreshInterval)
            let reached = now + (live.lead ?? .zero)
            entry.isLate = live.presentationTime(of: entry.media) + refreshInterval * 2 < reached
        }
        return entry
    }
}

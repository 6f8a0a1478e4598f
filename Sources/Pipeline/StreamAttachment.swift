internal import FrameTransport
internal import Ingest
internal import Media
internal import Platform
internal import Presentation
internal import Synchronization

/// A stream and what the control side and the presentation thread share of it.
///
/// Thread: safe.
final class StreamAttachment: Sendable {
    let ingest: IngestStream
    /// Which opening of a playlist's item it is; nil for a stream of its own.
    let opening: PlaylistPlan.Opening?
    /// Of the seek that it begins with; 0 for none.
    let epoch: UInt16
    /// The pictures that the rate limit has left out; nil without a log.
    let leftOut: LeftOutPictures?
    /// Decoded → presented.
    let latency: Histogram
    /// How it keeps in step with its wall; nil for a stream that has its own time.
    let wall: WallFigures?
    /// The output's time, in nanoseconds, when a picture of the source was displayed last, in
    /// a view or hidden; before the first one, when the stream was attached.
    let lastPictureNanoseconds = Counter()
    /// The ring's end while no presentation thread has it.
    private let consumer: Mutex<FrameRing.Consumer?>
    private let hasBeenShown = Atomic<Bool>(false)
    private let hasLeft = Atomic<Bool>(false)
    private let shown = Counter()
    private let due = Counter()
    /// The last of the seeks that somebody has asked for, and how many those were.
    private let sought = Mutex((count: 0, target: MediaTime.zero))
    /// How many of them the presentation thread has begun.
    private let begun = Atomic<Int>(0)

    /// One whose stream was not started yet. With a `start` it begins there.
    init(
        ingest: IngestStream,
        opening: PlaylistPlan.Opening? = nil,
        start: MediaTime? = nil,
        leftOut: LeftOutPictures? = nil,
        latency: Histogram,
        wall: WallFigures? = nil
    ) {
        self.ingest = ingest
        self.opening = opening
        epoch = start == nil ? 0 : 1
        if let start { ingest.seek(to: start, epoch: epoch) }
        self.leftOut = leftOut
        self.latency = latency
        self.wall = wall
        consumer = Mutex(ingest.takeConsumer())
        lastPictureNanoseconds.set(Int(MonotonicClock.now().nanoseconds))
    }

    var id: StreamID { ingest.configuration.id }

    /// Whether its stream has no end; of a playlist, its list says that.
    var isEndless: Bool { opening == nil && ingest.isEndless }

    /// The presentation thread was told to seek.
    func seekAsked(to target: MediaTime) {
        sought.withLock { $0 = ($0.count + 1, target) }
    }

    /// It does what it was told.
    ///
    /// Thread: bound to the presentation thread.
    func seekBegun() {
        // Releasing, for the acquiring load in `seekTarget`.
        begun.add(1, ordering: .releasing)
    }

    /// Where the last seek goes to, until a picture of there is displayed; where none is, until one
    /// was published.
    ///
    /// - Parameter sample: What is displayed; nil for nothing of the stream's own.
    /// - Returns: From the stream's start; nil without a seek.
    func seekTarget(displaying sample: SampleBuffer?) -> MediaTime? {
        // Of what is begun the stream knows.
        let begun = begun.load(ordering: .acquiring)
        let (count, target) = sought.withLock { $0 }
        return count > begun ? target : ingest.seekTarget(displaying: sample)
    }

    /// Whether the presentation thread has let go of it for good.
    var isDetached: Bool { hasLeft.load(ordering: .relaxed) }

    func detached() { hasLeft.store(true, ordering: .relaxed) }

    /// Whether a picture of its own has been on the output.
    var isShown: Bool { hasBeenShown.load(ordering: .acquiring) }

    /// When that was; of several in one place the last one has the place.
    var shownSince: MonotonicTime { MonotonicTime(nanoseconds: Int64(shown.count)) }

    /// How much later that was than the end of what it follows; nil where that had not ended.
    var delay: Nanoseconds? {
        due.count > 0 ? Nanoseconds(Int64(max(0, shown.count - due.count))) : nil
    }

    /// Thread: bound to the presentation thread.
    func firstPictureShown(at time: MonotonicTime, due end: MonotonicTime?) {
        shown.set(Int(time.nanoseconds))
        due.set(end.map { Int($0.nanoseconds) } ?? 0)
        hasBeenShown.store(true, ordering: .releasing)
    }

    /// The end of the ring that pops, until it is given back; a second call traps.
    func takeConsumer() -> FrameRing.Consumer {
        guard let end = consumer.withLock({ $0.take() }) else {
            preconditionFailure("A stream is presented once")
        }
        return end
    }

    func giveBack(_ end: consuming FrameRing.Consumer) {
        var end: FrameRing.Consumer? = end
        consumer.withLock { $0 = end.take() }
    }

    /// Waits until the stream, told to stop, has ended, and drops the pictures
    /// that it pushed after the presentation thread had let go of it.
    ///
    /// - Parameter deadline: How long to wait; nil: 200 ms. A thread that hangs in the system
    ///   is left behind then, with its pictures.
    /// - Returns: Whether it has ended.
    @discardableResult
    func finish(by deadline: MonotonicTime? = nil) -> Bool {
        guard ingest.join(until: deadline) else { return false }
        consumer.withLock { end in
            while let picture = end?.pop() {
                let sample = ingest.pool.sample(of: picture)
                if !sample.attachments.contains(.placeholder) {
                    ingest.ledger.countDropped(.flush)
                }
                ingest.pool.release(picture)
            }
        }
        return true
    }
}

/// A stream that nobody has any more, until its thread has ended.
struct EndingStream: Sendable {
    /// How long a thread may take; libav is interrupted within 100 ms.
    static let patience = Nanoseconds.milliseconds(200)

    let attachment: StreamAttachment
    let deadline: MonotonicTime
}

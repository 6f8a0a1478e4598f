public import Addressing
internal import Capture
internal import Decoding
public import FrameTransport
public import Media
public import Platform
public import Presentation
internal import Stills
public import Streams

/// One source of pictures, its thread, and all it takes to keep it alive.
///
///     open ──► decode ──► publish ──► ring ──► presentation thread
///       ▲         │ loss
///       └─ back-off ──► placeholder after 2 s
///
/// What comes out is a `PictureID` at a time through the ring; what it names is
/// in `pool`. Whoever pops one holds a reference and releases it, counts it in
/// `ledger` as presented or dropped unless it is a placeholder, and says
/// `roomMade`.
///
/// Bounds: the ring holds 8 pictures (a file's: `LookAhead`), the pool 16 more
/// than that: a layer's queue of 8, the picture on the screen and its successor,
/// one being filled, five borrowed for images. A file's thread waits when either is full; a
/// live one evicts the oldest from the ring, and drops the newest when the pool
/// is exhausted. Both are counted as `overflow`.
///
/// Thread: safe.
public final class IngestStream: Sendable {
    let shared: IngestShared
    /// What is kept of a live network stream's packets; nil for anything else.
    let history: PacketHistory?
    /// Where photos of a camera's stream are asked for.
    let photos = PhotoDesk()
    private let thread: StreamThread

    /// Makes a stream that does nothing until `start`.
    ///
    /// - Parameters:
    ///   - configuration: What to show and how.
    ///   - maximumRate: What pictures are dropped beyond, before they are decoded where
    ///     that can be; nil shows all.
    ///   - leftOut: Called on the stream's thread with each picture that is, which has no
    ///     slot, in the order of presentation and before the next one is in the ring. False
    ///     where there is no room for it now: a file's thread asks again after `roomMade`.
    ///   - ledger: Where the stream's frames are counted; it may outlive the stream.
    ///   - changes: Where changes of its variant are, likewise.
    ///   - events: Called on the stream's thread; must return at once.
    ///   - ended: Called last on the stream's thread, when `join` does not wait any more;
    ///     must return at once.
    /// - Throws: `SourceError` without libraries, memory or descriptors.
    public convenience init(
        configuration: StreamConfiguration,
        maximumRate: Hertz? = nil,
        leftOut: (@Sendable (SampleBuffer) -> Bool)? = nil,
        ledger: FrameLedger,
        changes: VariantChanges = VariantChanges(),
        events: @escaping @Sendable (IngestEvent) -> Void = { _ in },
        ended: @escaping @Sendable () -> Void = {}
    ) throws(SourceError) {
        try self.init(
            configuration: configuration,
            maximumRate: maximumRate,
            leftOut: leftOut,
            ledger: ledger,
            changes: changes,
            openCamera: .system,
            events: events,
            ended: ended
        )
    }

    /// Loads what `init` needs from the disk, so that it does not take its time: for
    /// callers that make others wait meanwhile.
    ///
    /// - Throws: `SourceError` as `init` does.
    public static func prepare(_ configuration: StreamConfiguration) throws(SourceError) {
        guard configuration.address.keepsFrames || configuration.digests else { return }
        try MediaLibraries.loadForPictures()
    }

    /// As the public one, with cameras that `openCamera` makes.
    init(
        configuration: StreamConfiguration,
        maximumRate: Hertz? = nil,
        leftOut: (@Sendable (SampleBuffer) -> Bool)? = nil,
        ledger: FrameLedger,
        changes: VariantChanges = VariantChanges(),
        openCamera: CameraOpener,
        events: @escaping @Sendable (IngestEvent) -> Void = { _ in },
        ended: @escaping @Sendable () -> Void = {}
    ) throws(SourceError) {
        try Self.prepare(configuration)
        let (history, photos) = (
            configuration.keepsPackets ? PacketHistory(span: configuration.boundedLookback) : nil,
            photos
        )
        self.history = history
        do throws(SystemCallError) {
            shared = try IngestShared(
                configuration: configuration,
                maximumRate: maximumRate,
                leftOut: leftOut,
                ledger: ledger,
                changes: changes,
                events: events
            ) { (capacity) throws(SystemCallError) in
                try SourceParts(
                    configuration.address,
                    capacity: capacity,
                    history: history,
                    photos: photos,
                    openCamera: openCamera
                )
            }
        } catch {
            throw SourceError(error)
        }
        thread = StreamThread(shared, ended: ended)
    }

    deinit {
        shared.controls.stop()
    }

    /// What the stream was made with.
    public var configuration: StreamConfiguration { shared.configuration }

    /// With what was said of its placeholders since.
    public var presentConfiguration: StreamConfiguration {
        var configuration = shared.configuration
        configuration.placeholder = shared.placeholder.own
        return configuration
    }

    /// The pictures. It outlives the stream for as long as someone holds one.
    public var pool: PicturePool { shared.pool }

    public var ledger: FrameLedger { shared.ledger }

    /// When the file begins and how long it is, for a wall; nil where that is not known.
    public var wallRound: WallTimeline.Round? { shared.board.wallRound }

    /// Whether it is one picture; nil before it was opened. Said as `mediaStart` is.
    public var isOnePicture: Bool? { shared.board.isOnePicture }

    /// When its pictures begin, on their own time; what is said of it is said before the first.
    public var mediaStart: MediaTime { shared.board.mediaStart }

    /// How often another of its variants was played, and why.
    public var variantChanges: VariantChanges { shared.changes }

    /// What pictures take, and packets that were read ahead.
    public var heldBytes: Int { shared.pool.bytes + shared.board.buffered.count }

    /// Whether pictures come as they arrive; else every one is shown in order.
    public var isLive: Bool { shared.isLive }

    /// Whether the source has no end: a test pattern, a camera, or a stream that loops.
    public var isEndless: Bool {
        switch shared.address.kind {
        case .pattern, .camera: true
        case .file, .web, .rtsp, .datagrams, .awaited: shared.configuration.loop
        }
    }

    /// The end of the ring that pops, for the presentation thread; a second call traps.
    public func takeConsumer() -> FrameRing.Consumer { shared.takeConsumer() }

    /// Starts the thread, `pipd-in-<id>`. A second call traps.
    ///
    /// Without a thread to be had the stream is `reconnecting`; `startAgain` tries.
    ///
    /// - Parameter predecessors: Streams told to stop: those that hold what this one is
    ///   to open, such as its port, are given the time to close it.
    public func start(after predecessors: [IngestStream] = []) {
        thread.start(
            after: predecessors.filter { shared.address.excludes($0.shared.address) }.map(\.thread)
        )
    }

    /// Tries again to get the thread that could not be had, if it is time for that.
    ///
    /// Thread: one at a time, the one that calls `join`.
    ///
    /// - Parameter now: The time.
    /// - Returns: When to call this again; nil for a stream that has its thread.
    public func startAgain(at now: MonotonicTime) -> MonotonicTime? { thread.startAgain(at: now) }

    /// Asks the thread to end, and returns at once. Pictures in the ring stay there.
    public func stop() { shared.controls.stop() }

    /// Whether `stop` was called: nothing more comes.
    public var isStopped: Bool { shared.controls.isStopped }

    /// Waits, after `stop`, until the thread has ended.
    ///
    /// libav is interrupted within 100 ms. A call into the system that nothing
    /// interrupts (a name looked up at a dead server, a dead network file
    /// system) is not waited for: the thread is left to end by itself.
    ///
    /// - Parameter deadline: How long to wait; nil: 200 ms.
    /// - Returns: False when the thread was left behind.
    @discardableResult
    public func join(until deadline: MonotonicTime? = nil) -> Bool {
        thread.join(until: deadline)
    }

    /// Tells the stream that a picture was popped or released.
    ///
    /// Costs one atomic exchange unless the stream waits for it.
    ///
    /// Thread: any; usually the presentation thread.
    public func roomMade() { shared.controls.roomMade() }

    /// Signalled when a picture was pushed or the state changed, if
    /// `askForWakeUp` was called since the last signal.
    public var wakeUp: WakeUp { shared.controls.consumerWakeUp }

    /// Asks for one signal of `wakeUp`. Ask, pop once more, and only then sleep:
    /// a picture pushed in between is found by that pop or signalled.
    public func askForWakeUp() { shared.controls.consumerRequest.raise() }

    public var status: IngestStatus {
        var status = shared.board.snapshot()
        status.placeholderFlaw = shared.placeholder.flaw
        if isShownToEnd { status.end() }
        return status
    }

    /// Tells the end of a stream that does not loop.
    ///
    /// - Parameter epoch: The last seek; 0 for none.
    /// - Returns: Whether all pictures behind it were delivered. Some may still be in the
    ///   ring, none will come.
    public func isDelivered(behind epoch: UInt16 = 0) -> Bool {
        shared.controls.isDelivered(behind: epoch)
    }

    /// Whether the last picture was shown for its time, and no seek came since.
    public var isShownToEnd: Bool { shared.controls.isShownToEnd }

    /// The last picture was shown for its time: the stream's state is `ended` until a seek.
    ///
    /// Thread: the one that takes the pictures.
    ///
    /// - Parameter epoch: The last seek; 0 for none.
    public func shownToEnd(behind epoch: UInt16 = 0) {
        shared.controls.shownToEnd(behind: epoch)
    }

    /// Says by how much the stream's time gave way since its beginning.
    ///
    /// Thread: the one that takes the pictures.
    public func setSlipped(_ time: Nanoseconds) {
        shared.controls.slipped.set(Int(time.count))
    }

    /// Whether the stream is to hold its picture; who takes the pictures does it.
    ///
    /// Thread: any.
    public var isPaused: Bool {
        get { shared.controls.isPaused }
        set { shared.controls.isPaused = newValue }
    }

    /// Goes to the picture of a time, which is shown at once. Of several in a row the last
    /// one counts; sources that cannot seek take no notice.
    ///
    /// Thread: one at a time, the one that takes the pictures.
    ///
    /// - Parameters:
    ///   - position: From the stream's start; beyond the end it is the last picture.
    ///   - epoch: The seek's number, one more than that of the last. Pictures of another
    ///     `epoch` are from before, and for the consumer to drop.
    public func seek(to position: MediaTime, epoch: UInt16) {
        shared.controls.seek(to: position, epoch: epoch)
    }

    /// Where the last seek goes to, until a picture of there is displayed; where none is, until one
    /// was published.
    ///
    /// Thread: any.
    ///
    /// - Parameter sample: What is displayed; nil for nothing of the stream's own.
    /// - Returns: From the stream's start; nil without a seek.
    public func seekTarget(displaying sample: SampleBuffer?) -> MediaTime? {
        shared.controls.seekTarget(displaying: sample?.epoch)
    }

    /// Asks for one picture of a camera that nobody shows, and whose pictures are
    /// dropped: its next one is published. Does nothing for other sources.
    ///
    /// Thread: any.
    public func askForPicture() { shared.controls.pictureRequest.raise() }

    /// Begins to decode a stream that nobody shows yet. Does nothing for others.
    ///
    /// Thread: any.
    public func prepareToShow() {
        if shared.controls.mode == .idle { shared.controls.mode = .full }
    }

    /// Says what placeholders show: the path of a PNG file, small and of this program's own
    /// making; nil: they tell in words.
    ///
    /// Thread: any.
    public func setPoster(_ path: String?) { shared.poster = path }

    /// How placeholders look: as is said of the stream, else as is usual.
    package var placeholder: PlaceholderStyle { shared.placeholder.style }

    /// Says how placeholders look; one that is shown is drawn anew.
    ///
    /// Thread: any.
    ///
    /// - Parameters:
    ///   - usual: Where nothing is said.
    ///   - own: What is said of the stream itself; nil: the same as before.
    public func setPlaceholder(usual: PlaceholderStyle, own: PlaceholderWish? = nil) {
        if shared.placeholder.set(usual: usual, own: own) {
            shared.controls.producerWakeUp.signal()
        }
    }

    /// Looks whether the image of placeholders can be shown, which `status` says then, and an event
    /// where it cannot. May wait for a disk.
    ///
    /// Thread: any.
    public func lookAtPlaceholder() { shared.lookAtPlaceholder() }

    /// Shows a placeholder in place of the last picture of a stream that has ended. Does nothing
    /// to others.
    ///
    /// Thread: any.
    ///
    /// - Parameter poster: As for `setPoster`.
    public func showPlaceholder(_ poster: String?) {
        setPoster(poster)
        shared.controls.askForPlaceholder()
    }

    /// Says that the last picture was taken off the screen, however long it was to stay: a
    /// placeholder may come in its place.
    ///
    /// Thread: any.
    public func removedPicture() { shared.controls.removedPicture() }

    /// How large the stream is shown, or would be; nil before anybody has said so.
    public var shownSize: PixelSize? { shared.controls.shownSize }

    /// Says how large the stream is shown, or would be, which decides among the variants of
    /// its source.
    ///
    /// Thread: any; usually the presentation thread.
    ///
    /// - Parameters:
    ///   - size: In pixels of the output.
    ///   - window: Of the window that shows it, too, where that is not all that does.
    public func setShownSize(_ size: PixelSize, window: PixelSize? = nil) {
        shared.controls.shownSize = size
        shared.controls.windowSize = window
    }

    /// Says whether anybody wants the pictures. Takes effect within one picture.
    public func setDecoding(_ mode: DecodeMode) {
        if shared.controls.mode != mode { shared.controls.mode = mode }
    }
}

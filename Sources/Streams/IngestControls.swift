package import FrameTransport
package import Media
package import Platform
internal import Synchronization

/// What a stream's thread and its owner tell each other: flags and wake-ups.
///
/// Thread: safe.
package final class IngestControls: Sendable {
    /// Wakes the ingest thread.
    package let producerWakeUp: WakeUp
    /// Wakes whoever takes the pictures.
    package let consumerWakeUp: WakeUp
    /// Readable for good when the thread has ended.
    package let finished: WakeUp
    /// The ingest thread's wish to hear of room.
    let producerRequest = RaisedFlag()
    /// The consumer's wish to hear of pictures.
    package let consumerRequest = RaisedFlag()
    /// Somebody's wish for one picture of a camera that nobody shows.
    package let pictureRequest = RaisedFlag()
    /// Somebody's wish for a placeholder in place of the last picture.
    let placeholderRequest = RaisedFlag()
    /// The consumer's word that it shows the last picture no more.
    let pictureRemoval = RaisedFlag()
    /// By how much the stream's time gave way, because pictures came too late; in nanoseconds.
    package let slipped = Counter()
    private let stopRequested = Atomic<Bool>(false)
    private let decoding = Atomic<UInt8>(DecodeMode.full.rawValue)
    private let paused = Atomic<Bool>(false)
    /// Width and height, 16 bits each; zero: not said yet, and none.
    private let size = Atomic<UInt32>(0)
    private let window = Atomic<UInt32>(0)
    /// Where to go, and which seek that is; the second is stored last, releasing.
    private let target = Atomic<Int64>(0)
    private let asked = Atomic<UInt16>(0)
    /// The seek that the ingest thread has begun.
    private let taken = Atomic<UInt16>(0)
    /// The seek that the newest picture is behind.
    private let reached = Atomic<UInt16>(0)
    /// One more than the seek behind which everything was pushed, and shown; 0: none.
    private let delivered = Atomic<Int>(0)
    private let shown = Atomic<Int>(0)

    init() throws(SystemCallError) {
        producerWakeUp = try WakeUp()
        consumerWakeUp = try WakeUp()
        finished = try WakeUp()
    }

    // Flags alone: nothing else is read on their word, so relaxed is enough.

    package var isStopped: Bool { stopRequested.load(ordering: .relaxed) }

    package func stop() {
        stopRequested.store(true, ordering: .relaxed)
        producerWakeUp.signal()
        consumerWakeUp.signal()
    }

    package var mode: DecodeMode {
        get { DecodeMode(rawValue: decoding.load(ordering: .relaxed)) ?? .full }
        set {
            decoding.store(newValue.rawValue, ordering: .relaxed)
            producerWakeUp.signal()
        }
    }

    /// Whether the stream is to hold its picture: the consumer's queue is full and stays so,
    /// the thread waits for room, and silence is no stall.
    package var isPaused: Bool {
        get { paused.load(ordering: .relaxed) }
        set { paused.store(newValue, ordering: .relaxed) }
    }

    /// How large the stream is shown, or would be, in pixels of the output; nil before anybody
    /// has said so.
    package var shownSize: PixelSize? {
        get { Self.size(of: size.load(ordering: .relaxed)) }
        set {
            let bits = Self.bits(of: newValue)
            if size.exchange(bits, ordering: .relaxed) != bits { producerWakeUp.signal() }
        }
    }

    /// How large the window is that shows the stream beside the main view; nil: there is none.
    package var windowSize: PixelSize? {
        get { Self.size(of: window.load(ordering: .relaxed)) }
        set {
            let bits = Self.bits(of: newValue)
            if window.exchange(bits, ordering: .relaxed) != bits { producerWakeUp.signal() }
        }
    }

    private static func size(of bits: UInt32) -> PixelSize? {
        bits == 0 ? nil : PixelSize(width: Int32(bits >> 16), height: Int32(bits & 0xFFFF))
    }

    private static func bits(of size: PixelSize?) -> UInt32 {
        let width = UInt32(clamping: size?.width ?? 0) & 0xFFFF
        return width << 16 | UInt32(clamping: size?.height ?? 0) & 0xFFFF
    }

    /// A place in a stream to go to.
    struct Seek {
        /// From the stream's start.
        let position: MediaTime
        let epoch: UInt16
    }

    /// Goes to another place; of several in a row the last one counts.
    ///
    /// - Parameters:
    ///   - position: From the stream's start.
    ///   - epoch: The seek's number, one more than that of the last, which the pictures
    ///     behind it bear.
    package func seek(to position: MediaTime, epoch: UInt16) {
        target.store(position.nanoseconds, ordering: .relaxed)
        asked.store(epoch, ordering: .releasing)
        producerWakeUp.signal()
    }

    /// Whether there is a seek to be begun: what is done for the pictures before it is in vain.
    package var isSeekAsked: Bool {
        asked.load(ordering: .relaxed) != taken.load(ordering: .relaxed)
    }

    /// Where the last seek goes to, until a picture of there is displayed.
    ///
    /// - Parameter epoch: Of the picture that is displayed; nil without one.
    /// - Returns: From the stream's start; nil without a seek. Without a picture that is
    ///   displayed, nil once one of there was published.
    package func seekTarget(displaying epoch: UInt16?) -> MediaTime? {
        let asked = asked.load(ordering: .acquiring)
        guard asked != epoch ?? reached.load(ordering: .acquiring) else { return nil }
        return MediaTime(nanoseconds: target.load(ordering: .relaxed))
    }

    /// Wants a placeholder in place of the last picture of what has ended.
    package func askForPlaceholder() {
        placeholderRequest.raise()
        producerWakeUp.signal()
    }

    /// The last picture is shown no more: what comes next is another one, or a placeholder.
    package func removedPicture() {
        pictureRemoval.raise()
        producerWakeUp.signal()
    }

    /// Whether nobody waits for the picture being delivered any more.
    package var isCalledAway: Bool { isStopped || isSeekAsked }

    /// The seek to be begun; nil where there is none.
    ///
    /// Thread: bound to the ingest thread.
    func takeSeek() -> Seek? {
        let epoch = asked.load(ordering: .acquiring)
        guard epoch != taken.load(ordering: .relaxed) else { return nil }
        taken.store(epoch, ordering: .relaxed)
        // It may be that of a newer one, which is begun next.
        let target = MediaTime(nanoseconds: target.load(ordering: .relaxed))
        return Seek(position: target, epoch: epoch)
    }

    /// Whether nothing more comes behind a seek, 0 being the start. Set after the last push,
    /// releasing; a reader that sees it (acquiring) finds every picture in the ring.
    package func isDelivered(behind epoch: UInt16) -> Bool {
        delivered.load(ordering: .acquiring) == Int(epoch) + 1
    }

    /// A picture of the source was published, after its position was told.
    ///
    /// Thread: bound to the ingest thread.
    func published(behind epoch: UInt16) {
        // Releasing: who sees it, acquiring, sees that position as well.
        reached.store(epoch, ordering: .releasing)
    }

    /// Everything was pushed.
    ///
    /// Thread: bound to the ingest thread.
    func deliveredAll() {
        delivered.store(Int(taken.load(ordering: .relaxed)) + 1, ordering: .releasing)
        pictureMade()
    }

    /// Whether the last picture was shown for its time, and no seek came since.
    package var isShownToEnd: Bool {
        shown.load(ordering: .relaxed) == Int(asked.load(ordering: .relaxed)) + 1
    }

    package func shownToEnd(behind epoch: UInt16) {
        shown.store(Int(epoch) + 1, ordering: .relaxed)
    }

    /// Waits until another stream's thread has ended, or this stream is stopped.
    ///
    /// Thread: bound to the ingest thread.
    func waitForEnd(of other: IngestControls, until deadline: MonotonicTime) {
        var polling = PollSet(capacity: 1)
        polling.add(producerWakeUp.rawValue, tag: .init(rawValue: 0))
        while !isStopped {
            let ready = polling.wait(until: deadline, guest: other.finished.rawValue)
            if ready.hasGuest || ready.isEmpty { return }
            producerWakeUp.drain()
        }
    }

    /// After a picture was popped or released.
    package func roomMade() {
        if producerRequest.take() { producerWakeUp.signal() }
    }

    /// After a push or a change of state.
    func pictureMade() {
        if consumerRequest.take() { consumerWakeUp.signal() }
    }
}

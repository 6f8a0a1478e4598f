internal import Decoding
internal import FrameTransport
internal import Media
internal import Platform
internal import Synchronization

/// What a source's reader and its decoder tell each other.
///
/// Thread: safe, but for the ring, whose ends are one thread's each.
final class AheadChannel: Sendable {
    let ring: PacketRing
    /// Readable when something was pushed, if that was asked for.
    let arrived: WakeUp
    let arrivalRequest = RaisedFlag()
    /// Readable for good when the reader has ended.
    let finished: WakeUp
    private let room: WakeUp
    private let roomRequest = RaisedFlag()
    private let closed = Atomic<Bool>(false)
    private let target = Mutex<MediaTime?>(nil)
    private let seekAsked = Atomic<Bool>(false)
    /// The reader's thread, which holds this, too: its last owner may be itself.
    private let thread = Mutex<WorkerThread?>(nil)

    /// - Throws: Without descriptors or memory.
    init() throws {
        ring = try PacketRing()
        (arrived, room, finished) = (try WakeUp(), try WakeUp(), try WakeUp())
    }

    // MARK: The decoder's side

    func keep(_ reader: WorkerThread) { thread.withLock { $0 = reader } }

    /// The reader is to end.
    func close() {
        closed.store(true, ordering: .relaxed)
        room.signal()
    }

    /// The reader is to go on elsewhere, and to push `sought` before what is from there.
    ///
    /// - Parameter time: Nil is the start.
    func seek(to time: MediaTime?) {
        target.withLock { $0 = time }
        seekAsked.store(true, ordering: .releasing)
        room.signal()
    }

    /// An entry was popped.
    func entryPopped() {
        if roomRequest.take() { room.signal() }
    }

    // MARK: The reader's side

    /// Whether the thread is to end.
    var isClosed: Bool { closed.load(ordering: .relaxed) }

    /// Whether there is a seek to be done.
    var isSeekAsked: Bool { seekAsked.load(ordering: .relaxed) }

    /// Whether what is being opened is not wanted any more.
    var isCalledAway: Bool { isClosed || isSeekAsked }

    /// A seek to be done.
    enum Seek {
        /// Nil is the start.
        case to(MediaTime?)
    }

    func takeSeek() -> Seek? {
        guard seekAsked.exchange(false, ordering: .acquiring) else { return nil }
        return .to(target.withLock { $0 })
    }

    /// An entry was pushed.
    func entryPushed() {
        if arrivalRequest.take() { arrived.signal() }
    }

    /// Sleeps until there may be room, or something to do.
    func waitForRoom(unless hasRoom: () -> Bool) {
        roomRequest.raise()
        if hasRoom() || isCalledAway { return }
        var polling = PollSet(capacity: 1)
        polling.add(room.rawValue, tag: .init(rawValue: 0))
        // What room there is depends on who watches, too, which nobody tells.
        _ = polling.wait(until: MonotonicClock.now() + .milliseconds(250))
        room.drain()
    }
}

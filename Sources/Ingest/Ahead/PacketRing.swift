internal import CFFmpeg
internal import Decoding
internal import Media
internal import Synchronization

/// Packets on their way from the thread that reads them to the one that decodes them.
///
///     reader ─ fill, push ─► ring ─ pop ─► decoder
///
/// One thread pushes, another pops; neither waits here, locks or allocates. Bounds: `capacity`
/// entries; how many bytes and seconds of media is for the reader to decide.
///
/// Thread: see each member.
final class PacketRing: @unchecked Sendable {
    // @unchecked Sendable: an entry is the reader's until `pushed` is stored, releasing, and
    // the decoder's from its load, acquiring, until `popped` is stored in the same way.

    /// 17 s of 60 pictures a second.
    static let capacity = 1_024

    /// What lies in the ring besides packets, in its place among them.
    enum Mark {
        /// The packets behind it are of another stream.
        case turn(StreamTurn)
        /// What was asked for last was done, or why not: the packets behind it are from there.
        case sought(AVError?)
        case endOfFile
        /// Reading failed, as `reason` says; it may go on behind it.
        case failure(AVError, reason: SourceError)
    }

    private let packets: UnsafeMutableBufferPointer<UnsafeMutablePointer<AVPacket>>
    private let marks: UnsafeMutableBufferPointer<Mark?>
    /// When each packet is decoded; the reader's alone.
    private let times: UnsafeMutableBufferPointer<MediaTime?>
    private let pushed = Atomic<Int>(0)
    private let popped = Atomic<Int>(0)
    private let heldBytes = Atomic<Int>(0)

    /// - Throws: `AVError` without memory.
    init() throws(AVError) {
        let made = try OwnedPacket.allocate(count: Self.capacity)
        packets = .allocate(capacity: Self.capacity)
        _ = packets.initialize(from: made)
        marks = .allocate(capacity: Self.capacity)
        marks.initialize(repeating: nil)
        times = .allocate(capacity: Self.capacity)
        times.initialize(repeating: nil)
    }

    deinit {
        packets.forEach(OwnedPacket.free)
        packets.deallocate()
        marks.deinitialize()
        marks.deallocate()
        times.deallocate()
    }

    /// What the packets in it take. Thread: any.
    var bytes: Int { heldBytes.load(ordering: .relaxed) }

    // MARK: The reader's side

    /// Whether there is room for a packet, with marks before and behind it.
    var hasRoom: Bool {
        pushed.load(ordering: .relaxed) - popped.load(ordering: .acquiring) < Self.capacity - 4
    }

    /// From the oldest packet that was not popped to the newest.
    var duration: Nanoseconds {
        let end = pushed.load(ordering: .relaxed)
        let held = popped.load(ordering: .acquiring)..<end
        guard let first = held.lazy.compactMap({ self.times[$0 % Self.capacity] }).first,
            let last = held.reversed().lazy.compactMap({ self.times[$0 % Self.capacity] }).first
        else { return .zero }
        return max(.zero, last - first)
    }

    /// An empty packet to be filled and pushed, of a ring that has room.
    var free: UnsafeMutablePointer<AVPacket> {
        packets[pushed.load(ordering: .relaxed) % Self.capacity]
    }

    /// Pushes `free`.
    ///
    /// - Parameter time: When it is decoded, on one scale since the last seek; nil: unknown.
    func push(at time: MediaTime?) {
        let place = pushed.load(ordering: .relaxed)
        times[place % Self.capacity] = time
        heldBytes.add(Int(packets[place % Self.capacity].pointee.size), ordering: .relaxed)
        pushed.store(place + 1, ordering: .releasing)
    }

    func push(_ mark: Mark) {
        let place = pushed.load(ordering: .relaxed)
        times[place % Self.capacity] = nil
        marks[place % Self.capacity] = mark
        pushed.store(place + 1, ordering: .releasing)
    }

    // MARK: The decoder's side

    /// What was popped.
    enum Entry {
        case packet
        case mark(Mark)
    }

    /// Takes the oldest entry; a packet is moved to `packet`.
    ///
    /// - Returns: Nil where there is none.
    func pop(into packet: UnsafeMutablePointer<AVPacket>) -> Entry? {
        let place = popped.load(ordering: .relaxed)
        guard pushed.load(ordering: .acquiring) > place else { return nil }
        defer { popped.store(place + 1, ordering: .releasing) }
        if let mark = marks[place % Self.capacity].take() { return .mark(mark) }
        heldBytes.subtract(Int(packets[place % Self.capacity].pointee.size), ordering: .relaxed)
        av_packet_move_ref(packet, packets[place % Self.capacity])
        return .packet
    }
}

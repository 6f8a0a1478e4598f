public import Media
public import Synchronization

/// A bounded queue of decoded pictures from one ingest thread to one
/// presentation thread. Neither side ever waits, locks, allocates or retains.
///
/// What happens when it is full is the policy:
///
/// - `file`: the push is refused; the producer waits on its own thread.
/// - `live`: the oldest picture is evicted and handed back to the producer, to
///   be released and counted; a push never fails.
///
/// Under `file` a slot is one side's at any time, as two counters say. Under
/// `live` every slot is one atomic word that holds a position (which push filled
/// it) and a picture, or nothing. There both sides may want the oldest element
/// at once, so each takes it with one atomic exchange and exactly one of them
/// gets it:
///
///     producer  slot.exchange(new)            old value ≠ empty: it is evicted
///     consumer  slot.compareExchange(→ empty) fails: it was evicted, next one
///
/// The position in the word tells the consumer that a slot has been refilled
/// since it was counted. `Models/frame_ring.pml` is this protocol and
/// `Models/file_ring.pml` the other, checked in every interleaving.
///
/// A ring that goes away releases no pictures: whoever held the consumer pops
/// what is left.
public final class FrameRing: @unchecked Sendable {
    // @unchecked Sendable: `slots` never changes after init; its words are
    // atomic. A plain slot is the producer's until the releasing store of
    // `pushed`, then the consumer's until that of `popped`. `hasEnds` is atomic.

    public enum Policy: Sendable {
        case file
        case live
    }

    /// What became of a push.
    public enum PushResult: Hashable, Sendable {
        case accepted
        /// Refused (`file` only); the picture is still the caller's.
        case full
        /// Accepted, and this one, the oldest, is the caller's now (`live` only).
        case evicted(PictureID)
    }

    /// The two ends. Each moves to its own thread: `let producer = ends.producer`
    /// takes it out (frozen, which that needs in another module).
    @frozen public struct Ends: ~Copyable, Sendable {
        public var producer: Producer
        public var consumer: Consumer
    }

    public let capacity: Int
    public let policy: Policy
    @usableFromInline let core: UnsafeMutablePointer<Core>
    private let hasEnds = Atomic<Bool>(false)

    /// - Parameters:
    ///   - capacity: A power of two from 2 to 1024.
    ///   - policy: What happens when it is full.
    public init(capacity: Int, policy: Policy) {
        precondition(
            capacity.nonzeroBitCount == 1 && (2...1024).contains(capacity),
            "A ring's capacity is a power of two from 2 to 1024"
        )
        self.capacity = capacity
        self.policy = policy
        core = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<Core>.stride,
            alignment: Self.alignment
        ).bindMemory(to: Core.self, capacity: 1)
        core.initialize(to: Core(capacity: capacity))
    }

    deinit {
        core.deinitialize(count: 1)
        UnsafeMutableRawPointer(core).deallocate()
    }

    /// Makes the only two ends of the ring; a second call traps.
    public func makeEnds() -> Ends {
        precondition(!hasEnds.exchange(true, ordering: .relaxed), "A ring has two ends")
        return Ends(producer: Producer(ring: self), consumer: Consumer(ring: self))
    }
}

extension FrameRing {
    /// Two cache lines: the prefetcher pulls them in pairs.
    static var alignment: Int { 128 }

    /// Keeps the counters two cache lines apart.
    @usableFromInline struct Padding: BitwiseCopyable {
        var words: InlineArray<15, UInt64> = .init(repeating: 0)
    }

    @usableFromInline typealias Slot = Atomic<UInt64>

    /// The shared memory of a ring.
    @usableFromInline struct Core: ~Copyable {
        /// Pictures ever pushed. Written by the producer, read by the consumer.
        @usableFromInline let pushed = Atomic<Int>(0)
        let padding0 = Padding()
        /// Positions ever left behind, taken or skipped as evicted. Written by
        /// the consumer, read by the producer.
        @usableFromInline let popped = Atomic<Int>(0)
        let padding1 = Padding()
        @usableFromInline let slots: UnsafeMutablePointer<Slot>
        /// The slots under `file`, where each is only ever one side's and need
        /// not say whose: four times as many of them cross in a cache line.
        @usableFromInline let plainSlots: UnsafeMutablePointer<PictureID>
        @usableFromInline let mask: Int

        init(capacity: Int) {
            slots = UnsafeMutableRawPointer.allocate(
                byteCount: capacity * MemoryLayout<Slot>.stride,
                alignment: FrameRing.alignment
            ).bindMemory(to: Slot.self, capacity: capacity)
            for index in 0..<capacity {
                (slots + index).initialize(to: Slot(0))
            }
            plainSlots = UnsafeMutableRawPointer.allocate(
                byteCount: capacity * MemoryLayout<PictureID>.stride,
                alignment: FrameRing.alignment
            ).bindMemory(to: PictureID.self, capacity: capacity)
            plainSlots.initialize(repeating: PictureID(rawValue: 0), count: capacity)
            mask = capacity - 1
        }

        deinit {
            slots.deinitialize(count: mask + 1)
            UnsafeMutableRawPointer(slots).deallocate()
            UnsafeMutableRawPointer(plainSlots).deallocate()
        }
    }

    /// A slot's word: the position above bit 17, the picture's number plus one
    /// below; zero is empty. Positions repeat after 2⁴⁷ pushes: 74,000 years at 60 fps.
    @inlinable @inline(__always)
    static func word(_ picture: PictureID, at position: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: position) &<< 17 | (UInt64(picture.rawValue) &+ 1)
    }

    @inlinable @inline(__always)
    static func picture(in word: UInt64) -> PictureID {
        PictureID(rawValue: UInt16(truncatingIfNeeded: (word & 0x1_FFFF) &- 1))
    }

    @inlinable @inline(__always)
    static func holds(_ word: UInt64, position: Int) -> Bool {
        word != 0 && word &>> 17 == UInt64(truncatingIfNeeded: position) & (1 &<< 47 &- 1)
    }
}

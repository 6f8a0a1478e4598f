public import Media
internal import Synchronization

/// Where a pool's pictures really live: decoder frames, camera buffers.
public protocol PictureStorage: AnyObject, Sendable {
    /// Returns a slot's memory to the decoder.
    ///
    /// Thread: called on the stream's ingest thread only.
    func reclaim(slot: Int)
}

/// The pictures of one stream: a fixed number of slots, counted references.
///
/// The ingest thread acquires a slot, lets its storage take the decoder's
/// output (no copy), publishes what it is, and pushes its `PictureID` through
/// the ring. Whoever holds the ID holds one reference, and gives it back with
/// `release`. The memory itself goes back to the decoder on the ingest thread,
/// at its next `acquire` or `reclaim`: a release costs one atomic decrement and
/// runs no library code on the thread that presents.
///
///     free ── acquire ──► being filled ── publish ──► held (1…) ── release ──► free
///
/// A slot released unpublished is free at once: its storage is told nothing, and
/// clears what it put there itself. Nor does a pool that goes away tell its
/// storage to reclaim: they go together.
///
/// Of the held pictures one may be on offer (`offer`): any thread may `borrow` it,
/// without asking the thread that presents and without making it wait. The
/// argument why that is safe is checked in `Models/borrow.pml`.
///
/// Thread: `acquire`, `publish`, `reclaim` are bound to the ingest thread, `offer`
/// to one that holds what it offers; `borrow` is safe on any; the rest is safe
/// for whoever holds a reference to the picture.
public final class PicturePool: @unchecked Sendable {
    // @unchecked Sendable: a slot's sample and components are written by the
    // ingest thread while it alone holds the slot, and read by holders after
    // the ring's releasing push and acquiring pop. The reference count's
    // releasing decrements pair with the acquiring loads of zero in `acquire`
    // and `reclaim`: the last holder has read before the slot changes. A borrower
    // reads a slot only while `offered`, looked at again after its own reference
    // was counted, still says what the slot holds.

    public let capacity: Int
    private let storage: any PictureStorage
    private let slots: UnsafeMutablePointer<Slot>
    private let heldBytes = Atomic<Int>(0)
    /// The slot that `borrow` gives out; `noOffer` for none.
    private let offered = Atomic<Int>(noOffer)
    private static let noOffer = -1

    private struct Slot: ~Copyable {
        let references = Atomic<Int>(0)
        /// Whether the storage still owes its memory to the decoder. Ingest thread only.
        var isLoaded = false
        var bytes = 0
        var sample: SampleBuffer?
        var components = PictureComponents()
        var alternate: Alternate?
    }

    /// The same as a picture in another size and shape, in its memory.
    public struct Alternate: BitwiseCopyable, Sendable {
        public let format: FormatDescription
        public let components: PictureComponents

        public init(format: FormatDescription, components: PictureComponents) {
            self.format = format
            self.components = components
        }
    }

    /// - Parameters:
    ///   - capacity: 2 to 256 slots; the bound on pictures in flight.
    ///   - storage: Where they live. It must not keep the pool alive in turn.
    public init(capacity: Int, storage: any PictureStorage) {
        precondition((2...256).contains(capacity), "A pool has 2 to 256 slots")
        self.capacity = capacity
        self.storage = storage
        slots = .allocate(capacity: capacity)
        for index in 0..<capacity { (slots + index).initialize(to: Slot()) }
    }

    deinit {
        slots.deinitialize(count: capacity)
        slots.deallocate()
    }

    /// A free slot with one reference, the caller's; nil when all are held.
    public func acquire() -> PictureID? {
        for index in 0..<capacity where slots[index].references.load(ordering: .acquiring) == 0 {
            unload(index)
            // Releasing, for the acquiring exchange in `borrow`: who counts a
            // reference to the new picture sees that the old one is off offer.
            slots[index].references.store(1, ordering: .releasing)
            return PictureID(rawValue: UInt16(index))
        }
        return nil
    }

    /// Gives the memory of all released pictures back to the decoder.
    public func reclaim() {
        for index in 0..<capacity where slots[index].references.load(ordering: .acquiring) == 0 {
            unload(index)
        }
    }

    /// Says what an acquired slot holds.
    ///
    /// - Parameters:
    ///   - sample: Its `picture` names the slot.
    ///   - components: Valid until the storage is told to reclaim the slot.
    ///   - alternate: For a window; valid as long.
    ///   - bytes: The memory held, for the pool's metric.
    public func publish(
        _ sample: SampleBuffer,
        components: PictureComponents,
        alternate: Alternate? = nil,
        bytes: Int
    ) {
        let index = Int(sample.picture.rawValue)
        precondition(!slots[index].isLoaded, "Published picture \(index) twice")
        slots[index].sample = sample
        slots[index].components = components
        slots[index].alternate = alternate
        slots[index].isLoaded = true
        slots[index].bytes = bytes
        heldBytes.add(bytes, ordering: .relaxed)
    }

    /// The sample of a published picture that the caller holds.
    public func sample(of picture: PictureID) -> SampleBuffer {
        guard let sample = slots[Int(picture.rawValue)].sample else {
            preconditionFailure("Picture \(picture.rawValue) was never published")
        }
        return sample
    }

    /// The pixels of a published picture; valid while the caller holds it.
    public func components(of picture: PictureID) -> PictureComponents {
        slots[Int(picture.rawValue)].components
    }

    /// What a window is to show in place of a published picture; nil: that itself.
    public func alternate(of picture: PictureID) -> Alternate? {
        slots[Int(picture.rawValue)].alternate
    }

    /// Gives a reference up. The picture may be overwritten from now on.
    public func release(_ picture: PictureID) {
        // Releasing, for the acquiring load of zero in `acquire` and `reclaim`.
        let (old, _) = slots[Int(picture.rawValue)].references.subtract(1, ordering: .releasing)
        precondition(old > 0, "Released picture \(picture.rawValue) more often than retained")
    }

    /// Puts a picture on offer in place of the one before; nil takes that off.
    ///
    /// Costs a store. The caller holds the picture, and goes on holding it until
    /// it has offered another or none.
    public func offer(_ picture: PictureID?) {
        // Releasing, for the acquiring loads in `borrow`.
        offered.store(picture.map { Int($0.rawValue) } ?? Self.noOffer, ordering: .releasing)
    }

    /// The picture on offer, with a reference that the caller gives back with
    /// `release`; nil when there is none.
    ///
    /// Never waits. Nil also when the offer changed at each of eight looks, which
    /// takes eight pictures within a few nanoseconds each.
    public func borrow() -> PictureID? {
        for _ in 0..<8 {
            let index = offered.load(ordering: .acquiring)
            guard index != Self.noOffer else { return nil }
            guard retainIfHeld(index) else { continue }
            let picture = PictureID(rawValue: UInt16(index))
            // Had the slot been given to another picture before the reference was
            // counted, then counting it has made what is on offer since visible.
            if offered.load(ordering: .acquiring) == index { return picture }
            release(picture)
        }
        return nil
    }

    /// Adds a reference unless nobody holds one.
    private func retainIfHeld(_ index: Int) -> Bool {
        var count = slots[index].references.load(ordering: .relaxed)
        while count > 0 {
            let (exchanged, original) = slots[index].references.compareExchange(
                expected: count,
                desired: count + 1,
                successOrdering: .acquiring,
                failureOrdering: .relaxed
            )
            if exchanged { return true }
            count = original
        }
        return false
    }

    /// Slots that someone holds a reference to. Safe on any thread; exact when nothing moves.
    package var heldCount: Int {
        (0..<capacity).count { slots[$0].references.load(ordering: .relaxed) > 0 }
    }

    /// Bytes of picture memory not yet given back to the decoder. Safe on any thread.
    public var bytes: Int { heldBytes.load(ordering: .relaxed) }

    private func unload(_ index: Int) {
        guard slots[index].isLoaded else { return }
        storage.reclaim(slot: index)
        slots[index].isLoaded = false
        slots[index].sample = nil
        heldBytes.subtract(slots[index].bytes, ordering: .relaxed)
    }
}

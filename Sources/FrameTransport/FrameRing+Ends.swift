public import Media
public import Synchronization

extension FrameRing {
    /// The end that pushes.
    ///
    /// Thread: bound to the stream's ingest thread.
    @frozen public struct Producer: ~Copyable, @unchecked Sendable {
        // @unchecked Sendable: moves to its thread once; `ring` keeps `core` alive.

        @usableFromInline let ring: FrameRing
        @usableFromInline let core: UnsafeMutablePointer<Core>
        @usableFromInline let slots: UnsafeMutablePointer<Slot>
        @usableFromInline let plainSlots: UnsafeMutablePointer<PictureID>
        @usableFromInline let mask: Int
        @usableFromInline let isLive: Bool
        @usableFromInline var head = 0
        /// `popped` as last read: read again only when the ring seems full.
        @usableFromInline var cachedTail = 0

        init(ring: FrameRing) {
            self.ring = ring
            core = ring.core
            slots = ring.core.pointee.slots
            plainSlots = ring.core.pointee.plainSlots
            mask = ring.core.pointee.mask
            isLive = ring.policy == .live
        }

        /// Whether the next push neither fails nor evicts.
        public mutating func hasRoom() -> Bool {
            head &- cachedTail <= mask || refreshedTailLeavesRoom()
        }

        /// Appends a picture: two stores (`file`), or one exchange and a store (`live`).
        @inlinable @inline(__always)
        public mutating func push(_ picture: PictureID) -> PushResult {
            isLive ? pushEvicting(picture) : pushIfRoom(picture)
        }

        @inlinable @inline(__always)
        mutating func pushIfRoom(_ picture: PictureID) -> PushResult {
            if head &- cachedTail > mask, !refreshedTailLeavesRoom() { return .full }
            // The store of `pushed` below publishes it.
            plainSlots[head & mask] = picture
            announce()
            return .accepted
        }

        @inlinable @inline(__always)
        mutating func pushEvicting(_ picture: PictureID) -> PushResult {
            // Releasing, for the consumer's acquiring compareExchange, which
            // reads what this writes. What comes back is this thread's own
            // picture, or empty: nothing to acquire.
            let old = slots[head & mask].exchange(
                FrameRing.word(picture, at: head),
                ordering: .releasing
            )
            announce()
            return old == 0 ? .accepted : .evicted(FrameRing.picture(in: old))
        }

        /// Releasing, for the consumer's acquiring load of `pushed`: who sees
        /// the count sees the slot's new word.
        @inlinable @inline(__always)
        mutating func announce() {
            head &+= 1
            core.pointee.pushed.store(head, ordering: .releasing)
        }

        @inlinable
        mutating func refreshedTailLeavesRoom() -> Bool {
            // Acquiring, for the consumer's releasing store: it has read the
            // slot (`file`) or emptied it (`live`) by then.
            cachedTail = core.pointee.popped.load(ordering: .acquiring)
            return head &- cachedTail <= mask
        }
    }

    /// The end that pops.
    ///
    /// Thread: bound to the presentation thread.
    @frozen public struct Consumer: ~Copyable, @unchecked Sendable {
        // @unchecked Sendable: moves to its thread once; `ring` keeps `core` alive.

        @usableFromInline let ring: FrameRing
        @usableFromInline let core: UnsafeMutablePointer<Core>
        @usableFromInline let slots: UnsafeMutablePointer<Slot>
        @usableFromInline let plainSlots: UnsafeMutablePointer<PictureID>
        @usableFromInline let mask: Int
        @usableFromInline let isLive: Bool
        @usableFromInline var tail = 0
        /// `pushed` as last read: read again only when the ring seems empty.
        @usableFromInline var cachedHead = 0

        init(ring: FrameRing) {
            self.ring = ring
            core = ring.core
            slots = ring.core.pointee.slots
            plainSlots = ring.core.pointee.plainSlots
            mask = ring.core.pointee.mask
            isLive = ring.policy == .live
        }

        /// Whether `pop` would find nothing now.
        public mutating func isEmpty() -> Bool {
            tail == core.pointee.pushed.load(ordering: .acquiring)
        }

        /// Removes the oldest picture, or returns nil when the ring is empty.
        ///
        /// Under `live` it also returns nil when the producer, pushing at the
        /// same time, evicted what was about to be taken `capacity` times in a
        /// row: a bound on the work, not a loss, for the pictures are still
        /// there or counted as evicted. Once the producer has stopped, nil
        /// means empty: ask whether it has stopped *before* the pop.
        @inlinable @inline(__always)
        public mutating func pop() -> PictureID? {
            isLive ? popUnlessEvicted() : popNext()
        }

        @inlinable @inline(__always)
        mutating func popNext() -> PictureID? {
            if tail == cachedHead, !refreshedHeadShowsMore() { return nil }
            // The load of `pushed` has acquired it.
            let picture = plainSlots[tail & mask]
            advance(to: tail &+ 1)
            return picture
        }

        @inlinable @inline(__always)
        mutating func popUnlessEvicted() -> PictureID? {
            for _ in 0...mask {
                if tail == cachedHead, !refreshedHeadShowsMore() { return nil }
                let position = tail
                let slot = slots + (position & mask)
                // Relaxed: only a guess, which the exchange below confirms.
                let word = slot.pointee.load(ordering: .relaxed)
                guard FrameRing.holds(word, position: position) else {
                    skipEvicted()
                    continue
                }
                // Acquiring, for the producer's releasing exchange of this slot:
                // who takes the picture sees its sample and pixels. A failure
                // means that the producer has just taken it.
                let isTaken = slot.pointee.compareExchange(
                    expected: word,
                    desired: 0,
                    ordering: .acquiring
                ).exchanged
                advance(to: position &+ 1)
                if isTaken { return FrameRing.picture(in: word) }
            }
            return nil
        }

        /// The slot at `tail` was refilled, so its picture was evicted, and with
        /// it all that lie more than a ring's length back.
        @inlinable
        mutating func skipEvicted() {
            cachedHead = core.pointee.pushed.load(ordering: .acquiring)
            // The exchange comes before the count: at least this one is gone,
            // whatever the count says.
            advance(to: max(tail &+ 1, cachedHead &- (mask &+ 1)))
        }

        /// Releasing, for the producer's acquiring load of `popped`: the slots
        /// before `position` are read, empty or refilled. Skipped ones count as
        /// well, so that a producer that asks for room sees all there is.
        @inlinable @inline(__always)
        mutating func advance(to position: Int) {
            tail = position
            core.pointee.popped.store(position, ordering: .releasing)
        }

        @inlinable
        mutating func refreshedHeadShowsMore() -> Bool {
            // Acquiring, for the producer's releasing store: the slots before
            // the count hold their words.
            cachedHead = core.pointee.pushed.load(ordering: .acquiring)
            return tail != cachedHead
        }
    }
}

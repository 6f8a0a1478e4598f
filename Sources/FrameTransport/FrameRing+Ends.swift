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
        @usableFromInline let mask: Int
        @usableFromInline let isLive: Bool
        @usableFromInline var head = 0
        /// `popped` as last read: read again only when the ring seems full.
        @usableFromInline var cachedTail = 0

        init(ring: FrameRing) {
            self.ring = ring
            core = ring.core
            slots = ring.core.pointee.slots
            mask = ring.core.pointee.mask
            isLive = ring.policy == .live
        }

        /// Whether the next push neither fails nor evicts.
        public mutating func hasRoom() -> Bool {
            if head &- cachedTail <= mask { return true }
            cachedTail = core.pointee.popped.load(ordering: .acquiring)
            return head &- cachedTail <= mask
        }

        /// Appends a picture; one atomic exchange (`live`) or two plain stores (`file`).
        @inlinable @inline(__always)
        public mutating func push(_ picture: PictureID) -> PushResult {
            isLive ? pushEvicting(picture) : pushIfRoom(picture)
        }

        @inlinable @inline(__always)
        mutating func pushIfRoom(_ picture: PictureID) -> PushResult {
            let position = head
            if position &- cachedTail > mask {
                cachedTail = core.pointee.popped.load(ordering: .acquiring)
                if position &- cachedTail > mask { return .full }
            }
            slots[position & mask].store(
                FrameRing.word(picture, at: position),
                ordering: .relaxed
            )
            head = position &+ 1
            // Pairs with the consumer's acquiring load of `pushed`.
            core.pointee.pushed.store(head, ordering: .releasing)
            return .accepted
        }

        @inlinable @inline(__always)
        mutating func pushEvicting(_ picture: PictureID) -> PushResult {
            let position = head
            // Releases the picture's memory to the consumer's compareExchange.
            let old = slots[position & mask].exchange(
                FrameRing.word(picture, at: position),
                ordering: .acquiringAndReleasing
            )
            head = position &+ 1
            core.pointee.pushed.store(head, ordering: .releasing)
            return old == 0 ? .accepted : .evicted(FrameRing.picture(in: old))
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
        @usableFromInline let mask: Int
        @usableFromInline let isLive: Bool
        @usableFromInline var tail = 0
        /// `pushed` as last read: read again only when the ring seems empty.
        @usableFromInline var cachedHead = 0

        init(ring: FrameRing) {
            self.ring = ring
            core = ring.core
            slots = ring.core.pointee.slots
            mask = ring.core.pointee.mask
            isLive = ring.policy == .live
        }

        /// Removes the oldest picture, or returns nil when the ring is empty.
        ///
        /// Under `live` it also returns nil when the producer evicted what was
        /// about to be taken `capacity` times in a row: a bound on the work,
        /// not a loss, for the pictures are still there or counted as evicted.
        @inlinable @inline(__always)
        public mutating func pop() -> PictureID? {
            isLive ? popUnlessEvicted() : popNext()
        }

        @inlinable @inline(__always)
        mutating func popNext() -> PictureID? {
            let position = tail
            if position == cachedHead {
                cachedHead = core.pointee.pushed.load(ordering: .acquiring)
                if position == cachedHead { return nil }
            }
            let word = slots[position & mask].load(ordering: .relaxed)
            tail = position &+ 1
            // Pairs with the producer's acquiring load of `popped`.
            core.pointee.popped.store(tail, ordering: .releasing)
            return FrameRing.picture(in: word)
        }

        @inlinable
        mutating func popUnlessEvicted() -> PictureID? {
            for _ in 0...mask {
                let head = core.pointee.pushed.load(ordering: .acquiring)
                if tail == head { return nil }
                // Whatever lies more than a ring's length back is evicted already.
                if head &- tail > mask &+ 1 { tail = head &- (mask &+ 1) }
                let position = tail
                let slot = slots + (position & mask)
                let word = slot.pointee.load(ordering: .relaxed)
                tail = position &+ 1
                guard FrameRing.holds(word, position: position) else { continue }
                let taken = slot.pointee.compareExchange(
                    expected: word,
                    desired: 0,
                    ordering: .acquiringAndReleasing
                ).exchanged
                // After the exchange: room is announced only when it is there.
                core.pointee.popped.store(tail, ordering: .releasing)
                if taken { return FrameRing.picture(in: word) }
            }
            return nil
        }
    }
}

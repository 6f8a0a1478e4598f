internal import Synchronization

/// A bounded first-in, first-out queue of commands or events from one sending
/// thread to one receiving thread. Neither side waits.
///
/// For the things said between threads now and then; pictures travel through
/// `FrameRing`. A sender that is several threads serialises them itself.
///
/// Thread: `send` is bound to one thread at a time, `receive` to another.
public final class Mailbox<Element: Sendable>: @unchecked Sendable {
    // @unchecked Sendable: slot `i % capacity` belongs to the receiver while
    // `received <= i < sent`, otherwise to the sender. The releasing store of
    // a counter, paired with the other side's acquiring load, hands it over.

    public let capacity: Int
    private let slots: UnsafeMutablePointer<Element>
    private let sent = Atomic<Int>(0)
    private let received = Atomic<Int>(0)

    public init(capacity: Int) {
        precondition(capacity > 0, "A mailbox holds at least one element")
        self.capacity = capacity
        slots = .allocate(capacity: capacity)
    }

    deinit {
        while receive() != nil {}
        slots.deallocate()
    }

    /// Appends an element; false when the mailbox is full.
    public func send(_ element: Element) -> Bool {
        let position = sent.load(ordering: .relaxed)
        guard position - received.load(ordering: .acquiring) < capacity else { return false }
        (slots + position % capacity).initialize(to: element)
        sent.store(position + 1, ordering: .releasing)
        return true
    }

    /// Removes the oldest element; nil when there is none.
    public func receive() -> Element? {
        let position = received.load(ordering: .relaxed)
        guard position < sent.load(ordering: .acquiring) else { return nil }
        let element = (slots + position % capacity).move()
        received.store(position + 1, ordering: .releasing)
        return element
    }
}

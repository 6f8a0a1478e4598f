internal import CLinux
internal import Glibc

/// An eventfd: wakes a thread that polls it, from any other.
///
/// It says that something happened, never what. Any number of signals before a
/// drain are one. Neither side ever blocks.
///
/// Thread: safe; the descriptor's owner keeps it alive while others use it.
public struct EventDescriptor: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor

    /// - Throws: `eventfd`, when the process has too many descriptors.
    public init() throws(SystemCallError) {
        descriptor = OwnedDescriptor(taking: try systemCall("eventfd") { clinux_eventfd() })
    }

    /// For a poll set; readable while a signal is not drained.
    public var rawValue: CInt { descriptor.rawValue }

    /// Makes the descriptor readable.
    public borrowing func signal() {
        var one: UInt64 = 1
        // Can fail only with EAGAIN, when the counter is at its limit: it is
        // readable then, which is all that a signal wants.
        _ = write(descriptor.rawValue, &one, 8)
    }

    /// Takes all signals at once.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    public borrowing func drain() -> Bool {
        var count: UInt64 = 0
        return read(descriptor.rawValue, &count, 8) == 8
    }
}

/// An event descriptor that two threads share.
///
/// Thread: safe.
public final class WakeUp: Sendable {
    private let event: EventDescriptor

    /// - Throws: `eventfd`, when the process has too many descriptors.
    public init() throws(SystemCallError) {
        event = try EventDescriptor()
    }

    /// For a poll set, for as long as this object lives.
    public var rawValue: CInt { event.rawValue }

    /// Wakes whoever polls; many signals before a drain are one.
    public func signal() { event.signal() }

    /// Takes all signals at once; true when there was one.
    @discardableResult
    public func drain() -> Bool { event.drain() }

    /// Waits for a signal, and leaves it.
    public func wait() {
        var polling = PollSet(capacity: 1)
        polling.add(rawValue, tag: .init(rawValue: 0))
        _ = polling.wait(until: nil)
    }
}

internal import Synchronization

/// A flag that one thread raises and another takes down: that something was asked for, or has
/// changed, since the other looked last.
///
/// It serves a thread's wish to be woken, too, so that the other side makes the system call only
/// when somebody waits for it.
///
///     waiter                               waker
///       raise()                              change what is waited for
///       check again: is it there?            if take() { signal the waiter }
///       no: wait for the signal
///
/// No wake-up is lost: both sides exchange the same word, so either `take` sees
/// the wish, or `raise` comes after `take` and the check sees the change. With a
/// plain store and load in their place both could miss each other, for the
/// processor lets a load overtake an earlier store. `Models/wake_up.pml` checks it.
///
/// Thread: safe.
public final class RaisedFlag: Sendable {
    private let isUp = Atomic<Bool>(false)

    public init() {}

    /// Raises it, where it is not up. Who wants to be woken by it checks what is waited for once
    /// more before waiting.
    public func raise() {
        // Acquiring, for the releasing half of `take`: see above. Releasing,
        // for the acquiring half: the waker may read what the waiter wrote.
        _ = isUp.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// Takes it down. Who wakes somebody by it calls this after the change that is waited for.
    ///
    /// - Returns: Whether it was raised since the last call.
    public func take() -> Bool {
        // Releasing, for the acquiring half of `raise`.
        isUp.exchange(false, ordering: .acquiringAndReleasing)
    }
}

internal import Synchronization

/// A thread's wish to be woken, so that the other side makes the system call
/// only when somebody waits for it.
///
///     waiter                               waker
///       make()                               change what is waited for
///       check again: is it there?            if take() { signal the waiter }
///       no: wait for the signal
///
/// No wake-up is lost: both sides exchange the same word, so either `take` sees
/// the wish, or `make` comes after `take` and the check sees the change. With a
/// plain store and load in their place both could miss each other, for the
/// processor lets a load overtake an earlier store. `Models/wake_up.pml` checks it.
///
/// Thread: safe.
public final class WakeRequest: Sendable {
    private let isMade = Atomic<Bool>(false)

    public init() {}

    /// Asks to be woken. Check what is waited for once more before waiting.
    public func make() {
        // Acquiring, for the releasing half of `take`: see above. Releasing,
        // for the acquiring half: the waker may read what the waiter wrote.
        _ = isMade.exchange(true, ordering: .acquiringAndReleasing)
    }

    /// Whether somebody asked since the last call; it is for the caller to wake them.
    ///
    /// Call it after the change that is waited for.
    public func take() -> Bool {
        // Releasing, for the acquiring half of `make`.
        isMade.exchange(false, ordering: .acquiringAndReleasing)
    }
}

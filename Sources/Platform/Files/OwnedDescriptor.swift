internal import Glibc

/// A file descriptor that closes itself.
///
/// There is exactly one owner at any time; ownership moves with `consume`.
/// Borrow `rawValue` for the length of a system call and do not store it.
public struct OwnedDescriptor: ~Copyable, Sendable {
    public let rawValue: CInt

    /// Takes ownership of an open descriptor; a negative number traps.
    public init(taking rawValue: CInt) {
        precondition(rawValue >= 0, "A descriptor is zero or more")
        self.rawValue = rawValue
    }

    deinit {
        // Not retried on EINTR: Linux has released the descriptor by then, and
        // another thread may already have been given the same number.
        _ = close(rawValue)
    }

    /// Gives up ownership, for an API that closes the descriptor itself.
    public consuming func release() -> CInt {
        let descriptor = rawValue
        discard self
        return descriptor
    }
}

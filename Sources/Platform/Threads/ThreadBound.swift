internal import Glibc

/// Notices, in debug builds, that what belongs to one thread is used on another.
/// In release builds it is nothing.
///
/// Thread: bound to the one that makes it.
public struct ThreadBound {
    #if DEBUG
    private let owner = pthread_self()
    #endif

    public init() {}

    /// Traps on another thread than that it was made on.
    @inline(__always)
    public func check() {
        #if DEBUG
        precondition(pthread_equal(owner, pthread_self()) != 0, "Used on another thread")
        #endif
    }
}

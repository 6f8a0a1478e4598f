internal import CLinux

/// The C library's heap, which libav allocates pictures from.
public enum Heap {
    /// Gives picture memory back to the system when it is freed.
    ///
    /// Left alone, glibc learns from the first large picture that is freed to
    /// keep all later ones: one 8K clip left 500 MB behind. Pictures are pooled
    /// while a stream plays, so this costs nothing per frame. See `mallopt(3)`.
    ///
    /// Thread: call it before the first thread is started.
    public static func returnLargeBlocks() {
        // A C library without these settings keeps its own.
        _ = clinux_set_malloc_threshold(1 << 20)
    }

    /// Lets all threads share two heaps.
    ///
    /// Left alone, glibc gives every thread one of its own, up to eight for each
    /// processor, and each keeps what its threads have freed: streams that came
    /// and went left 13 MB behind. Ingest allocates a few blocks a
    /// picture and the presentation none, so nobody waits for a heap's lock; but
    /// a driver of OpenGL that allocates for each picture may. See `mallopt(3)`,
    /// `M_ARENA_MAX`.
    ///
    /// Thread: call it before the first thread is started.
    public static func shareBetweenThreads() {
        _ = clinux_set_malloc_arenas(2)
    }

    /// Gives pages that lie free between blocks in use back to the system.
    ///
    /// Takes some 0.3 ms, in which threads that allocate wait. See `malloc_trim(3)`.
    ///
    /// Thread: safe.
    public static func returnFreePages() {
        clinux_trim_malloc()
    }
}

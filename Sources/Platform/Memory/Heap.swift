internal import CLinux

/// The C library's heap, which libav allocates pictures from.
public enum Heap {
    /// Gives the memory of large pictures back to the system when it is freed.
    ///
    /// Left alone, glibc learns from the first large picture that is freed to
    /// keep all later ones: one 8K clip left 500 MB behind. What is smaller stays in
    /// the heap until `returnFreePages`: a packet of raw or intra-only video is
    /// allocated and freed for each picture, and with 1 MiB here each of its pages was
    /// a page fault each time, 113,000 in 100 pictures of 1080p and 720p. A picture of
    /// 4K in 4:2:0 has 12 MiB. See `mallopt(3)`.
    ///
    /// - Parameter least: How many bytes the smallest of them has.
    ///
    /// Thread: call it before the first thread is started.
    public static func returnLargeBlocks(ofAtLeast least: Int32 = 16 << 20) {
        // A C library without these settings keeps its own.
        _ = clinux_set_malloc_threshold(least)
    }

    /// Lets all threads share some heaps.
    ///
    /// Left alone, glibc gives every thread one of its own, up to eight for each
    /// processor, and each keeps what its threads have freed: streams that came
    /// and went left 13 MB behind. Ingest allocates a few blocks a
    /// picture and the presentation none, so nobody waits for a heap's lock; but
    /// a driver of OpenGL that allocates for each picture may. See `mallopt(3)`,
    /// `M_ARENA_MAX`.
    ///
    /// - Parameter heaps: How many, 1 or more.
    ///
    /// Thread: call it before the first thread is started.
    public static func shareBetweenThreads(heaps: Int32 = 2) {
        _ = clinux_set_malloc_arenas(heaps)
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

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
}

#if DEBUG
public import Media
internal import Synchronization

/// Makes compositors lose their graphics context on purpose, in tests.
///
/// A test names compositors by the size of their framebuffer, and takes one
/// that no test beside it uses: it reaches compositors of threads that it
/// started, and those alone.
///
/// Thread: safe.
public enum GraphicsFaults {
    /// Compositors of this size lose their context with the next call that draws.
    ///
    /// - Parameters:
    ///   - size: The framebuffer's size, upright.
    ///   - times: How many contexts are lost, one after the other.
    public static func loseContext(size: PixelSize, times: Int = 1) {
        pending.withLock { $0[size] = times }
    }

    private static let pending = Mutex<[PixelSize: Int]>([:])

    static func takeLoss(size: PixelSize) -> Bool {
        pending.withLock { pending in
            guard let count = pending[size], count > 0 else { return false }
            pending[size] = count - 1
            return true
        }
    }
}
#endif

public import Media

/// Notices that packets become no pictures, and tells of each run of them once.
///
///     packets   ✓ ✓ ✗ ✓ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✓ ✗ ✓ ✓ ✓ ✓ …
///                   1       …         8        └─ 5 s ─►│ over
///                                     told
///
/// A lost packet now and then is no news, and neither is every one of a thousand:
/// failures that are not told yet are forgotten after `separation` pictures in a row.
public struct FailureRun: Sendable {
    /// So many failures are a run.
    public static let length = 8
    /// So many pictures in a row part a failure from the next, while none was told.
    public static let separation = 25
    /// So long pictures come without a failure until a run that was told is over.
    public static let calm = Nanoseconds.milliseconds(5000)

    private var failures = 0
    /// Since the last failure.
    private var pictures = 0
    private var calmSince: MonotonicTime?
    private var isTold = false

    public init() {}

    /// A packet became no picture. Returns whether that is to be told.
    public mutating func failed() -> Bool {
        calmSince = nil
        pictures = 0
        failures = min(failures + 1, Self.length)
        guard !isTold, failures == Self.length else { return false }
        isTold = true
        return true
    }

    /// A picture came. Returns whether a run that was told is over.
    public mutating func succeeded(at now: MonotonicTime) -> Bool {
        guard failures > 0 else { return false }
        guard isTold else {
            pictures += 1
            if pictures == Self.separation { self = Self() }
            return false
        }
        let since = calmSince ?? now
        calmSince = since
        guard now - since >= Self.calm else { return false }
        self = Self()
        return true
    }
}

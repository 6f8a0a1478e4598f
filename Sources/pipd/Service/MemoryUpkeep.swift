internal import Media
internal import Platform

/// Gives memory back that only the start of something has used: of the program,
/// and of every stream, which opens libraries and probes a container, or that
/// a stream which is gone has left behind.
///
/// At once when the first picture is up, which keeps the peak low, and again
/// when things have settled: every 2 s at most, however many streams come and go.
/// The program's own pages are given back with these two only: what plays would
/// have to fetch them again each time.
///
/// Thread: bound to the main thread.
struct MemoryUpkeep {
    /// When `keepDeadline` wants to be called; nil: never.
    private(set) var deadline: MonotonicTime?
    private let giveBack: (Extent) -> Void
    private var hasSettled = false

    /// What is given back.
    enum Extent {
        case heap
        /// With code and constants.
        case all
    }

    /// A stream opens in some 100 ms; one that takes longer is caught by its own start.
    private static let settlingTime = Nanoseconds.milliseconds(2_000)

    /// - Parameter giveBack: What is done about it.
    init(giveBack: @escaping (Extent) -> Void = Self.giveBack) {
        self.giveBack = giveBack
    }

    private static func giveBack(_ extent: Extent) {
        Heap.returnFreePages()
        if extent == .all { ProgramPages.unmapUntilUsed() }
    }

    /// The first picture is on the output: most of the program's start is over.
    mutating func firstPictureShown(at now: MonotonicTime) {
        giveBack(.all)
        deadline = now + Self.settlingTime
    }

    /// Pictures of a stream arrive, or it is lost or gone.
    mutating func streamCameOrWent(at now: MonotonicTime) {
        deadline = deadline ?? now + Self.settlingTime
    }

    mutating func keepDeadline(_ now: MonotonicTime) {
        guard let due = deadline, now >= due else { return }
        deadline = nil
        giveBack(hasSettled ? .heap : .all)
        hasSettled = true
    }
}

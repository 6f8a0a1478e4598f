internal import Media
internal import Platform

/// Gives memory back that is left behind where folders were gone through or files looked into:
/// freed blocks, and pages of the program and its libraries, of which that touches far more than
/// answers do.
///
/// Some time after the first that is over, so every now and then where one follows the other.
///
/// Thread: bound to the main thread.
struct MemoryUpkeep {
    /// When `keepDeadline` wants to be called; nil: never.
    private(set) var deadline: MonotonicTime?
    private let giveBack: () -> Void
    private static let delay = Nanoseconds.milliseconds(2_000)

    /// - Parameter giveBack: What is done about it.
    init(giveBack: @escaping () -> Void = Self.giveBack) {
        self.giveBack = giveBack
    }

    private static func giveBack() {
        Heap.returnFreePages()
        ProgramPages.unmapUntilUsed()
    }

    /// Takes in that something is over which reads many files.
    mutating func somethingIsOver(at now: MonotonicTime) {
        deadline = deadline ?? now + Self.delay
    }

    /// Does what is due.
    mutating func keepDeadline(_ now: MonotonicTime) {
        guard let due = deadline, now >= due else { return }
        deadline = nil
        giveBack()
    }
}

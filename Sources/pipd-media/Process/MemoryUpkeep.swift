internal import Media
internal import Platform

/// Gives memory back that is left behind where folders were gone through or files looked into:
/// freed blocks, and pages of the program and its libraries, of which that touches far more than
/// answers do.
///
/// At once where folders are gone through first: what the start has touched. Where that is over,
/// before files are looked into. And some time after the first that is over, so every now and then
/// where one follows the other.
///
/// Thread: bound to the main thread.
struct MemoryUpkeep {
    /// When `keepDeadline` wants to be called; nil: never.
    private(set) var deadline: MonotonicTime?
    private let giveBack: () -> Void
    private var lastTime: MonotonicTime?
    private var hasBegun = false
    private static let delay = Nanoseconds.milliseconds(2_000)

    /// - Parameter giveBack: What is done about it.
    init(giveBack: @escaping () -> Void = Self.giveBack) {
        self.giveBack = giveBack
    }

    private static func giveBack() {
        Heap.returnFreePages()
        ProgramPages.unmapUntilUsed()
    }

    /// Takes in that folders are to be gone through.
    mutating func scanBegins() {
        guard !hasBegun else { return }
        hasBegun = true
        giveBack()
    }

    /// Takes in that folders were gone through.
    mutating func scanIsOver(at now: MonotonicTime) {
        passIsOver(at: now)
        guard lastTime.map({ now - $0 >= Self.delay }) ?? true else { return }
        lastTime = now
        giveBack()
    }

    /// Takes in that files were looked into.
    mutating func passIsOver(at now: MonotonicTime) {
        deadline = deadline ?? now + Self.delay
    }

    /// Does what is due.
    mutating func keepDeadline(_ now: MonotonicTime) {
        guard let due = deadline, now >= due else { return }
        deadline = nil
        lastTime = now
        giveBack()
    }
}

internal import Media
internal import Presentation

/// Where a playlist begins: with its first item, or where it was in an earlier run, once that
/// is known.
///
/// Thread: under the lock of `ControlSide`.
struct PlaylistBeginning {
    /// When it begins, wherever it was; nil: it has begun.
    private(set) var time: MonotonicTime?
    /// Where an item begins that was not shown to its end in an earlier run.
    private var resumption: (item: PlaylistItemID, position: MediaTime)?
    /// The steps that somebody has asked for meanwhile.
    private var steps: [PlaylistOrder.Step] = []

    private static let mostSteps = 16

    /// - Parameter time: Until when it waits to be told where it was; nil: it does not.
    init(by time: MonotonicTime?) { self.time = time }

    /// It waits no longer: where it was is known, or of no interest.
    ///
    /// - Parameters:
    ///   - bookmark: Where it was; nil: it begins with its first item.
    ///   - order: Of its items.
    /// - Returns: What the plan is to know of that; nil where it has begun.
    mutating func begin(
        at bookmark: PlaylistBookmark?,
        _ order: PlaylistOrder
    ) -> PlaylistPlan.Event? {
        guard time != nil else { return nil }
        time = nil
        defer { steps = [] }
        guard let bookmark, let item = bookmark.item?.id else {
            let first = steps.isEmpty ? nil : order.upcoming(1).first
            return first.map { .resumed($0, behind: [], steps: steps) } ?? .started
        }
        resumption = (item, bookmark.position)
        return .resumed(item, behind: bookmark.past.map(\.id), steps: steps)
    }

    /// Somebody wants another item before it has begun.
    ///
    /// - Returns: Whether that is kept until it begins: a step is one from there.
    mutating func keeps(_ event: PlaylistPlan.Event) -> Bool {
        guard time != nil, case .skipped(let step) = event else {
            time = nil
            return false
        }
        steps = steps.suffix(Self.mostSteps - 1) + [step]
        return true
    }

    /// Where an item begins; nil: at its beginning, as all do once one was shown.
    func start(of item: PlaylistItemID) -> MediaTime? {
        guard let resumption, resumption.item == item, resumption.position > .zero else {
            return nil
        }
        return resumption.position
    }

    /// An item is on the screen.
    mutating func isOver() { resumption = nil }
}

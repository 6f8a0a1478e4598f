internal import FrameTransport
internal import Presentation

/// How often another variant took the place of the one that was played, by reason. It may
/// outlive a stream, as the ledger does.
///
/// Thread: safe.
public final class VariantChanges: Sendable {
    private let counters = VariantPlan.Reason.allCases.map { _ in Counter() }

    public init() {}

    func count(_ reason: VariantPlan.Reason) {
        for (index, other) in VariantPlan.Reason.allCases.enumerated() where other == reason {
            counters[index].add(1)
        }
    }

    /// Those of which there were some.
    func snapshot() -> [VariantPlan.Reason: Int] {
        Dictionary(
            uniqueKeysWithValues: zip(VariantPlan.Reason.allCases, counters.map(\.count))
        ).filter { $0.value > 0 }
    }
}

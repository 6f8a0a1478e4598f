internal import ControlAPI
internal import Synchronization

/// How often feeds were looked at, and what came of it.
///
/// Thread: safe.
final class FeedCounts: Sendable {
    enum Outcome: String, CaseIterable {
        case changed, unchanged, failed
    }

    /// Feeds that are counted; those that are gone stay among them.
    private static let mostFeeds = 4 * FeedDefinition.mostFeeds

    private let counts = Mutex<[String: [Outcome: Int]]>([:])

    /// Counts a look.
    func add(_ outcome: Outcome, of feed: String) {
        counts.withLock { counts in
            guard counts.count < Self.mostFeeds || counts[feed] != nil else { return }
            counts[feed, default: [:]][outcome, default: 0] += 1
        }
    }

    /// By name.
    var all: [(feed: String, outcomes: [Outcome: Int])] {
        counts.withLock { $0 }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

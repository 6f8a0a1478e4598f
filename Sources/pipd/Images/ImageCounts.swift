internal import Control
internal import FrameTransport
internal import Media

/// How many images were made and refused, and how long they took.
///
/// Thread: safe.
final class ImageCounts: Sendable {
    /// What an image is of, wherever it goes. The raw value is the label of the metrics.
    enum Kind: String, CaseIterable {
        case screenshot
        case snapshot
        case photo
    }

    /// What became of a request. The raw value is the label of the metric.
    enum Outcome: String, CaseIterable {
        case made
        /// The client asked for what cannot be had.
        case refused
        /// It could have been had at another time.
        case failed

        init(_ error: ControlError) { self = error.status < 500 ? .refused : .failed }
    }

    private let outcomes: [Counter]
    private let durations: [Histogram]

    init() {
        outcomes = (0..<Kind.allCases.count * Outcome.allCases.count).map { _ in Counter() }
        durations = Kind.allCases.map { _ in Histogram.ofWork() }
    }

    func count(_ kind: Kind, _ outcome: Outcome, after duration: Nanoseconds) {
        counter(kind, outcome).add()
        if outcome == .made { durations[kind.index].record(duration) }
    }

    func count(_ kind: Kind, _ outcome: Outcome) -> Int { counter(kind, outcome).count }

    /// Of the images that were made: from request to the last byte encoded or written.
    func duration(_ kind: Kind) -> Histogram.Snapshot { durations[kind.index].snapshot() }

    private func counter(_ kind: Kind, _ outcome: Outcome) -> Counter {
        outcomes[kind.index * Outcome.allCases.count + outcome.index]
    }
}

extension ImageCounts.Kind {
    fileprivate var index: Int {
        switch self {
        case .screenshot: 0
        case .snapshot: 1
        case .photo: 2
        }
    }
}

extension ImageCounts.Outcome {
    fileprivate var index: Int {
        switch self {
        case .made: 0
        case .refused: 1
        case .failed: 2
        }
    }
}

extension Histogram {
    /// Of what somebody waits for, from 1 ms to 10 s: encoding an image takes some 10, a photo
    /// some 1,000.
    static func ofWork() -> Histogram {
        Histogram(
            bounds: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000].map {
                .milliseconds($0)
            }
        )
    }
}

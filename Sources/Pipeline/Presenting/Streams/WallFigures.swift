public import FrameTransport
public import Media
public import Presentation

/// How a stream keeps in step with its wall.
///
/// Thread: written by the presentation thread, read by any.
final class WallFigures: Sendable {
    /// By how much the flips of its pictures were off their times.
    let errors = Histogram(
        bounds: [1, 2, 4, 6, 9, 13, 17, 21, 25, 34, 42, 67, 100, 250, 1000].map {
            .milliseconds($0)
        }
    )
    private let last = Counter()
    private let stands = Counter()
    private let started = Counter()
    private let stepped = Counter()
    private let late = Counter()
    private let looped = Counter()

    var standing: WallStanding {
        get { WallStanding(rawValue: stands.count) ?? .idle }
        set { stands.set(newValue.rawValue) }
    }

    /// Of the last picture; negative: earlier than its time.
    var error: Nanoseconds { Nanoseconds(Int64(last.count)) }

    /// A picture was shown.
    func record(_ error: Nanoseconds) {
        errors.record(error.magnitude)
        last.set(Int(error.count))
    }

    func count(_ cause: WallResync) { counter(of: cause).add() }

    /// How often it was put in step again.
    func resyncs(_ cause: WallResync) -> Int { counter(of: cause).count }

    private func counter(of cause: WallResync) -> Counter {
        switch cause {
        case .start: started
        case .step: stepped
        case .late: late
        case .loop: looped
        }
    }
}

/// How a stream keeps in step with its wall, at one moment.
public struct WallSnapshot: Sendable {
    public var sync: WallSync
    /// Of one round of the file, or of the playlist; nil where that is not known, or too short:
    /// it plays as any other.
    public var duration: Nanoseconds?
    public var standing: WallStanding
    /// Whether it is one picture; nil while that is not known.
    public var isOnePicture: Bool?
    /// By how much later than its time the last picture was shown; nil before the first one.
    public var error: Nanoseconds?
    public var errors: Histogram.Snapshot
    public var resyncs: [WallResync: Int]

    public var isInStep: Bool { standing == .inStep }

    init(
        _ figures: WallFigures,
        _ sync: WallSync,
        duration: Nanoseconds?,
        isOnePicture: Bool?
    ) {
        self.sync = sync
        self.duration = duration
        self.isOnePicture = isOnePicture
        standing = figures.standing
        errors = figures.errors.snapshot()
        error = errors.count > 0 ? figures.error : nil
        resyncs = [:]
        for cause in WallResync.allCases { resyncs[cause] = figures.resyncs(cause) }
    }
}

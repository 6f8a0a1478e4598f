public import Media

/// The wall that a stream is part of: screens that show the same at the same time.
///
///     media time = (CLOCK_REALTIME of the flip − epoch) mod duration
///
/// No screen leads and none is told anything: each keeps to its own clock.
public struct WallSync: Hashable, Sendable {
    /// What people call the wall. Nothing follows from it.
    public var group: String
    /// When its media began, since 1970-01-01 00:00 UTC.
    public var epoch: Nanoseconds
    /// When it has its turn, for an item of a list; nil for what is always there.
    public var slot: WallList.Slot?

    public init(group: String, epoch: Nanoseconds) {
        self.group = group
        self.epoch = epoch
    }
}

/// How a stream stands on its wall.
public enum WallStanding: Int, Hashable, Sendable {
    /// It does not follow the wall: nobody sees it, or it is paused.
    case idle
    /// Its last picture was shown within one refresh of its time, and more come so.
    case inStep
    /// Nothing of where the wall is has come yet.
    case awaited
    /// Its last picture came more than a refresh from its time.
    case off
    /// Another picture should have come.
    case overdue
}

/// Why a stream was put in step again. The raw value is the label of the metric.
public enum WallResync: String, Hashable, Sendable, CaseIterable {
    /// It began, or is shown again.
    case start
    /// The machine's clock was set.
    case step
    /// Its pictures came too late.
    case late
    /// The first pictures behind its end did.
    case loop

    /// Position in `allCases`, for tables of counters.
    public var index: Int {
        switch self {
        case .start: 0
        case .step: 1
        case .late: 2
        case .loop: 3
        }
    }
}

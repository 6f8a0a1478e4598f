internal import Media
internal import Platform

/// What becomes of a screen with everything that happens to it: events in, at most one
/// action out. What an action comes to is the next event.
///
///     closed ── opened ──► (activate) ── activated ──► showing
///                            ▲     │                   │
///                            │     └─ obstructed ─► waiting
///
/// | when      | event                                | becomes   | action          | told          |
/// |-----------|--------------------------------------|-----------|-----------------|---------------|
/// | any       | opened, buffers of another kind      | same      | activate        |               |
/// | any       | activated                            | showing   |                 | `activated`   |
/// | any       | obstructed: no display, refused      | waiting   | let go, dark    | `deactivated` |
/// | any       | obstructed: another process          | waiting   | let go          | `deactivated` |
/// | any       | obstructed: another terminal         | waiting   | let go, master  | `deactivated` |
/// | any       | obstructed, or a call says: no device| waiting   | let go, device  | `deactivated` |
/// | showing   | news of its connector                | same      | ask the display |               |
/// | showing   | news of others                       | same      | ask the kernel  |               |
/// | showing   | the connector is as it was           | same      |                 |               |
/// | showing   | late EDID, other modes, bad link     | same      | activate        |               |
/// | showing   | flip                                 | same      |                 | `flipped`     |
/// | showing   | commit refused: no master            | waiting   | let go          | `deactivated` |
/// | showing   | commit refused: still busy           | as a flip that is overdue           |||
/// | showing   | commit refused: otherwise            | same      |                 |               |
/// | showing   | a flip is overdue, the first         | same      | activate        |               |
/// | showing   | a flip is overdue, again             | waiting, longer each time | let go, dark | `deactivated` |
/// | showing   | 2 s, where nobody tells of changes   | same      | ask the kernel  |               |
/// | any       | the terminal is to leave             | waiting   | leave           | `deactivated` |
/// | waiting   | nobody took the front after all      | same      | activate        |               |
/// | waiting   | the terminal is back                 | same      | activate        |               |
/// | waiting for a display  | news, or 2 s where nobody tells | same | activate, on any device |      |
/// | waiting for a device or a mode | news            | same      | activate        |               |
/// | waiting   | 2 s, 250 ms for another process      | same      | activate        |               |
///
/// `deactivated` is told once for each cause. Of what is told and not yet heard, the newest
/// outdates the others.
struct ScreenState {
    enum Phase: Hashable {
        case closed
        case showing(Shown)
        case waiting(ScreenWait)
    }

    /// What a mode was set for.
    struct Shown: Hashable {
        let connector: ObjectID<Connector>
        let refreshInterval: Nanoseconds
    }

    enum Event {
        /// The screen was opened, or goes over to buffers of another kind.
        case opened
        case closed
        /// A mode was set.
        case activated(Shown)
        /// No mode could be set.
        case obstructed(Obstacle)
        /// A mode was refused; another one is tried.
        case modeRefused
        case hotplug(HotplugNews)
        case connectorSeen(HotplugDecision)
        case terminal(VirtualTerminal.Change)
        /// The terminal was let go, and is still in front: no other one asked.
        case stayedInFront
        case committed
        case commitFailed(CommitFailure)
        /// Zero when the driver does not say.
        case flipped(at: MonotonicTime)
        /// The device cannot be read any more.
        case deviceLost
        /// Nothing else has happened, or not only.
        case timePassed
    }

    enum Action: Hashable {
        /// Set the mode, anew where it is set. Answered by `activated` or `obstructed`.
        case activate(onAnyDevice: Bool)
        /// See what has become of the connector that is shown, by asking the display itself,
        /// which takes its time, or only the kernel. Answered by `connectorSeen`.
        case look(asking: Bool)
        /// Show nothing any more.
        case letGo(Release)
        /// Let the other terminal come to the front, and the display with it, which shows
        /// the last picture until then. Answered by `stayedInFront` where none did.
        case leaveTerminal
    }

    /// What goes with the picture.
    struct Release: OptionSet, Hashable {
        let rawValue: UInt8

        /// The display is switched off: it is still pipd's.
        static let dark = Self(rawValue: 1)
        /// What was on the display before: others have left something else there since.
        static let previous = Self(rawValue: 2)
        static let master = Self(rawValue: 4)
        static let device = Self(rawValue: 8)
    }

    private(set) var phase = Phase.closed
    private(set) var counts = DisplayCounts()
    /// For `Screen.wait` to tell.
    private var news: ScreenEvent?
    /// When to try again what could not be done, while waiting; otherwise when to look at
    /// the connector, where the kernel does not tell of changes.
    private var retryTime: MonotonicTime?
    /// When the flip that is in flight is overdue.
    private var flipDeadline: MonotonicTime?
    private var backoff = FlipBackoff()
    /// Whether the kernel tells of changes.
    private let isToldOfChanges: Bool

    init(isToldOfChanges: Bool) {
        self.isToldOfChanges = isToldOfChanges
    }

    var waiting: ScreenWait? {
        if case .waiting(let reason) = phase { reason } else { nil }
    }

    var hasNews: Bool { news != nil }

    /// When `timePassed` is due; nil for never.
    var wakeTime: MonotonicTime? {
        guard let flipDeadline, let retryTime else { return flipDeadline ?? retryTime }
        return min(flipDeadline, retryTime)
    }

    mutating func takeNews() -> ScreenEvent? {
        defer { news = nil }
        return news
    }

    mutating func handle(_ event: Event, at now: MonotonicTime) -> Action? {
        switch event {
        case .flipped(let time):
            flipDeadline = nil
            backoff.flipped()
            news = .flipped(at: time)
        case .committed:
            guard case .showing(let shown) = phase else { return nil }
            flipDeadline = now + FlipTimeout.length(refreshInterval: shown.refreshInterval)
        case .timePassed: return timePassed(now)
        case .opened, .stayedInFront: return activate()
        case .closed: close()
        case .activated(let shown): activated(shown, now)
        case .obstructed(let obstacle): return obstructed(by: obstacle, now)
        case .modeRefused: counts.commitsRefused += 1
        case .hotplug(let news): return hotplug(news, now)
        case .connectorSeen(let decision): return decision == .goOn ? nil : activate()
        case .terminal(let change): return terminal(change, now)
        case .commitFailed(let failure): return commitFailed(failure, now)
        case .deviceLost: return wait(for: .deviceGone, releasing: .device, now)
        }
        return nil
    }

    // MARK: Showing

    private mutating func activate(onAnyDevice: Bool = false) -> Action {
        retryTime = nil
        return .activate(onAnyDevice: onAnyDevice)
    }

    private mutating func activated(_ shown: Shown, _ now: MonotonicTime) {
        counts.modeSets += 1
        phase = .showing(shown)
        flipDeadline = nil
        news = .activated
        lookAgainLater(now)
    }

    /// Where the kernel does not tell of changes they are looked for.
    private mutating func lookAgainLater(_ now: MonotonicTime) {
        retryTime = isToldOfChanges ? nil : now + .milliseconds(2000)
    }

    private mutating func look(asking: Bool, _ now: MonotonicTime) -> Action {
        lookAgainLater(now)
        return .look(asking: asking)
    }

    private mutating func hotplug(_ news: HotplugNews, _ now: MonotonicTime) -> Action? {
        guard news != .nothing else { return nil }
        counts.hotplugs += 1
        switch phase {
        case .showing(let shown): return look(asking: news.mayConcern(shown.connector), now)
        case .waiting(.noDisplay): return activate(onAnyDevice: true)
        case .waiting(.deviceGone), .waiting(.refused): return activate()
        case .closed, .waiting(.switchedAway), .waiting(.masterTaken): return nil
        }
    }

    private mutating func terminal(
        _ change: VirtualTerminal.Change,
        _ now: MonotonicTime
    ) -> Action? {
        switch change {
        case .leaving:
            _ = wait(for: .switchedAway, releasing: [], now)
            return .leaveTerminal
        case .returned: return waiting == .switchedAway ? activate() : nil
        }
    }

    private mutating func timePassed(_ now: MonotonicTime) -> Action? {
        if let flipDeadline, now >= flipDeadline {
            counts.flipTimeouts += 1
            return giveUpFlip(now)
        }
        guard let retryTime, now >= retryTime else { return nil }
        if case .showing = phase { return look(asking: false, now) }
        // Where the kernel does not tell, the other devices have to be looked at.
        return activate(onAnyDevice: waiting == .noDisplay && !isToldOfChanges)
    }

    private mutating func close() {
        phase = .closed
        (news, retryTime, flipDeadline) = (nil, nil, nil)
    }

    // MARK: Losing it

    private mutating func commitFailed(
        _ failure: CommitFailure,
        _ now: MonotonicTime
    ) -> Action? {
        switch failure {
        case .masterLost: return masterLost(now)
        case .deviceGone: return wait(for: .deviceGone, releasing: .device, now)
        // The kernel waits for a flip that was given up here.
        case .busy: return giveUpFlip(now)
        case .refused:
            counts.commitsRefused += 1
            return nil
        }
    }

    /// The flip that is in flight will not end any more.
    private mutating func giveUpFlip(_ now: MonotonicTime) -> Action {
        let pause = backoff.flipLost()
        guard pause > .zero else { return activate() }
        let reason = ScreenWait.refused("the display does not confirm pictures")
        return wait(for: reason, releasing: .dark, now, pause: pause)
    }

    private mutating func obstructed(by obstacle: Obstacle, _ now: MonotonicTime) -> Action {
        switch obstacle {
        case .otherTerminal: return wait(for: .switchedAway, releasing: .master, now)
        case .noDevice: return wait(for: .deviceGone, releasing: [], now)
        case .noDisplay: return wait(for: .noDisplay, releasing: .dark, now)
        case .unusable(let reason): return wait(for: .refused(reason), releasing: .dark, now)
        case .noMaster(let errno):
            if CommitFailure(errno) == .deviceGone {
                return wait(for: .deviceGone, releasing: .device, now)
            }
            // Without privileges a descriptor that never was the master's cannot
            // become it, but a new one is, when there is no other.
            return masterLost(now, releasing: errno == .permissionDenied ? .device : [])
        case .failed(let error):
            switch CommitFailure(error.errno) {
            case .masterLost: return masterLost(now)
            case .deviceGone: return wait(for: .deviceGone, releasing: .device, now)
            case .busy, .refused:
                let reason = ScreenWait.refused("the driver refuses every mode: \(error)")
                return wait(for: reason, releasing: .dark, now)
            }
        }
    }

    private mutating func masterLost(
        _ now: MonotonicTime,
        releasing release: Release = []
    ) -> Action {
        if waiting != .masterTaken { counts.mastersLost += 1 }
        return wait(for: .masterTaken, releasing: release.union(.previous), now)
    }

    /// Shows nothing until the cause has gone; a pause other than usual for it is given.
    private mutating func wait(
        for reason: ScreenWait,
        releasing release: Release,
        _ now: MonotonicTime,
        pause: Nanoseconds? = nil
    ) -> Action {
        flipDeadline = nil
        retryTime = now + (pause ?? reason.retryInterval)
        if waiting != reason { news = .deactivated }
        phase = .waiting(reason)
        return .letGo(release)
    }
}

/// Why no mode could be set.
enum Obstacle: Error {
    /// Another virtual terminal is in front.
    case otherTerminal
    case noDevice
    /// The device, or what it has, will not do; the reason, for people.
    case unusable(String)
    /// The device did not let this process be its master.
    case noMaster(Errno)
    /// No connector that is wanted can show anything.
    case noDisplay
    case failed(SystemCallError)
}

extension ScreenWait {
    /// How often to try again by itself, without being told of a change.
    var retryInterval: Nanoseconds {
        switch self {
        // The kernel tells of the terminal's return, but a signal may be lost.
        case .noDisplay, .deviceGone, .refused, .switchedAway: .milliseconds(2000)
        case .masterTaken: .milliseconds(250)
        }
    }
}

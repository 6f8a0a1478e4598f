import Media
import Platform
import Testing

@testable import KMS

/// Every transition of a screen, in virtual time.
@Suite struct ScreenStateTests {
    private typealias Event = ScreenState.Event
    private typealias Action = ScreenState.Action

    private static let start = MonotonicTime.milliseconds(1000)
    private static let shown = ScreenState.Shown(
        connector: ObjectID(7),
        refreshInterval: .milliseconds(16)
    )
    private static let others = HotplugNews.connectors([ObjectID(8)])
    private static let its = HotplugNews.connectors([ObjectID(7)])

    private static func error(_ errno: Platform.Errno) -> SystemCallError {
        SystemCallError(call: "DRM_IOCTL_MODE_ATOMIC", errno: errno)
    }

    /// A state to begin with.
    enum Before {
        case closed, showing, flipping, noDisplay, masterTaken, switchedAway, deviceGone, refused

        var waiting: ScreenWait? {
            switch self {
            case .closed, .showing, .flipping: nil
            case .noDisplay: .noDisplay
            case .masterTaken: .masterTaken
            case .switchedAway: .switchedAway
            case .deviceGone: .deviceGone
            case .refused: .refused("why")
            }
        }

        func state(isToldOfChanges: Bool = true) -> ScreenState {
            var state = ScreenState(isToldOfChanges: isToldOfChanges)
            guard self != .closed else { return state }
            _ = state.handle(.opened, at: start)
            let event: Event
            switch self {
            case .closed, .showing, .flipping: event = .activated(shown)
            case .noDisplay: event = .obstructed(.noDisplay)
            case .masterTaken: event = .obstructed(.noMaster(.busy))
            case .switchedAway: event = .obstructed(.otherTerminal)
            case .deviceGone: event = .obstructed(.noDevice)
            case .refused: event = .obstructed(.unusable("why"))
            }
            _ = state.handle(event, at: start)
            if self == .flipping { _ = state.handle(.committed, at: start) }
            _ = state.takeNews()
            return state
        }
    }

    /// What is so before, what happens, what is to be done, what is told, what is waited for.
    private static let transitions: [(Before, Event, Action?, ScreenEvent?, ScreenWait?)] = [
        (.closed, .opened, .activate(onAnyDevice: false), nil, nil),
        (.closed, .hotplug(.anything), nil, nil, nil),
        (.closed, .timePassed, nil, nil, nil),
        // Showing.
        (.showing, .flipped(at: start), nil, .flipped(at: start), nil),
        (.flipping, .flipped(at: start), nil, .flipped(at: start), nil),
        (.showing, .timePassed, nil, nil, nil),
        (.showing, .hotplug(.nothing), nil, nil, nil),
        (.showing, .hotplug(its), .look(asking: true), nil, nil),
        (.showing, .hotplug(others), .look(asking: false), nil, nil),
        (.flipping, .hotplug(.anything), .look(asking: true), nil, nil),
        (.showing, .connectorSeen(.goOn), nil, nil, nil),
        (.showing, .connectorSeen(.setModeAnew), .activate(onAnyDevice: false), nil, nil),
        (.showing, .connectorSeen(.lost), .activate(onAnyDevice: false), nil, nil),
        (.flipping, .activated(shown), nil, .activated, nil),
        (.showing, .modeRefused, nil, nil, nil),
        (.showing, .obstructed(.noDisplay), .letGo(.dark), .deactivated, .noDisplay),
        // Commits that fail.
        (.showing, .commitFailed(.refused), nil, nil, nil),
        (.showing, .commitFailed(.masterLost), .letGo(.previous), .deactivated, .masterTaken),
        (.showing, .commitFailed(.deviceGone), .letGo(.device), .deactivated, .deviceGone),
        (.showing, .commitFailed(.busy), .activate(onAnyDevice: false), nil, nil),
        (.flipping, .deviceLost, .letGo(.device), .deactivated, .deviceGone),
        // Modes that cannot be set.
        (.showing, .obstructed(.otherTerminal), .letGo(.master), .deactivated, .switchedAway),
        (.showing, .obstructed(.noDevice), .letGo([]), .deactivated, .deviceGone),
        (.showing, .obstructed(.unusable("x")), .letGo(.dark), .deactivated, .refused("x")),
        (
            .showing, .obstructed(.noMaster(.busy)), .letGo(.previous), .deactivated,
            .masterTaken
        ),
        (
            .showing, .obstructed(.noMaster(.permissionDenied)), .letGo([.previous, .device]),
            .deactivated, .masterTaken
        ),
        (
            .showing, .obstructed(.noMaster(.noSuchDevice)), .letGo(.device), .deactivated,
            .deviceGone
        ),
        (
            .showing, .obstructed(.failed(error(.permissionDenied))), .letGo(.previous),
            .deactivated, .masterTaken
        ),
        (
            .showing, .obstructed(.failed(error(.noSuchDevice))), .letGo(.device), .deactivated,
            .deviceGone
        ),
        (
            .showing, .obstructed(.failed(error(.invalidArgument))), .letGo(.dark),
            .deactivated,
            .refused("the driver refuses every mode: \(error(.invalidArgument))")
        ),
        // Terminals.
        (.flipping, .terminal(.leaving), .leaveTerminal, .deactivated, .switchedAway),
        (.noDisplay, .terminal(.leaving), .leaveTerminal, .deactivated, .switchedAway),
        (.switchedAway, .stayedInFront, .activate(onAnyDevice: false), nil, .switchedAway),
        (.switchedAway, .terminal(.returned), .activate(onAnyDevice: false), nil, .switchedAway),
        (.showing, .terminal(.returned), nil, nil, nil),
        (.masterTaken, .terminal(.returned), nil, nil, .masterTaken),
        (.switchedAway, .hotplug(.anything), nil, nil, .switchedAway),
        // Waiting.
        (.masterTaken, .hotplug(.anything), nil, nil, .masterTaken),
        (.noDisplay, .hotplug(others), .activate(onAnyDevice: true), nil, .noDisplay),
        (.deviceGone, .hotplug(.anything), .activate(onAnyDevice: false), nil, .deviceGone),
        (.refused, .hotplug(.anything), .activate(onAnyDevice: false), nil, .refused("why")),
        (.noDisplay, .obstructed(.noDisplay), .letGo(.dark), nil, .noDisplay),
        (.noDisplay, .obstructed(.noDevice), .letGo([]), .deactivated, .deviceGone),
        (.noDisplay, .activated(shown), nil, .activated, nil),
        (.noDisplay, .committed, nil, nil, .noDisplay),
        (.refused, .closed, nil, nil, nil),
    ]

    @Test(arguments: transitions.indices)
    func becomes(index: Int) {
        let (before, event, action, news, waiting) = Self.transitions[index]
        var state = before.state()
        #expect(state.handle(event, at: Self.start) == action)
        #expect(state.takeNews() == news)
        #expect(state.waiting == waiting)
    }

    /// How long each wait is until the next try, told of changes or not, and what is tried.
    @Test(
        arguments: [
            (.showing, nil, 2000, .look(asking: false)),
            (.noDisplay, 2000, 2000, .activate(onAnyDevice: true)),
            (.masterTaken, 250, 250, .activate(onAnyDevice: false)),
            (.switchedAway, 2000, 2000, .activate(onAnyDevice: false)),
            (.deviceGone, 2000, 2000, .activate(onAnyDevice: false)),
            (.refused, 2000, 2000, .activate(onAnyDevice: false)),
        ] as [(Before, Int64?, Int64, ScreenState.Action)]
    )
    func triesAgain(
        before: Before,
        told: Int64?,
        untold: Int64,
        action: ScreenState.Action
    ) throws {
        #expect(before.state().wakeTime == told.map { Self.start + .milliseconds($0) })
        if told != nil {
            var state = before.state()
            let expected =
                before == .noDisplay ? ScreenState.Action.activate(onAnyDevice: false) : action
            #expect(state.handle(.timePassed, at: Self.start + .milliseconds(2000)) == expected)
        }
        var state = before.state(isToldOfChanges: false)
        let due = try #require(state.wakeTime)
        #expect(due == Self.start + .milliseconds(untold))
        #expect(state.handle(.timePassed, at: due - .milliseconds(1)) == nil)
        #expect(state.handle(.timePassed, at: due) == action)
    }

    /// A look that is done is not due again at once; nor is a try while it lasts.
    @Test func looksEveryTwoSeconds() {
        var state = Before.showing.state(isToldOfChanges: false)
        let later = Self.start + .milliseconds(5000)
        #expect(state.handle(.timePassed, at: later) == .look(asking: false))
        #expect(state.wakeTime == later + .milliseconds(2000))
        var waiting = Before.noDisplay.state()
        _ = waiting.handle(.timePassed, at: later)
        #expect(waiting.wakeTime == nil)
    }

    /// Lost flips: the first is mended at once, later ones are waited for longer and longer.
    @Test func flipsThatDoNotEnd() throws {
        var state = Before.flipping.state()
        var now = Self.start
        for (lost, pause) in [0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000].enumerated() {
            let due = try #require(state.wakeTime)
            #expect(due == now + .milliseconds(500))
            #expect(state.handle(.timePassed, at: due - .milliseconds(1)) == nil)
            let action = state.handle(.timePassed, at: due)
            #expect(state.counts.flipTimeouts == lost + 1)
            now = due + .milliseconds(Int64(pause))
            if pause == 0 {
                #expect(action == .activate(onAnyDevice: false))
            } else {
                #expect(action == .letGo(.dark))
                #expect(state.waiting == .refused("the display does not confirm pictures"))
                #expect(state.wakeTime == now)
                #expect(state.handle(.timePassed, at: now) == .activate(onAnyDevice: false))
            }
            _ = state.handle(.activated(Self.shown), at: now)
            _ = state.handle(.committed, at: now)
        }
        // One that ends, and it begins anew.
        _ = state.handle(.flipped(at: now), at: now)
        _ = state.handle(.committed, at: now)
        let due = now + .milliseconds(500)
        #expect(state.handle(.timePassed, at: due) == .activate(onAnyDevice: false))
    }

    /// Commits that the kernel is too busy for are lost flips that were not waited for.
    @Test func commitsThatStayBusy() {
        var state = Before.showing.state()
        let first = state.handle(.commitFailed(.busy), at: Self.start)
        #expect(first == .activate(onAnyDevice: false))
        _ = state.handle(.activated(Self.shown), at: Self.start)
        #expect(state.handle(.commitFailed(.busy), at: Self.start) == .letGo(.dark))
        #expect(state.wakeTime == Self.start + .milliseconds(1000))
        #expect(state.counts.flipTimeouts == 0)
    }

    /// What is lost ends the flip: nothing is overdue any more.
    @Test func aWaitHasNoFlipInFlight() {
        for event: Event in [.terminal(.leaving), .deviceLost, .commitFailed(.masterLost)] {
            var state = Before.flipping.state()
            _ = state.handle(event, at: Self.start)
            _ = state.handle(.timePassed, at: Self.start + .milliseconds(600))
            #expect(state.counts.flipTimeouts == 0)
        }
    }

    @Test func theNewestNewsCounts() {
        var state = Before.flipping.state()
        _ = state.handle(.flipped(at: Self.start), at: Self.start)
        _ = state.handle(.deviceLost, at: Self.start)
        #expect(state.hasNews)
        #expect(state.takeNews() == .deactivated)
        #expect(state.takeNews() == nil)
    }

    @Test func countsWhatHappens() {
        var state = Before.showing.state()
        for event: Event in [
            .hotplug(.nothing), .hotplug(Self.others), .modeRefused, .commitFailed(.refused),
            .commitFailed(.masterLost), .obstructed(.noMaster(.busy)), .activated(Self.shown),
            .commitFailed(.masterLost),
        ] {
            _ = state.handle(event, at: Self.start)
        }
        #expect(state.counts.hotplugs == 1)
        #expect(state.counts.commitsRefused == 2)
        // Once for each time that it was taken, not for each try.
        #expect(state.counts.mastersLost == 2)
        #expect(state.counts.modeSets == 2)
    }
}

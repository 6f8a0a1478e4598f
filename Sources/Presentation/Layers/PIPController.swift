public import Media

/// What the screen is asked to show: the whole state of a `PIPController`.
public struct ViewState: Hashable, Sendable {
    /// Nil: the view says that there is no stream.
    public var main: StreamID?
    /// The stream of the PIP window, also while the window is off.
    public var pip: StreamID?
    public var isPIPEnabled: Bool
    public var placement: PIPPlacement
    /// How the main view's picture fills the output.
    public var gravity: VideoGravity
    /// How one stream takes another one's place in a view.
    public var transition: ViewTransition

    public init(
        main: StreamID? = nil,
        pip: StreamID? = nil,
        isPIPEnabled: Bool = false,
        placement: PIPPlacement = PIPPlacement(),
        gravity: VideoGravity = .resizeAspect,
        transition: ViewTransition = .cut
    ) {
        self.main = main
        self.pip = pip
        self.isPIPEnabled = isPIPEnabled
        self.placement = placement
        self.gravity = gravity
        self.transition = transition
    }

    /// What the views are asked for, also while the window is off.
    public var streams: [StreamID] { [main, pip].compactMap { $0 } }

    mutating func exchangeStreams() { (main, pip) = (pip, main) }
}

/// One thing that is different after a command.
public enum ViewChange: Hashable, Sendable {
    /// The view shows another stream, or none.
    case stream(ViewName, StreamID?)
    /// The window came or went. It comes only when it has a stream.
    case pipVisibility(Bool)
    case placement(PIPPlacement)
    case gravity(VideoGravity)
    case transition(ViewTransition)
}

/// Decides which stream is in which view.
///
/// Names of streams are only names here: a view may be given a stream that is
/// not there yet, and shows it when it comes. Both views may show the same
/// stream. The main view is always on, the PIP window when it is enabled and
/// given a stream.
public struct PIPController: Hashable, Sendable {
    /// What is asked for, whatever `shows` covers of it meanwhile.
    public var state: ViewState { didSet { lent.settle(in: state) } }
    /// What the main view shows in its stead for a time.
    public var shows = TimedShows()
    private var lent = LentPlaces()

    public init(state: ViewState = ViewState()) {
        self.state = state
    }

    /// What is to be on the screen; `changes` tells what a change of it means.
    public var shown: ViewState {
        guard let show = shows.current else { return state }
        var shown = state
        shown.main = show.stream
        return shown
    }

    /// Every stream that is shown, or would be if what covers it ended.
    public var streams: [StreamID] {
        state.streams + shows.streams
    }

    /// Whether the PIP window is on the screen.
    public var isPIPVisible: Bool { state.isPIPEnabled && state.pip != nil }

    /// The views that show a stream now; empty when none does.
    public func view(of stream: StreamID) -> [ViewName] {
        ViewName.allCases.filter { self.stream(in: $0) == stream }
    }

    /// The stream a view shows now; nil for a window that is off.
    public func stream(in view: ViewName) -> StreamID? {
        switch view {
        case .main: shown.main
        case .pip: state.isPIPEnabled ? state.pip : nil
        }
    }

    /// Exchanges the streams of the two views, also while the window is off.
    /// Without a PIP stream nothing happens: the main view never goes black by it.
    public mutating func swap() {
        guard state.pip != nil else { return }
        lent.exchangeViews()
        state.exchangeStreams()
    }

    /// Gives a stream the place of another one until it is gone for good: then there is again
    /// what was there before, unless somebody has put another one there or that is gone as well.
    public mutating func lend(_ view: ViewName, to stream: StreamID) {
        var lending = state
        lent.lend(view, to: stream, in: &lending)
        state = lending
    }

    /// Takes a stream that is gone for good out of both views.
    public mutating func streamRemoved(_ stream: StreamID) {
        var left = state
        lent.streamRemoved(stream, from: &left)
        if left.main == stream { left.main = nil }
        if left.pip == stream { left.pip = nil }
        state = left
        shows.streamRemoved(stream)
    }

    /// What is different on the screen with another one.
    public func changes(to other: Self) -> [ViewChange] {
        let (before, after) = (shown, other.shown)
        var changes: [ViewChange] = []
        if after.main != before.main { changes.append(.stream(.main, after.main)) }
        if after.pip != before.pip { changes.append(.stream(.pip, after.pip)) }
        if other.isPIPVisible != isPIPVisible { changes.append(.pipVisibility(other.isPIPVisible)) }
        if after.placement != before.placement { changes.append(.placement(after.placement)) }
        if after.gravity != before.gravity { changes.append(.gravity(after.gravity)) }
        if after.transition != before.transition { changes.append(.transition(after.transition)) }
        return changes
    }
}

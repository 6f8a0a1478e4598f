import Media
import Presentation
import Testing

/// What a stream that has a view's place for a time leaves behind: nothing.
@Suite struct LentPlacesTests {
    private let a = StreamID(sanitizing: "a")
    private let b = StreamID(sanitizing: "b")
    private let guest = StreamID(sanitizing: "guest")

    @Test(arguments: [true, false]) func theWindowIsGivenBack(isOn: Bool) {
        let before = ViewState(main: a, pip: b, isPIPEnabled: isOn)
        var views = PIPController(state: before)
        views.lend(.pip, to: guest)
        // Another one in its place forgets nothing.
        views.lend(.pip, to: guest)
        #expect(views.state == ViewState(main: a, pip: guest, isPIPEnabled: true))
        views.streamRemoved(guest)
        #expect(views == PIPController(state: before))
        // And once is enough.
        views.state.main = guest
        views.streamRemoved(guest)
        #expect(views.state.main == nil)
    }

    @Test func oneThatMovesIsInOneViewOnly() {
        let before = ViewState(main: a, pip: b)
        var views = PIPController(state: before)
        views.lend(.pip, to: guest)
        views.lend(.main, to: guest)
        #expect(views.state == ViewState(main: guest, pip: b))
        views.lend(.pip, to: guest)
        #expect(views.state == ViewState(main: a, pip: guest, isPIPEnabled: true))
        views.streamRemoved(guest)
        #expect(views.state == before)
    }

    @Test func whatSomebodyHasPutThereMeanwhileStays() {
        var views = PIPController(state: ViewState(main: a, pip: b))
        views.lend(.pip, to: guest)
        (views.state.pip, views.state.isPIPEnabled) = (a, true)
        views.streamRemoved(guest)
        #expect(views.state == ViewState(main: a, pip: a, isPIPEnabled: true))
    }

    @Test func whatIsGoneDoesNotComeBack() {
        var views = PIPController(state: ViewState(main: a, pip: b, isPIPEnabled: true))
        views.lend(.pip, to: guest)
        views.streamRemoved(b)
        views.streamRemoved(guest)
        #expect(views.state == ViewState(main: a))
        views.lend(.main, to: guest)
        views.streamRemoved(a)
        views.streamRemoved(guest)
        #expect(views.state == ViewState())
    }

    @Test func whatIsGoneDoesNotComeBackWhereItMovesEither() {
        var views = PIPController(state: ViewState(main: a, pip: b, isPIPEnabled: true))
        views.lend(.main, to: guest)
        views.streamRemoved(a)
        views.lend(.pip, to: guest)
        #expect(views.state == ViewState(pip: guest, isPIPEnabled: true))
        views.streamRemoved(guest)
        #expect(views.state == ViewState(pip: b, isPIPEnabled: true))
    }

    /// All at once, in whatever order.
    @Test(arguments: [true, false]) func bothMayBeGone(isGuestFirst: Bool) {
        var views = PIPController(state: ViewState(main: a))
        views.lend(.main, to: guest)
        for stream in isGuestFirst ? [guest, a] : [a, guest] { views.streamRemoved(stream) }
        #expect(views == PIPController())
    }

    /// Of several in one place each gives it back to what was there before it, whichever goes first.
    @Test(arguments: [true, false]) func severalInOnePlaceForgetNothing(isLastFirst: Bool) {
        let before = ViewState(main: a, pip: b)
        let other = StreamID(sanitizing: "other")
        var views = PIPController(state: before)
        views.lend(.pip, to: other)
        views.lend(.pip, to: guest)
        views.streamRemoved(isLastFirst ? guest : other)
        let left = isLastFirst ? other : guest
        #expect(views.state == ViewState(main: a, pip: left, isPIPEnabled: true))
        views.streamRemoved(left)
        #expect(views == PIPController(state: before))
    }

    /// One that is lent the place again that another one has meanwhile.
    @Test(arguments: [ViewName.main, .pip]) func takingTurnsForgetsNothing(view: ViewName) {
        let before = ViewState(main: a, pip: b)
        let other = StreamID(sanitizing: "other")
        var views = PIPController(state: before)
        for stream in [other, guest, other] { views.lend(view, to: stream) }
        views.streamRemoved(guest)
        #expect(
            views.state
                == (view == .main
                    ? ViewState(main: other, pip: b)
                    : ViewState(main: a, pip: other, isPIPEnabled: true))
        )
        views.streamRemoved(other)
        #expect(views == PIPController(state: before))
    }

    @Test(arguments: [ViewName.main, .pip]) func exchangedViewsGoBack(view: ViewName) {
        let before = ViewState(main: a, pip: b)
        var views = PIPController(state: before)
        views.lend(view, to: guest)
        views.swap()
        views.streamRemoved(guest)
        #expect(views == PIPController(state: before))
    }

    /// They are exchanged back for the one that was there when somebody exchanged them.
    @Test func oneThatComesToExchangedViewsGoesBackWithThem() {
        let before = ViewState(main: a, pip: b)
        let other = StreamID(sanitizing: "other")
        var views = PIPController(state: before)
        views.lend(.pip, to: guest)
        views.swap()
        views.lend(.pip, to: other)
        #expect(views.state == ViewState(main: guest, pip: other, isPIPEnabled: true))
        views.streamRemoved(guest)
        #expect(views.state == ViewState(main: other, pip: b))
        views.streamRemoved(other)
        #expect(views == PIPController(state: before))
    }

    /// The one that lies over another one stays where it was asked for when that one is gone.
    @Test(arguments: [ViewName.main, .pip]) func whatCoversAnExchangedOneStays(view: ViewName) {
        let before = ViewState(main: a, pip: b)
        let other = StreamID(sanitizing: "other")
        let there = view == .main ? \ViewState.main : \ViewState.pip
        var views = PIPController(state: before)
        views.lend(view == .main ? .pip : .main, to: other)
        views.swap()
        views.lend(view, to: guest)
        views.streamRemoved(other)
        #expect(views.state[keyPath: there] == guest)
        views.streamRemoved(guest)
        #expect(views == PIPController(state: before))
    }

    /// What is to be there again is gone meanwhile: the same with exchanged views as without.
    @Test(arguments: [ViewName.main, .pip]) func exchangedViewsGoBackWithoutOneThatIsGone(
        view: ViewName
    ) {
        var ends: [ViewState] = []
        for isExchanged in [false, true] {
            var views = PIPController(state: ViewState(main: a, pip: b, isPIPEnabled: true))
            views.lend(view, to: guest)
            if isExchanged { views.swap() }
            views.streamRemoved(view == .main ? a : b)
            views.streamRemoved(guest)
            ends.append(views.state)
        }
        #expect(ends[0] == ends[1])
    }

    /// What somebody puts where it was by hand is there for good.
    @Test(arguments: [ViewName.main, .pip]) func whatIsInNoViewAnyMoreIsLentNone(view: ViewName) {
        let there = view == .main ? \ViewState.main : \ViewState.pip
        var views = PIPController(state: ViewState(main: a, pip: a, isPIPEnabled: true))
        views.lend(view, to: guest)
        views.state[keyPath: there] = b
        views.state[keyPath: there] = guest
        views.streamRemoved(guest)
        #expect(views.state[keyPath: there] == nil)
    }

    /// One that lies under another one is to be there again.
    @Test func whatIsCoveredKeepsItsLoan() {
        let before = ViewState(main: a)
        let other = StreamID(sanitizing: "other")
        var views = PIPController(state: before)
        views.lend(.main, to: other)
        views.lend(.main, to: guest)
        views.state.gravity = .resize
        views.state.gravity = before.gravity
        views.streamRemoved(guest)
        views.streamRemoved(other)
        #expect(views == PIPController(state: before))
    }

    @Test func aWindowThatSomebodySwitchedOnStaysOn() {
        var views = PIPController(state: ViewState(main: a, pip: b))
        views.lend(.pip, to: guest)
        views.state.isPIPEnabled = false
        views.state.isPIPEnabled = true
        views.streamRemoved(guest)
        #expect(views.state == ViewState(main: a, pip: b, isPIPEnabled: true))
    }

    @Test func aWindowThatSomebodySwitchedOffStaysOff() {
        var views = PIPController(state: ViewState(main: a, pip: b, isPIPEnabled: true))
        views.lend(.pip, to: guest)
        views.state.isPIPEnabled = false
        views.streamRemoved(guest)
        #expect(views.state == ViewState(main: a, pip: b))
    }
}

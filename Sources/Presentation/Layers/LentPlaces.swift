internal import Media

/// The places in the views that streams have for a time only, and what was there before.
///
/// A stream has one place: lent another one, it gives the first one back.
struct LentPlaces: Hashable, Sendable {
    private struct Main: Hashable {
        let borrower: StreamID
        var before: StreamID?
    }

    private struct Window: Hashable {
        let borrower: StreamID
        var before: StreamID?
        var wasOn: Bool
    }

    private var main: Main?
    private var window: Window?

    mutating func lend(_ view: ViewName, to stream: StreamID, in state: inout ViewState) {
        switch view {
        case .main:
            giveBackWindow(of: stream, &state)
            if state.main != stream { main = Main(borrower: stream, before: state.main) }
            state.main = stream
        case .pip:
            giveBackMain(of: stream, &state)
            if state.pip != stream {
                window = Window(
                    borrower: stream,
                    before: state.pip,
                    wasOn: state.isPIPEnabled
                )
            }
            (state.pip, state.isPIPEnabled) = (stream, true)
        }
    }

    /// A stream is gone: where it had a place, and nobody has put anything else there, there is
    /// again what was before; and nowhere does it come back itself.
    mutating func streamRemoved(_ stream: StreamID, from state: inout ViewState) {
        giveBackMain(of: stream, &state)
        giveBackWindow(of: stream, &state)
        if main?.before == stream { main?.before = nil }
        if window?.before == stream {
            window?.before = nil
            window?.wasOn = false
        }
    }

    private mutating func giveBackMain(of stream: StreamID, _ state: inout ViewState) {
        guard let loan = main, loan.borrower == stream else { return }
        if state.main == stream { state.main = loan.before }
        main = nil
    }

    private mutating func giveBackWindow(of stream: StreamID, _ state: inout ViewState) {
        guard let loan = window, loan.borrower == stream else { return }
        if state.pip == stream { (state.pip, state.isPIPEnabled) = (loan.before, loan.wasOn) }
        window = nil
    }
}

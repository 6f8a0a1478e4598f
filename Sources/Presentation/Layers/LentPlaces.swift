internal import Media

/// The places in the views that streams have for a time only, and what was there before.
///
/// A stream has one place: lent another one, it gives the first one back. Of several in one place
/// each gives it back to what was there before it.
///
/// Bounds: one loan a stream.
struct LentPlaces: Hashable, Sendable {
    private struct Loan: Hashable {
        let view: ViewName
        let borrower: StreamID
        var before: StreamID?
        /// Whether the window was; of no use in the main view.
        var wasOn: Bool
    }

    private var loans: [Loan] = []

    mutating func lend(_ view: ViewName, to stream: StreamID, in state: inout ViewState) {
        if let loan = loans.first(where: { $0.borrower == stream }),
            loan.view != view || state[view] != stream
        {
            giveBack(placeOf: stream, &state)
        }
        if state[view] != stream {
            loans.append(
                Loan(
                    view: view,
                    borrower: stream,
                    before: state[view],
                    wasOn: state.isPIPEnabled
                )
            )
        }
        state[view] = stream
        if view == .pip { state.isPIPEnabled = true }
    }

    /// A stream is gone: where it had a place, and nobody has put anything else there, there is
    /// again what was before; and nowhere does it come back itself.
    mutating func streamRemoved(_ stream: StreamID, from state: inout ViewState) {
        giveBack(placeOf: stream, &state)
        replace(stream, with: nil, wasOn: false) { _ in true }
    }

    private mutating func giveBack(placeOf stream: StreamID, _ state: inout ViewState) {
        guard let index = loans.firstIndex(where: { $0.borrower == stream }) else { return }
        let loan = loans.remove(at: index)
        // Where it is in the other view, somebody has exchanged them.
        let other = loan.view == .main ? ViewName.pip : .main
        let isExchanged = state[loan.view] != stream && state[other] == stream
        if isExchanged { state[other] = state[loan.view] }
        if isExchanged || state[loan.view] == stream {
            state[loan.view] = loan.before
            // Nobody has switched it off meanwhile.
            if loan.view == .pip { state.isPIPEnabled = state.isPIPEnabled && loan.wasOn }
        }
        replace(stream, with: loan.before, wasOn: loan.wasOn) { $0 == loan.view }
    }

    /// Those that had a place of a stream give it back to another one.
    private mutating func replace(
        _ stream: StreamID,
        with before: StreamID?,
        wasOn: Bool,
        in isMeant: (ViewName) -> Bool
    ) {
        for index in loans.indices where loans[index].before == stream {
            guard isMeant(loans[index].view) else { continue }
            loans[index].before = before
            loans[index].wasOn = wasOn
        }
    }
}

extension ViewState {
    /// What a view is asked for, also while the window is off.
    fileprivate subscript(view: ViewName) -> StreamID? {
        get {
            switch view {
            case .main: main
            case .pip: pip
            }
        }
        set {
            switch view {
            case .main: main = newValue
            case .pip: pip = newValue
            }
        }
    }
}

internal import Media

/// The places in the views that streams have for a time only, and what was there before.
///
/// A stream has one place: lent another one, it gives the first one back. Of several in one place
/// each gives it back to what was there before it. Where somebody has put something else there, the
/// loan is over; where somebody has exchanged the views, they are exchanged back at its end, or at
/// that of the one that has its place then.
///
/// Bounds: one loan a stream.
struct LentPlaces: Hashable, Sendable {
    private struct Loan: Hashable {
        /// Where it is now.
        var view: ViewName
        let borrower: StreamID
        var before: StreamID?
        /// Whether the window is on for it alone.
        var hasSwitchedOn: Bool
        /// Whether somebody has exchanged the views since.
        var isExchanged = false

        /// Where it is to be once they are exchanged back.
        var home: ViewName { isExchanged ? view.other : view }
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
                    hasSwitchedOn: view == .pip && !state.isPIPEnabled
                )
            )
        }
        state[view] = stream
        if view == .pip { state.isPIPEnabled = true }
    }

    /// Somebody exchanges the streams of the views.
    mutating func exchangeViews() {
        for index in loans.indices {
            loans[index].view = loans[index].view.other
            loans[index].isExchanged.toggle()
        }
    }

    /// The state is another one. What has its place no more, and is to have it from nothing that
    /// has, has no loan; a window that somebody has switched off is on for nothing any more.
    mutating func settle(in state: ViewState) {
        guard !loans.isEmpty else { return }
        var open: [Loan] = []
        for view in ViewName.allCases {
            var stream = state[view]
            while let index = loans.firstIndex(where: { $0.view == view && $0.borrower == stream })
            {
                open.append(loans.remove(at: index))
                stream = open.last?.before
            }
        }
        loans = open
        guard !state.isPIPEnabled else { return }
        for index in loans.indices { loans[index].hasSwitchedOn = false }
    }

    /// A stream is gone: where it had a place, and nobody has put anything else there, there is
    /// again what was before; and nowhere does it come back itself.
    mutating func streamRemoved(_ stream: StreamID, from state: inout ViewState) {
        giveBack(placeOf: stream, &state)
        for index in loans.indices where loans[index].before == stream {
            loans[index].before = nil
            // Nothing needs a window then.
            if loans[index].home == .pip { loans[index].hasSwitchedOn = true }
        }
    }

    private mutating func giveBack(placeOf stream: StreamID, _ state: inout ViewState) {
        guard let index = loans.firstIndex(where: { $0.borrower == stream }) else { return }
        if loans[index].isExchanged, state[loans[index].view] == stream { exchangeBack(&state) }
        let loan = loans.remove(at: index)
        if state[loan.view] == stream {
            state[loan.view] = loan.before
            if loan.hasSwitchedOn { state.isPIPEnabled = false }
        }
        // What lies over it gives its place back to what was there before it.
        for index in loans.indices
        where loans[index].before == stream && loans[index].view == loan.view {
            loans[index].before = loan.before
            loans[index].hasSwitchedOn = loans[index].hasSwitchedOn || loan.hasSwitchedOn
            loans[index].isExchanged = loan.isExchanged
        }
    }

    private mutating func exchangeBack(_ state: inout ViewState) {
        state.exchangeStreams()
        for index in loans.indices {
            loans[index].view = loans[index].view.other
            loans[index].isExchanged = false
        }
    }
}

extension ViewName {
    fileprivate var other: Self { self == .main ? .pip : .main }
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

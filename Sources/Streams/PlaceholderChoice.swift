package import Addressing
internal import FrameTransport
internal import Synchronization

/// How a stream's placeholders look: as is said of it, else as is usual. Either may change while
/// the stream runs.
///
/// Thread: safe.
package final class PlaceholderChoice: Sendable {
    private struct State {
        var own: PlaceholderStyle?
        var usual = PlaceholderStyle()

        var style: PlaceholderStyle { own ?? usual }
    }

    private let state: Mutex<State>
    /// Set with each change, for a reader that asks many times a second.
    private let isChanged = WakeRequest()

    /// - Parameter own: What is said of the stream itself; nil: nothing.
    init(own: PlaceholderStyle?) {
        state = Mutex(State(own: own))
    }

    package var style: PlaceholderStyle { state.withLock { $0.style } }

    /// Says something else of the stream itself.
    ///
    /// - Parameter own: Nil: nothing any more.
    /// - Returns: Whether its placeholders look otherwise now.
    package func set(own: PlaceholderStyle?) -> Bool { change { $0.own = own } }

    /// Says what is usual.
    ///
    /// - Returns: As `set(own:)`.
    package func set(usual: PlaceholderStyle) -> Bool { change { $0.usual = usual } }

    private func change(_ edit: (inout State) -> Void) -> Bool {
        let isOther = state.withLock { state in
            let before = state.style
            edit(&state)
            return state.style != before
        }
        if isOther { isChanged.make() }
        return isOther
    }

    /// The style, where it has changed since the last call.
    ///
    /// Thread: bound to the ingest thread.
    func takeChange() -> PlaceholderStyle? { isChanged.take() ? style : nil }
}

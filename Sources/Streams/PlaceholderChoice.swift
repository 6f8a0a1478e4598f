package import Addressing
internal import FrameTransport
package import Media
internal import Synchronization

/// How a stream's placeholders look: as is said of it, else as is usual. Either may change while
/// the stream runs.
///
/// Thread: safe.
package final class PlaceholderChoice: Sendable {
    private struct State {
        var own: PlaceholderWish
        var usual = PlaceholderStyle()
        /// Why the image of the style is not seen, as far as that is known.
        var flaw: MessageText?

        var style: PlaceholderStyle { own.over(usual) }
    }

    private let state: Mutex<State>
    /// Set with each change, for a reader that asks many times a second.
    private let isChanged = RaisedFlag()

    /// - Parameter own: What is said of the stream itself.
    init(own: PlaceholderWish) {
        state = Mutex(State(own: own))
    }

    /// What is said of the stream itself by now.
    package var own: PlaceholderWish { state.withLock { $0.own } }

    package var style: PlaceholderStyle { state.withLock { $0.style } }

    /// - Parameters:
    ///   - usual: What is usual.
    ///   - own: What is said of the stream itself; nil: the same as before.
    /// - Returns: Whether the stream's placeholders may look otherwise now.
    package func set(usual: PlaceholderStyle, own: PlaceholderWish?) -> Bool {
        let isOther = state.withLock { state in
            let before = state.style
            (state.own, state.usual) = (own ?? state.own, usual)
            // What is in a file may be another thing by now.
            state.flaw = nil
            return state.style != before || state.style.image != nil
        }
        if isOther { isChanged.raise() }
        return isOther
    }

    /// Why its image is not seen; nil where it is, there is none, or nobody has looked yet.
    package var flaw: MessageText? { state.withLock { $0.flaw } }

    /// - Parameters:
    ///   - flaw: What was found wrong with an image; nil for nothing.
    ///   - image: Its path.
    /// - Returns: Whether that is news of the present one.
    func note(_ flaw: MessageText?, of image: String?) -> Bool {
        state.withLock { state in
            guard state.style.image == image, state.flaw != flaw else { return false }
            state.flaw = flaw
            return true
        }
    }

    /// The style, where it has changed since the last call.
    ///
    /// Thread: bound to the ingest thread.
    func takeChange() -> PlaceholderStyle? { isChanged.take() ? style : nil }
}

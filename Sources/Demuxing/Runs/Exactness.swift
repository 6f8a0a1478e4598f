internal import Media

/// Which of a decoder's pictures are exact, where some are decoded with less than
/// the codec asks for.
///
///     packets   I0 P1 P2 │ P3 P4 │ P5 P6 I7 P8
///                        fast    full
///     pictures  0  1  2    3  4    5  6  7  8
///                          └─ approximate ─┘
///
/// A picture refers to those before it, so that errors last up to the next key
/// picture that is decoded in full.
///
/// Thread: reentrant; it allocates nothing.
struct Exactness: Sendable {
    private enum State {
        case exact
        case fast
        /// Decoded in full again, up to the picture of a key packet sent since.
        case mending(key: MediaTime?)
    }

    private var state = State.exact

    /// Whether packets are decoded with less than the codec asks for.
    var isFast: Bool {
        if case .fast = state { true } else { false }
    }

    /// Changes how packets are decoded from the next one on.
    mutating func decode(fast: Bool) {
        guard fast != isFast else { return }
        state = fast ? .fast : .mending(key: nil)
    }

    /// A packet goes to the decoder.
    ///
    /// - Parameters:
    ///   - time: When its picture is shown; nil where the container does not say.
    ///   - isKey: Whether it is marked as a place where decoding can begin.
    mutating func send(_ time: MediaTime?, isKey: Bool) {
        if isKey, case .mending(key: nil) = state { state = .mending(key: time) }
    }

    /// Takes the next picture that comes out, in the order of presentation.
    ///
    /// - Parameters:
    ///   - time: Nil where the decoder does not know.
    ///   - isEntry: Whether it needs no other.
    /// - Returns: Whether it may differ from what the codec asks for.
    mutating func isApproximate(_ time: MediaTime?, isEntry: Bool) -> Bool {
        switch state {
        case .exact: return false
        case .fast: return true
        case .mending(let key):
            guard isEntry, let key, let time, time >= key else { return true }
            state = .exact
            return false
        }
    }

    /// The decoder was flushed: what follows refers to nothing before.
    mutating func flush() {
        if case .mending = state { state = .exact }
    }
}

internal import Media

/// Which of a decoder's pictures are made from incomplete data, or refer to one that is.
///
/// Decoders fill what is missing with something plausible, and few say so. What is
/// known of the packets tells more, put in the order of presentation:
///
///     decoding order   P4  B3  P7× B5  B6  …  I20  B18  B19  P23
///     shown at         4   3   7   5   6   …  20   18   19   23
///                              └── damaged: 5 up to 19 ──┘
///
/// From a damaged packet on nothing counts as whole that is shown at or after the
/// earliest of its time and those of the packets behind it, up to the next key
/// picture from a whole packet. Pictures sent before and shown after count as
/// damaged, too: that errs on the safe side.
///
/// A stream that refreshes its pictures bit by bit has no such key picture. There
/// two marked beginnings of a refresh must come: what lies between them replaces
/// everything.
///
/// Thread: reentrant; it allocates nothing.
struct DamageWatch: Sendable {
    /// A packet, as it goes to the decoder.
    struct Packet {
        /// When its picture is shown; nil where the container does not say.
        var time: MediaTime?
        var isKey: Bool
        /// Whether something of it is missing, or may be.
        var isDamaged: Bool
        /// Whether a picture is missing before it that it may refer to.
        var followsGap: Bool
    }

    /// A picture, as the decoder gives it out, in the order of presentation.
    struct Picture {
        /// Nil where the decoder does not know.
        var time: MediaTime?
        /// Whether the decoder knows of nothing missing in it.
        var isWhole: Bool
        var role: Role
    }

    /// What a picture is to those behind it.
    enum Role {
        /// Needs no other: decoding can begin here.
        case entry
        /// The first of several that refresh the picture bit by bit.
        case refresh
        case other
    }

    private enum State {
        case whole
        /// Decoding begins in the middle: no key packet was sent yet.
        case joining
        /// Pictures before the first key packet's are damaged.
        case joined(key: MediaTime?)
        case damaged(since: Start)
        /// The same, up to the picture of a key packet that was sent.
        case recovering(since: Start, key: MediaTime?, refreshes: Int)
    }

    /// The earliest time of a damaged picture.
    fileprivate enum Start {
        case everything
        case time(MediaTime)
    }

    private var state: State

    /// - Parameter isJoined: Whether decoding begins in the middle of the stream.
    init(isJoined: Bool) {
        state = isJoined ? .joining : .whole
    }

    /// Whether nothing is known to be missing.
    var isWhole: Bool {
        if case .whole = state { true } else { false }
    }

    /// A packet goes to the decoder.
    mutating func send(_ packet: Packet) {
        if packet.isDamaged || packet.followsGap { taint(Start(packet.time)) }
        switch state {
        case .whole, .joined: break
        case .joining:
            if packet.isKey { state = .joined(key: packet.time) }
        case .damaged(let since):
            let since = since.earlier(Start(packet.time))
            // A gap before a key packet does it no harm.
            state =
                packet.isKey && !packet.isDamaged
                ? .recovering(since: since, key: packet.time, refreshes: 0)
                : .damaged(since: since)
        case .recovering(let since, let key, let refreshes):
            let since = since.earlier(Start(packet.time))
            state = .recovering(since: since, key: key, refreshes: refreshes)
        }
    }

    /// A packet was rejected, or some are missing, nobody knows which.
    mutating func fail() { taint(.everything) }

    /// Takes the next picture that comes out.
    ///
    /// - Returns: Whether it is damaged, as far as anyone knows.
    mutating func isDamaged(_ picture: Picture) -> Bool {
        guard picture.isWhole else {
            tell(of: picture)
            return true
        }
        switch state {
        case .whole: return false
        case .joining: return true
        case .joined(let key):
            guard picture.isShown(atOrAfter: key) else { return true }
            state = .whole
            return false
        case .damaged(let since): return since.covers(picture.time)
        case .recovering(let since, let key, let refreshes):
            guard picture.isShown(atOrAfter: key) else { return since.covers(picture.time) }
            return !recovers(with: picture.role, since, key, refreshes)
        }
    }

    private mutating func recovers(
        with role: Role,
        _ since: Start,
        _ key: MediaTime?,
        _ refreshes: Int
    ) -> Bool {
        switch role {
        case .refresh where refreshes == 0:
            state = .recovering(since: since, key: key, refreshes: 1)
            return false
        case .entry, .refresh:
            state = .whole
            return true
        case .other: return false
        }
    }

    /// The decoder knows that a picture is not whole.
    private mutating func tell(of picture: Picture) {
        // The key picture that was sent behind it ends its damage as well.
        if case .recovering(_, let key, _) = state, !picture.isShown(atOrAfter: key) { return }
        taint(Start(picture.time))
    }

    private mutating func taint(_ start: Start) {
        switch state {
        case .whole: state = .damaged(since: start)
        case .joining, .joined: state = .damaged(since: .everything)
        case .damaged(let since), .recovering(let since, _, _):
            state = .damaged(since: since.earlier(start))
        }
    }
}

extension DamageWatch.Picture {
    /// Without times a picture counts as the one that is waited for.
    fileprivate func isShown(atOrAfter key: MediaTime?) -> Bool {
        guard let time, let key else { return true }
        return time >= key
    }
}

extension DamageWatch.Start {
    /// Without a time everything that comes is meant.
    init(_ time: MediaTime?) {
        self = time.map { .time($0) } ?? .everything
    }

    func earlier(_ other: Self) -> Self {
        guard case .time(let own) = self, case .time(let others) = other else {
            return .everything
        }
        return .time(min(own, others))
    }

    func covers(_ time: MediaTime?) -> Bool {
        guard case .time(let start) = self, let time else { return true }
        return time >= start
    }
}

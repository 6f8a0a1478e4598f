package import Media

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
package struct DamageWatch: Sendable {
    /// A picture, as the decoder gives it out, in the order of presentation.
    package struct Picture {
        /// Nil where the decoder does not know.
        package var time: MediaTime?
        /// Whether the decoder knows of nothing missing in it.
        package var isWhole: Bool
        package var role: Role
    }

    /// What a picture is to those behind it.
    package enum Role {
        /// Needs no other: decoding can begin here.
        case entry
        /// The first of several that refresh the picture bit by bit.
        case refresh
        case other
    }

    /// What is not whole, and what ends it.
    private struct Damage {
        /// The earliest time of a damaged picture; nil: all of them are.
        var since: MediaTime?
        /// Whether a key packet was sent behind it, and when that one's picture is shown.
        var isKeySent = false
        var key: MediaTime?
        /// Whether any picture from the key packet's on ends it.
        var endsWithAny = false
        var refreshes = 0
    }

    /// So many pictures a decoder holds back at most.
    package static let longestDelay = CodedStream.mostReordered + 1

    private var damage: Damage?
    private let delay: Int
    /// Without times: pictures to come that may have been sent before the damage.
    private var held = 0

    /// - Parameters:
    ///   - isJoined: Whether decoding begins in the middle of the stream.
    ///   - waits: Whether the decoder gives out nothing then before it is whole. Else that
    ///     takes a key picture, or two refreshes.
    ///   - delay: How many pictures the decoder may hold back where nothing has a time; of
    ///     those none ends damage.
    package init(isJoined: Bool, waits: Bool = true, delay: Int = 0) {
        damage = isJoined ? Damage(endsWithAny: waits) : nil
        self.delay = delay
    }

    /// Whether nothing is known to be missing.
    package var isWhole: Bool { damage == nil }

    /// Whether no picture is whole, from some time on, before another key packet is sent.
    package var awaitsKey: Bool { damage.map { !$0.isKeySent } ?? false }

    /// A packet goes to the decoder.
    package mutating func send(_ packet: PacketFacts) {
        if packet.isDamaged || packet.followsGap { taint(packet.time) }
        guard var damage else { return }
        damage.since = Self.earlier(damage.since, packet.time)
        // A gap before a key packet does it no harm.
        if packet.isKey, !packet.isDamaged, !damage.isKeySent {
            (damage.isKeySent, damage.key) = (true, packet.time)
        }
        self.damage = damage
    }

    /// A packet was rejected, or some are missing, nobody knows which.
    package mutating func fail() { taint(nil) }

    /// A picture did not come out whole, or not at all.
    package mutating func miss(at time: MediaTime?) {
        // The key picture that was sent behind it ends its damage as well.
        if let damage, let key = damage.key, let time, time < key {
            self.damage?.since = Self.earlier(damage.since, time)
        } else {
            taint(time)
        }
    }

    /// Takes the next picture that comes out.
    ///
    /// - Returns: Whether it is damaged, as far as anyone knows.
    package mutating func isDamaged(_ picture: Picture) -> Bool {
        held = max(0, held - 1)
        guard picture.isWhole else {
            miss(at: picture.time)
            return true
        }
        guard let damage else { return false }
        guard isKeyReached(by: picture.time) else {
            return Self.covers(damage.since, picture.time)
        }
        if picture.role == .refresh { self.damage?.refreshes += 1 }
        let ends =
            damage.endsWithAny || picture.role == .entry
            || picture.role == .refresh && damage.refreshes == 1
        if ends { self.damage = nil }
        return !ends
    }

    /// Without times a picture counts as the one that is waited for, once those from before
    /// must have come.
    private func isKeyReached(by time: MediaTime?) -> Bool {
        guard let damage, damage.isKeySent else { return false }
        return Self.covers(damage.key, time)
            && (held == 0 || damage.key != nil && time != nil)
    }

    private mutating func taint(_ start: MediaTime?) {
        damage = Damage(since: damage.map { Self.earlier($0.since, start) } ?? start)
        held = delay
    }

    /// Nil is before everything.
    private static func earlier(_ one: MediaTime?, _ other: MediaTime?) -> MediaTime? {
        guard let one, let other else { return nil }
        return min(one, other)
    }

    /// Without a time everything that comes is meant.
    private static func covers(_ start: MediaTime?, _ time: MediaTime?) -> Bool {
        guard let start, let time else { return true }
        return time >= start
    }
}

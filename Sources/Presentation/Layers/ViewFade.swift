public import Media

/// How one stream takes another one's place in a view. The raw value is the name in the API.
public enum ViewTransition: String, Hashable, Sendable, CaseIterable {
    /// From one scanout to the next.
    case cut
    /// What was shown before becomes fainter over what follows, which is there from its first
    /// scanout on.
    case fade
}

/// What was on the screen before, over what is there now.
public struct Veil: Hashable, Sendable, BitwiseCopyable {
    /// Another one begins with what is on the screen when it is drawn first.
    public let number: UInt32
    /// How much of it is seen: 1…255 of 256.
    public let opacity: Int32

    public init(number: UInt32, opacity: Int32) {
        precondition((1...255).contains(opacity))
        self.number = number
        self.opacity = opacity
    }
}

/// Decides when what was shown before still shines through, and how much.
///
///     scanout    0     1     2     …     15
///     before   ▓▓▓▓▓ ▓▓▓▓  ▓▓▓           cut
///     after    ░░░░░ ▒▒▒▒▒ ▓▓▓▓▓   ▓▓▓▓▓▓▓▓▓
///
/// A fade delays nothing: what follows is drawn at each scanout as without one. Where that
/// takes too long, it is cut, and so are those of the next minute.
public struct ViewFade: Sendable {
    /// The streams that are seen, by their numbers.
    public struct Streams: Hashable, Sendable {
        public var main: UInt32?
        public var pip: UInt32?

        public init(main: UInt32?, pip: UInt32?) {
            self.main = main
            self.pip = pip
        }
    }

    public var transition = ViewTransition.cut
    private var shown = Streams(main: nil, pip: nil)
    private var number: UInt32 = 0
    /// The first scanout of what fades in.
    private var begun: MonotonicTime?
    /// Until when none begins.
    private var restsUntil: MonotonicTime?

    /// From the last scanout without what follows to the first without what was before.
    public static let length = Nanoseconds.milliseconds(250)
    /// How long there are none after one that took too long.
    static let rest = Nanoseconds.milliseconds(60_000)

    public init() {}

    /// What is to lie over what is shown at a scanout. To be called for each.
    ///
    /// - Parameters:
    ///   - streams: What is seen then. From and to an empty main view there is no fade.
    ///   - scanout: Not before that of the last call.
    ///   - interval: Between two scanouts.
    /// - Returns: Nil where nothing shines through.
    public mutating func veil(
        over streams: Streams,
        at scanout: MonotonicTime,
        interval: Nanoseconds
    ) -> Veil? {
        let isAnother = streams != shown && streams.main != nil && shown.main != nil
        shown = streams
        guard transition == .fade, streams.main != nil else {
            begun = nil
            return nil
        }
        if let end = restsUntil, scanout >= end { restsUntil = nil }
        if isAnother, restsUntil == nil {
            number &+= 1
            begun = scanout
        }
        guard let begun else { return nil }
        let left = Self.length - (scanout - begun) - interval
        let opacity = 256 * left.count / Self.length.count
        guard opacity > 0 else {
            self.begun = nil
            return nil
        }
        return Veil(number: number, opacity: Int32(min(opacity, 255)))
    }

    /// Something was drawn; while something fades, that must leave time for all the rest.
    ///
    /// - Parameters:
    ///   - cost: What it took.
    ///   - interval: Between two scanouts.
    ///   - scanout: For which it was drawn.
    public mutating func drew(
        within cost: Nanoseconds,
        of interval: Nanoseconds,
        for scanout: MonotonicTime
    ) {
        guard begun != nil, cost > interval * 3 / 4 else { return }
        begun = nil
        restsUntil = scanout + Self.rest
    }
}

public import Media

/// How one stream takes another one's place in the main view. The raw value is the name in the API.
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
/// takes too long twice, but for the first time, which prepares the others, it is cut, and so are
/// those of the next minute.
public struct ViewFade: Sendable {
    public var transition = ViewTransition.cut
    /// The stream that is seen in the main view, by its number.
    private var shown: UInt32?
    private var number: UInt32 = 0
    /// The first scanout of what fades in.
    private var begun: MonotonicTime?
    /// Drawings of it that took too long.
    private var costly = 0
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
    ///   - stream: What is seen then. From and to an empty view there is no fade.
    ///   - scanout: Not before that of the last call.
    ///   - interval: Between two scanouts.
    /// - Returns: Nil where nothing shines through.
    public mutating func veil(
        over stream: UInt32?,
        at scanout: MonotonicTime,
        interval: Nanoseconds
    ) -> Veil? {
        let isAnother = stream != shown && stream != nil && shown != nil
        shown = stream
        guard transition == .fade, stream != nil else {
            begun = nil
            return nil
        }
        if let end = restsUntil, scanout >= end { restsUntil = nil }
        if isAnother, restsUntil == nil {
            number &+= 1
            (begun, costly) = (scanout, 0)
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

    /// Something was drawn, and given to the output; while something fades, that must leave time
    /// for all the rest.
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
        guard let begun, scanout > begun, cost > interval * 3 / 4 else { return }
        costly += 1
        guard costly > 1 else { return }
        self.begun = nil
        restsUntil = scanout + Self.rest
    }
}

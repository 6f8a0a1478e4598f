public import Media

/// What follows the end of a stream that loops, by what came of it since it last began.
///
///     pictures    0         1        2 …      2 …, and more packets failed
///     follows     a loss    still    again    again, after a pause
///
/// A stream without pictures has no pace: begun again at once it would take a whole
/// processor, and say that it plays. One with a single picture shows that for as
/// long as there is no other.
public enum LoopPolicy {
    /// How long a picture stands, or a damaged stream rests, before it is looked at again.
    public static let pause = Nanoseconds.milliseconds(1000)

    /// From one beginning of the stream to its end.
    public struct Pass: Hashable, Sendable {
        public var pictures = 0
        /// Packets that became none.
        public var failures = 0
        /// Whether it began in the middle, where the stream was lost.
        public var isResumed: Bool

        public init(isResumed: Bool = false) {
            self.isResumed = isResumed
        }
    }

    public enum Verdict: Hashable, Sendable {
        case again
        /// After `pause`.
        case againLater
        /// The picture stays until there is another.
        case still
        /// There is nothing to show.
        case loss
    }

    public static func verdict(after pass: Pass) -> Verdict {
        if pass.isResumed { return .again }
        switch pass.pictures {
        case ...0: return .loss
        case 1: return .still
        default: return pass.failures > pass.pictures ? .againLater : .again
        }
    }
}

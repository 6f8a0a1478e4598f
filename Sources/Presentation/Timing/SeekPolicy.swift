public import Media

/// Finds the picture that is displayed at a time of a source that can be begun anywhere.
///
///     nextStart    target ── −2 s ── −10 s ── beginning
///                    │ first picture past the target, or the answer damaged: further back
///                    ▼
///     came         hold, hold, hold … │ past the target: the one held is the answer
///     ended        the end comes first: so is the one held
///
/// A source begins at a key picture, and only its index, if it has one, knows which. What
/// pictures say of their duration is not asked: where the rate varies, that is not true.
public struct SeekPolicy: Sendable {
    /// Where to begin the source.
    public enum Start: Hashable, Sendable {
        /// At the last key picture up to this time, as far as the source knows.
        case at(MediaTime)
        case beginning
    }

    /// What to do with a picture.
    public enum Verdict: Hashable, Sendable {
        /// It may be the answer: keep it, and drop the one kept before.
        case hold
        /// The one kept is the answer, and this one follows it.
        case answered
        /// Drop it and the one kept, and begin again at the next start.
        case further
    }

    private struct Held {
        var isTimed: Bool
        var isWhole: Bool
    }

    /// How far before the time to begin, one attempt after the other; the beginning of the
    /// source comes last.
    public static let stepsBack: [Nanoseconds] = [0, 2000, 10_000].map { .milliseconds($0) }

    /// On the time of the source's pictures.
    public let target: MediaTime
    /// Attempts begun.
    private var attempts = 0
    private var held: Held?

    public init(target: MediaTime) {
        self.target = target
    }

    /// Whether there is nothing further back.
    public var isFromBeginning: Bool { attempts > Self.stepsBack.count }

    /// Where to begin now; each time further back, and in the end always at the beginning.
    public mutating func nextStart() -> Start {
        held = nil
        attempts = min(attempts + 1, Self.stepsBack.count + 1)
        return isFromBeginning ? .beginning : .at(target - Self.stepsBack[attempts - 1])
    }

    /// The next picture has come, in the order of presentation.
    ///
    /// - Parameters:
    ///   - pts: When it is displayed. Without it the first one is taken for too late, and
    ///     one behind another for part of that.
    ///   - isWhole: False where data was missing, as for the first pictures behind a key
    ///     picture that refer to those before it.
    /// - Returns: What to do with it.
    public mutating func came(pts: MediaTime?, isWhole: Bool) -> Verdict {
        guard let held else { return first(Held(isTimed: pts != nil, isWhole: isWhole), pts) }
        guard pts.map({ $0 <= target }) ?? held.isTimed else {
            return answers(held) ? .answered : .further
        }
        self.held = Held(isTimed: true, isWhole: isWhole)
        return .hold
    }

    /// No further picture comes.
    ///
    /// - Returns: Whether the one kept is the answer: the last one, for a time beyond the
    ///   end. Otherwise begin again at the next start; from the beginning there is none.
    public func ended() -> Bool {
        held.map(answers) ?? false
    }

    private mutating func first(_ picture: Held, _ pts: MediaTime?) -> Verdict {
        guard pts.map({ $0 <= target }) ?? false || isFromBeginning else { return .further }
        held = picture
        return .hold
    }

    /// A damaged picture behind the longest step is damaged in the source.
    private func answers(_ held: Held) -> Bool {
        held.isWhole || attempts >= Self.stepsBack.count
    }
}

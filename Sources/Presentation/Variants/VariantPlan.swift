public import Media

/// Which variant of a source is played, and when another one takes its place.
///
/// Pure: time and what is known are arguments.
public struct VariantPlan: Sendable {
    /// Why another variant is played.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        case bandwidth
        /// It is shown larger or smaller than before.
        case size
        /// Too many pictures of the one before were dropped, or it was shown too slowly.
        case drops
    }

    /// Another variant, by its index.
    public struct Change: Hashable, Sendable {
        public let variant: Int
        public let reason: Reason
    }

    /// What is known of the network, in bits a second.
    public struct Bandwidth: Hashable, Sendable {
        /// To be expected, on the safe side.
        public var steady: Double
        /// Given at this moment.
        public var recent: Double

        public init(steady: Double, recent: Double) {
            (self.steady, self.recent) = (steady, recent)
        }
    }

    /// How the stream stands.
    public struct Situation: Sendable {
        /// How large it is shown, in pixels of the output; nil where that is not known.
        public var shown: PixelSize?
        public var bandwidth: Bandwidth?
        /// What is read and not decoded yet.
        public var buffered = Nanoseconds.zero
        /// Whether that is about as much as there may be, however short.
        public var isFull = false
        /// Whether a segment begins.
        public var isBoundary = false
        /// How much faster the segment comes than it is played; nil where that is not known.
        public var pace: Double?
        /// The variant whose pictures come: what is read is further on.
        public var playing: Variant?
        /// Whether anybody watches.
        public var isWatched = true
        /// Pictures since the beginning, and those of them that came too late to be shown.
        public var pictures = 0
        public var late = 0
        /// By how much a file's time gave way since the beginning, because pictures were late.
        public var slipped = Nanoseconds.zero

        public init() {}
    }

    /// What a variant may take of what the network gives, to be begun and to be kept.
    static let shareToBegin = 0.85
    static let shareToKeep = 0.95
    /// The same of one that is begun because there is too little for the one before: it may
    /// become less still, a further change has to wait, and one up costs nothing.
    static let shareToFallBack = 0.5
    /// The same of one that nobody watches yet.
    static let shareToPreload = 0.7
    /// Bits a second where nothing is known yet.
    public static let firstGuess = 1_000_000.0
    /// Between two changes at least.
    static let pause = Nanoseconds.milliseconds(8_000)
    /// What has to be buffered for a change that is not urgent: opening takes its time.
    static let buffer = Nanoseconds.milliseconds(4_000)
    /// With so much buffered, a slow segment is waited for.
    static let comfort = Nanoseconds.milliseconds(8_000)
    /// With so much buffered, what is given now is believed: a wrong guess costs nothing, while
    /// the averages hardly rise where little is read.
    static let plenty = Nanoseconds.milliseconds(6_000)
    /// How long a variant is left alone that could not be played.
    static let ban = Nanoseconds.milliseconds(30_000)
    /// Each further time it is twice as long, up to eight minutes.
    static let mostDoublings = 4
    /// Of which share of late pictures, or of time that gave way, looked at for how long.
    static let mostLate = 0.15
    static let window = Nanoseconds.milliseconds(2_000)
    /// With so much buffered, it is the decoder that a late picture was waited for.
    static let stock = Nanoseconds.milliseconds(500)

    public let choice: VariantChoice
    /// What is played, or will be as soon as it is there.
    public private(set) var current: Int
    private var changedAt: MonotonicTime?
    private var bans: [Int: MonotonicTime] = [:]
    /// How often each variant could not be opened.
    private var failures: [Int: Int] = [:]
    /// How large it was shown when nothing else was wanted.
    private var shown: PixelSize?
    /// How often each variant could not be played in time.
    private var drops: [Int: Int] = [:]
    /// Since when pictures are counted, and what had been counted by then.
    private var counted: Counts?
    /// The time that gave way as far as it is known, and that for which the decoder is to blame.
    private var slipped = (known: Nanoseconds.zero, byDecoder: Nanoseconds.zero)
    /// When the decoder was seen not to want for packets, at the last look; nil: it did.
    private var stocked: MonotonicTime?

    private struct Counts: Sendable {
        let since: MonotonicTime
        let pictures: Int
        let late: Int
        let slipped: Nanoseconds
    }

    /// - Parameters:
    ///   - choice: Of which variants.
    ///   - current: What is played.
    public init(_ choice: VariantChoice, current: Int) {
        (self.choice, self.current) = (choice, current)
    }

    /// Which variant a source begins with.
    ///
    /// - Parameters:
    ///   - choice: Of which variants.
    ///   - shown: How large it will be shown; nil where that is not known.
    ///   - bandwidth: Of its server, from before; nil where nothing is known.
    ///   - isPreload: Whether nobody watches it yet.
    /// - Returns: Its index.
    public static func first(
        of choice: VariantChoice,
        shown: PixelSize?,
        bandwidth: Bandwidth?,
        isPreload: Bool
    ) -> Int {
        let share = isPreload ? shareToPreload : shareToBegin
        return choice.best(shown: shown, within: share * (bandwidth?.steady ?? firstGuess))
    }

    /// Looks whether another variant is to be played; it counts as played from then on.
    public mutating func next(_ situation: Situation, at now: MonotonicTime) -> Change? {
        guard choice.isAutomatic else { return nil }
        countSlips(situation, at: now)
        // What others of one playlist show, or the variant before, is nothing of this one's.
        let isOfThis = situation.playing == nil || situation.playing == choice.variants[current]
        if situation.isWatched, isOfThis { countDrops(situation, at: now) } else { counted = nil }
        if let changedAt, now - changedAt < Self.pause { return nil }
        let isBanned = !allowed(at: now).contains(current)
        guard let change = isBanned ? belowCurrent(at: now) : wanted(situation, at: now) else {
            return nil
        }
        (current, changedAt) = (change.variant, now)
        return change
    }

    /// A variant could not be opened: the one before is played on.
    public mutating func failed(_ variant: Int, backTo previous: Int, at now: MonotonicTime) {
        bans[variant] = now + Self.ban(counting: &failures[variant, default: 0])
        gaveUp(backTo: previous)
    }

    /// A variant is not waited for any more: the one before is played on.
    public mutating func gaveUp(backTo previous: Int) { current = previous }

    private mutating func wanted(_ situation: Situation, at now: MonotonicTime) -> Change? {
        guard let bandwidth = situation.bandwidth else { return nil }
        let allowed = allowed(at: now)
        let isSlow = situation.pace.map { $0 < 1 } ?? false
        let isUrgent = isSlow && situation.buffered < Self.comfort
        guard situation.isBoundary || isUrgent else { return nil }
        let isEnough = situation.buffered >= Self.plenty
        let expected = isEnough ? max(bandwidth.steady, bandwidth.recent) : bandwidth.steady
        let rate = Double(choice.variants[current].bitRate)
        if rate > Self.shareToKeep * expected {
            let given = [expected, bandwidth.recent, situation.pace.map { $0 * rate } ?? expected]
            let budget = Self.shareToFallBack * (given.min() ?? 0)
            let lower = choice.best(shown: situation.shown, within: budget, among: allowed)
            return change(to: lower, because: .bandwidth) { $0 < rate }
        }
        guard situation.isBoundary, situation.isWatched, situation.buffered >= Self.buffer else {
            return nil
        }
        // What it takes now is no reason for less, only for no more.
        let budget = max(rate, Self.shareToBegin * expected)
        let best = choice.best(shown: situation.shown, within: budget, among: allowed)
        let isForSize = choice.best(shown: shown, within: budget, among: allowed) == current
        shown = situation.shown
        return change(to: best, because: isForSize ? .size : .bandwidth) { _ in true }
    }

    private func change(
        to variant: Int,
        because reason: Reason,
        where isMeant: (Double) -> Bool
    ) -> Change? {
        guard variant != current, isMeant(Double(choice.variants[variant].bitRate)) else {
            return nil
        }
        return Change(variant: variant, reason: reason)
    }

    private func allowed(at now: MonotonicTime) -> Set<Int> {
        Set(choice.variants.indices.filter { index in bans[index].map { $0 <= now } ?? true })
    }

    // MARK: Drops

    /// A file drops nothing: it becomes slow. So it does where the network gives too little.
    /// No more time is lost than has passed since: the rest is a gap before.
    private mutating func countSlips(_ situation: Situation, at now: MonotonicTime) {
        let isStocked = situation.isFull || situation.buffered >= Self.stock
        if isStocked, let stocked {
            let lost = min(situation.slipped - slipped.known, now - stocked)
            slipped.byDecoder = slipped.byDecoder + lost
        }
        (slipped.known, stocked) = (situation.slipped, isStocked ? now : nil)
    }

    /// Bans the current variant, and those above it, where too many pictures are late.
    private mutating func countDrops(_ situation: Situation, at now: MonotonicTime) {
        let counts = Counts(
            since: now,
            pictures: situation.pictures,
            late: situation.late,
            slipped: slipped.byDecoder
        )
        guard let counted, now - counted.since < Self.window * 2 else {
            self.counted = counts
            return
        }
        guard now - counted.since >= Self.window else { return }
        self.counted = counts
        let pictures = Double(counts.pictures - counted.pictures)
        let late = Double(counts.late - counted.late)
        let elapsed = (now - counted.since).seconds
        let slow = (counts.slipped - counted.slipped).seconds
        if pictures > 0, late > Self.mostLate * pictures || slow > Self.mostLate * elapsed {
            banCurrent(at: now)
        }
    }

    /// Each further time it is left alone for twice as long: what was read of it by the time it
    /// is found out has to be played.
    private mutating func banCurrent(at now: MonotonicTime) {
        // While it is left alone already it may still be played, for want of another.
        guard bans[current].map({ $0 <= now }) ?? true else { return }
        let end = now + Self.ban(counting: &drops[current, default: 0])
        let variants = choice.variants
        let (pixels, bitRate) = (variants[current].pixels, variants[current].bitRate)
        for index in variants.indices
        where (variants[index].pixels, variants[index].bitRate) >= (pixels, bitRate) {
            bans[index] = max(end, bans[index] ?? end)
        }
    }

    /// How long a variant is left alone that could not be played so many times before.
    private static func ban(counting count: inout Int) -> Nanoseconds {
        defer { count += 1 }
        return ban * (1 << Int64(min(count, mostDoublings)))
    }

    private func belowCurrent(at now: MonotonicTime) -> Change? {
        let rate = Double(choice.variants[current].bitRate)
        let lower = choice.best(shown: nil, within: rate, among: allowed(at: now))
        return change(to: lower, because: .drops) { $0 < rate }
    }
}

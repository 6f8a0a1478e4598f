public import Media

/// Foretells which pictures the rate limiter drops, before they are decoded.
///
///     read, in decoding order   I0 P4 B2 b1 b3 P8 …       b: nothing refers to it
///     expected, in order        0 1 2 3 4 8 …             of presentation
///     published ──► the limiter's twin ──► 1 and 3 are dropped: leave them out
///
/// The twin is a limiter that is given the same samples as the one that decides,
/// in the same order, and so has the same state. A copy of it is asked what
/// becomes of the pictures up to the one in question. The answer is sure if
///
/// - every picture shown before that one has been read. A decoding time (DTS)
///   exceeds those before it and no presentation time (PTS), so that nothing is
///   to come from before the last one read;
/// - pictures come out of the decoder in the order of their PTS, with just those
///   that the packets stated. The last 16 are looked at;
/// - arrivals played no part: the limiter that decides may see others.
///
/// In any doubt the picture is decoded. A wrong answer would not wedge anything:
/// what is left out takes no slot, and the next picture does.
///
/// Thread: reentrant; it allocates nothing.
public struct RateForecast: Sendable {
    /// A picture that was left out.
    public struct LeftOut: Hashable, Sendable, BitwiseCopyable {
        public var pts: MediaTime
        /// Zero where the packet does not say.
        public var duration: Nanoseconds
    }

    /// Given the same samples as the limiter that decides.
    private var twin: RateLimiter
    private var expected = ExpectedPictures()
    /// The last DTS that was read; nil where the last packet had none.
    private var horizon: MediaTime?
    /// The picture that came out of the decoder last, if it was the one expected.
    private var arrived: MediaTime?
    /// Pictures in a row that came as expected, up to `enough`.
    private var soundCount = 0
    /// Whether the other limiter may have decided otherwise than the twin.
    private var isDiverged = false
    /// Whether both limiters see the same arrivals.
    private let sharesArrivals: Bool

    private static let enough = 16
    /// A longer step from one DTS to the next is a jump.
    private static let longestStep = Nanoseconds.milliseconds(500)

    /// - Parameters:
    ///   - maximumRate: As for the limiter that decides; nil leaves nothing out.
    ///   - sharesArrivals: Whether that one takes `decoded` for the arrival, too.
    public init(maximumRate: Hertz?, sharesArrivals: Bool) {
        twin = RateLimiter(maximumRate: maximumRate)
        self.sharesArrivals = sharesArrivals
        isDiverged = maximumRate == nil
    }

    /// What the answer about a picture is.
    public enum Answer: Hashable, Sendable {
        case decode
        case leaveOut
        /// Sure only when the packet behind the last one has been read.
        case needsPacket
    }

    /// A packet was read. Packets are read in decoding order.
    ///
    /// - Parameters:
    ///   - pts: Nil where the packet does not say, or becomes no picture.
    ///   - dts: Nil where the packet does not say.
    ///   - duration: Zero where the packet does not say.
    public mutating func read(pts: MediaTime?, dts: MediaTime?, duration: Nanoseconds) {
        defer { horizon = dts }
        if let horizon, let dts, !(dts > horizon && dts - horizon <= Self.longestStep) {
            expected.beginTimeline()
            soundCount = 0
        }
        guard let pts, let dts, pts >= dts,
            expected.insert(LeftOut(pts: pts, duration: duration))
        else {
            soundCount = 0
            return
        }
    }

    /// Whether the picture of a packet that was read is left out.
    ///
    /// - Parameters:
    ///   - pts: The picture's; nothing refers to it.
    ///   - atOnce: Only if the decoder would give it out at once, so that leaving it
    ///     out keeps no other picture waiting.
    /// - Returns: `.decode` in any doubt.
    public func answer(for pts: MediaTime, atOnce: Bool) -> Answer {
        guard soundCount >= Self.enough, !isDiverged, twin.decidesByTimestamps,
            let horizon, let place = expected.place(of: pts)
        else { return .decode }
        var trial = twin
        for earlier in 0..<place {
            if atOnce, !expected[earlier].isLeftOut { return .decode }
            _ = trial.admits(expected[earlier].picture.pts, arrival: Self.anyTime)
        }
        guard !trial.admits(pts, arrival: Self.anyTime), trial.decidesByTimestamps else {
            return .decode
        }
        // A jump may follow: only so far is the future known.
        return horizon >= pts ? .leaveOut : .needsPacket
    }

    private static let anyTime = MonotonicTime(nanoseconds: 0)

    /// The picture of `pts` was left out: it comes out of no decoder.
    public mutating func leaveOut(_ pts: MediaTime) {
        guard let place = expected.place(of: pts) else { return }
        expected.markLeftOut(place)
    }

    /// Takes the next picture left out that is shown before the one that came out
    /// of the decoder. To be called with every picture that comes out, until there
    /// is none left.
    ///
    /// One that was not expected, such as one without a time, was read after all
    /// that were left out: nothing is left out while such a picture is under way.
    ///
    /// - Parameter given: The time that the picture came with.
    /// - Returns: Nil when there is none left.
    public mutating func nextLeftOut(before given: MediaTime?) -> LeftOut? {
        arrived = nil
        let place = given.flatMap { expected.placeDecoded(at: $0) }
        while let first = expected.first, place != nil || expected.hasLeftOut {
            expected.removeFirst()
            if first.isLeftOut { return first.picture }
            if place != nil, first.picture.pts == given {
                arrived = given
                return nil
            }
            // One that never came.
            soundCount = 0
        }
        return nil
    }

    /// Takes the next picture left out, after the decoder has given out the last one.
    public mutating func nextLeftOut() -> LeftOut? {
        while let first = expected.first {
            expected.removeFirst()
            if first.isLeftOut { return first.picture }
        }
        return nil
    }

    /// A sample goes to the limiter that decides, in the order of presentation.
    public mutating func publish(_ sample: SampleBuffer) {
        if !sample.attachments.contains(.undecoded) {
            soundCount = arrived == sample.pts ? min(soundCount + 1, Self.enough) : 0
        }
        _ = twin.admits(sample)
        if !sharesArrivals, !twin.decidesByTimestamps { isDiverged = true }
    }

    /// The decoder was flushed: nothing that was read comes out any more.
    public mutating func flush() {
        expected = ExpectedPictures()
        horizon = nil
        soundCount = 0
    }
}

/// Pictures that were read and have not come out yet, in the order in which they
/// will: by PTS, within each timeline of the stream.
private struct ExpectedPictures: Sendable {
    struct Entry: BitwiseCopyable, Sendable {
        var picture: RateForecast.LeftOut
        var timeline: UInt32
        var isLeftOut = false
    }

    /// As many as a decoder may hold back (16), those left out between them, and
    /// packets read ahead.
    private static let capacity = 32
    private var entries: InlineArray<32, Entry?> = .init(repeating: nil)
    private(set) var count = 0
    private var timeline: UInt32 = 0

    /// The caller has seen that `index` is below `count`.
    subscript(index: Int) -> Entry {
        guard let entry = entries[index] else { preconditionFailure("No picture \(index)") }
        return entry
    }

    var first: Entry? { entries[0] }
    var hasLeftOut: Bool { (0..<count).contains { self[$0].isLeftOut } }

    /// What is read from here on is shown after all that was read before.
    mutating func beginTimeline() { timeline &+= 1 }

    /// - Returns: False for a second picture of that time, or without room.
    mutating func insert(_ picture: RateForecast.LeftOut) -> Bool {
        guard place(of: picture.pts) == nil else { return false }
        guard count < Self.capacity else {
            forgetDecoded()
            return false
        }
        var place = count
        while place > 0, self[place - 1].timeline == timeline,
            self[place - 1].picture.pts > picture.pts
        {
            entries[place] = entries[place - 1]
            place -= 1
        }
        entries[place] = Entry(picture: picture, timeline: timeline)
        count += 1
        return true
    }

    /// Where the newest timeline has the picture.
    func place(of pts: MediaTime) -> Int? {
        (0..<count).first { self[$0].timeline == timeline && self[$0].picture.pts == pts }
    }

    /// Where the first picture of that time is that comes out of the decoder.
    func placeDecoded(at pts: MediaTime) -> Int? {
        (0..<count).first { !self[$0].isLeftOut && self[$0].picture.pts == pts }
    }

    mutating func markLeftOut(_ place: Int) { entries[place]?.isLeftOut = true }

    mutating func removeFirst() {
        count -= 1
        for index in 0..<count { entries[index] = entries[index + 1] }
        entries[count] = nil
    }

    /// Far more than a decoder holds back: they will not come.
    private mutating func forgetDecoded() {
        var kept = 0
        for index in 0..<count where self[index].isLeftOut {
            entries[kept] = entries[index]
            kept += 1
        }
        for index in kept..<count { entries[index] = nil }
        count = kept
    }
}

public import Media

/// Decides which pictures of a stream are shown, with a `RateLimiter`: before they are
/// decoded where that is certain, else when they come.
///
///     read, in decoding order   I0 P4 B2 b1 b3 P8 …       b: nothing refers to it
///     expected, in order        0 1 2 3 4 8 …             of presentation
///     asked about b1, b3        a copy of the limiter is shown 0 1 2 3: it drops 1 and 3
///
/// The answer about a picture that is not decoded yet is sure if
///
/// - every picture shown before that one has been read. A decoding time (DTS)
///   exceeds those before it and no presentation time (PTS), so that nothing is
///   to come from before the last one read;
/// - pictures come out of the decoder in the order of their PTS, with just those
///   that the packets stated. The last 16 are looked at;
/// - arrivals play no part.
///
/// In any doubt the picture is decoded. A wrong answer would not wedge anything:
/// what is left out takes no slot, and the next picture does.
///
/// Thread: reentrant; it allocates nothing.
public struct RateGate: Sendable {
    /// A picture that was left out.
    public struct LeftOut: Hashable, Sendable, BitwiseCopyable {
        public var pts: MediaTime
        /// Zero where the packet does not say.
        public var duration: Nanoseconds
    }

    private var limiter: RateLimiter
    /// Where a file's pictures lie, for their arrivals; nil for a live stream.
    private var file: MediaUnwrapper?
    private var expected = ExpectedPictures()
    /// The last DTS that was read; nil where the last packet had none.
    private var horizon: MediaTime?
    /// The picture that came out of the decoder last, if it was the one expected.
    private var arrived: MediaTime?
    /// Pictures in a row that came as expected, up to `enough`.
    private var soundCount = 0
    /// The time between two pictures at the cap; zero without one.
    public let shortestInterval: Nanoseconds

    private static let enough = 16
    /// A longer step from one DTS to the next is a jump.
    private static let longestStep = Nanoseconds.milliseconds(500)

    /// - Parameters:
    ///   - maximumRate: Nil shows everything.
    ///   - pacing: A file is decoded ahead, in bursts: its pictures count as arriving
    ///     when they are to be shown. Live ones arrive when they are decoded.
    public init(maximumRate: Hertz?, pacing: Pacing) {
        limiter = RateLimiter(maximumRate: maximumRate)
        shortestInterval = maximumRate?.interval ?? .zero
        file = pacing == .file ? MediaUnwrapper() : nil
    }

    /// As `RateLimiter.laySlots`.
    public mutating func laySlots(from start: MediaTime, pictures interval: Nanoseconds?) {
        limiter.laySlots(from: start, pictures: interval)
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

    /// Whether the picture of a packet that was read is left out. If so it comes out of no
    /// decoder.
    ///
    /// - Parameters:
    ///   - pts: The picture's; nothing refers to it.
    ///   - atOnce: Only if the decoder would give it out at once, so that leaving it
    ///     out keeps no other picture waiting.
    /// - Returns: `.decode` in any doubt.
    public mutating func answer(for pts: MediaTime, atOnce: Bool) -> Answer {
        guard soundCount >= Self.enough, limiter.decidesByTimestamps,
            let horizon, let place = expected.place(of: pts)
        else { return .decode }
        var trial = limiter
        for earlier in 0..<place {
            if atOnce, !expected[earlier].isLeftOut { return .decode }
            _ = trial.admits(expected[earlier].picture.pts, arrival: Self.anyTime)
        }
        guard !trial.admits(pts, arrival: Self.anyTime), trial.decidesByTimestamps else {
            return .decode
        }
        // A jump may follow: only so far is the future known.
        guard horizon >= pts else { return .needsPacket }
        expected.markLeftOut(place)
        return .leaveOut
    }

    private static let anyTime = MonotonicTime(nanoseconds: 0)

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

    /// Whether a picture is shown; otherwise it is dropped for `DropReason.rate`. To be
    /// asked once about each, in the order of presentation.
    public mutating func admits(_ sample: SampleBuffer) -> Bool {
        soundCount = arrived == sample.pts ? min(soundCount + 1, Self.enough) : 0
        return limiter.admits(sample, arrival: arrival(of: sample))
    }

    /// A picture that was left out would come now, in the order of presentation.
    public mutating func pass(_ sample: SampleBuffer) {
        limiter.leaveOut(sample.pts, arrival: arrival(of: sample))
    }

    private mutating func arrival(of sample: SampleBuffer) -> MonotonicTime {
        guard var file = file.take() else { return sample.decoded }
        defer { self.file = file }
        if let media = file.place(sample) { return MonotonicTime(nanoseconds: media.count) }
        let media = file.successor(refreshInterval: shortestInterval) ?? .zero
        file.resume(at: media, with: sample)
        return MonotonicTime(nanoseconds: media.count)
    }

    /// The decoder was flushed: nothing that was read comes out any more.
    public mutating func flush() {
        expected = ExpectedPictures()
        horizon = nil
        soundCount = 0
    }
}

public import Addressing
internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import Drawing
public import Media
internal import Platform

/// Finds the picture that a file shows at a given time, whatever else plays it:
/// over a connection and with a decoder of its own.
///
/// Files are those of this machine and of web servers, HLS, and the built-in
/// pattern, whose picture of any time can be drawn.
///
/// Thread: safe. A search runs on the thread that asks.
public struct PictureSearch: Sendable {
    private var address: SourceAddress { configuration.address }
    private let configuration: StreamConfiguration

    /// - Parameter configuration: Of the stream whose file is searched; it need not run.
    public init(_ configuration: StreamConfiguration) {
        self.configuration = configuration
    }

    /// Finds the picture that is on the screen at a time.
    ///
    /// Blocking: up to the deadline, and 100 ms more at most.
    ///
    /// - Parameters:
    ///   - time: From the stream's start, as players count.
    ///   - base: What the time counts from.
    ///   - tolerance: How far from it a picture may be and still count as near.
    ///   - deadline: When to give up.
    ///   - isCancelled: Whether nobody waits any more; asked many times a second.
    /// - Returns: The picture of that time, else the nearest whole one; one that is
    ///   known to be damaged only where there is no other.
    /// - Throws: `StillError`; another search may succeed.
    public func find(
        at time: MediaTime,
        from base: TimeBase = .stream,
        tolerance: Nanoseconds,
        deadline: MonotonicTime,
        isCancelled: @escaping @Sendable () -> Bool
    ) throws(StillError) -> FoundPicture {
        let limit = SearchLimit(deadline: deadline, isCancelled: isCancelled)
        try limit.check(at: MonotonicClock.now())
        switch address.kind {
        case .pattern(let size, let rate):
            return try TestPattern(size: size, rate: rate).find(at: time.bounded, tolerance)
        case .web where configuration.live == true, .rtsp, .datagrams:
            throw .notSupported(
                "\(address.redacted) is live and has no past; ask for its newest picture"
            )
        case .camera:
            throw .notSupported("\(address.redacted) is a camera; ask for its newest picture")
        case .awaited(let reason): throw .notSupported(reason)
        case .file, .web: return try findInFile(at: time.bounded, from: base, tolerance, limit)
        }
    }

    private func findInFile(
        at time: MediaTime,
        from base: TimeBase,
        _ tolerance: Nanoseconds,
        _ limit: SearchLimit
    ) throws(StillError) -> FoundPicture {
        var brief = try open(.brief, limit)
        if base == .stream, !brief.isOriginKnown { brief = try open(.thorough, limit) }
        let briefly = finder(brief, brief.time(time, from: base), tolerance, limit)
        if let found = try briefly.findByPackets() { return found.counting(from: brief, base) }
        // How many pictures a decoder holds back may be known only after a look at some.
        let source = brief.isProbed ? brief : try open(.thorough, limit)
        let finder = finder(source, source.time(time, from: base), tolerance, limit)
        if !brief.isProbed, let found = try finder.findByPackets() {
            return found.counting(from: source, base)
        }
        if let found = try finder.findByDecoding() { return found.counting(from: source, base) }
        throw .source(.noPicture(address, codec: source.codec))
    }

    /// What times count from.
    public enum TimeBase: String, Hashable, Sendable, CaseIterable {
        /// The stream's start, which is zero, whatever its container calls it.
        case stream
        /// The container's own zero: MPEG-TS and HLS begin anywhere.
        case container
    }

    private func open(
        _ probing: Demuxer.Probing,
        _ limit: SearchLimit
    ) throws(StillError) -> FilePackets {
        try FilePackets(configuration, probing: probing, limit: limit)
    }

    private func finder(
        _ source: FilePackets,
        _ time: MediaTime,
        _ tolerance: Nanoseconds,
        _ limit: SearchLimit
    ) -> PictureFinder {
        PictureFinder(source: source, time: time, tolerance: tolerance, limit: limit)
    }
}

extension FilePackets {
    /// A time in the container's. Sound may begin first: the first picture stands for
    /// the time before it, as in a player.
    fileprivate func time(_ time: MediaTime, from base: PictureSearch.TimeBase) -> MediaTime {
        guard base == .stream else { return time }
        let contained = origin + (time - .zero)
        return time >= .zero ? max(contained, videoStart ?? contained) : contained
    }
}

extension FoundPicture {
    fileprivate func counting(
        from source: FilePackets,
        _ base: PictureSearch.TimeBase
    ) -> FoundPicture {
        guard base == .stream else { return self }
        var found = self
        found.start = source.origin
        return found
    }
}

extension TestPattern {
    /// Draws the picture of a time; before zero the first one.
    fileprivate func find(
        at time: MediaTime,
        _ tolerance: Nanoseconds
    ) throws(StillError) -> FoundPicture {
        let number = number(at: max(time, .zero))
        let interval = ShownInterval(start: pts(of: number), end: pts(of: number + 1))
        guard let frame = try? OwnedFrame(), draw(number, into: frame.pointer),
            let still = try? StillPicture(
                moving: frame.pointer,
                format: format,
                pts: interval.start
            )
        else { throw .noPicture("out of memory") }
        return FoundPicture(
            still,
            tier: PictureTier(interval, at: time, isCertain: true, tolerance: tolerance),
            requested: time
        )
    }

    /// The picture that is shown at a time of zero or more.
    private func number(at time: MediaTime) -> UInt64 {
        let ticks = UInt64(max(0, time.nanoseconds)).multipliedFullWidth(by: UInt64(rate.numerator))
        let number = (UInt64(rate.denominator) * 1_000_000_000).dividingFullWidth(ticks).quotient
        // Times are rounded down to a nanosecond, so the next one may begin within this one.
        return pts(of: number + 1) <= time ? number + 1 : number
    }

    /// Draws into an empty frame; false without memory.
    private func draw(_ number: UInt64, into frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        guard let canvas = I420Canvas(allocating: format.size, in: frame) else { return false }
        drawBackground(on: canvas)
        draw(number, on: canvas)
        return true
    }
}

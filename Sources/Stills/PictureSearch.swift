public import Addressing
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
        try limit.check()
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

    /// Finds a picture that stands for a file: one at about a share of its duration.
    ///
    /// Taken is a key picture, which is decoded alone: the last before that moment where it lies
    /// in the second half of the way there, else the first behind it where it is no further than
    /// one and a half times that way; else the picture of the moment. Without a duration it is the
    /// first one.
    ///
    /// Blocking: as `find(at:)`.
    ///
    /// - Parameters:
    ///   - share: 0 to 1; others are clamped.
    ///   - leastPixels: What it is to have at least in its longer side, for less work: a JPEG is
    ///     decoded to an eighth of its size and more. Nil: all that it has.
    ///   - limit: When to give up.
    /// - Returns: A whole picture, or a damaged one where there is no other.
    /// - Throws: `StillError`; `notSupported` for what is no file.
    public func find(
        nearShare share: Double,
        atLeast leastPixels: Int32? = nil,
        within limit: SearchLimit
    ) throws(StillError) -> FoundPicture {
        try limit.check()
        guard address.isLocalFile || address.kind == .web && configuration.live != true else {
            throw .notSupported("\(address.redacted) has no duration; ask for a time")
        }
        var source = try open(.brief, limit)
        if source.duration == nil, !source.isProbed { source = try open(.thorough, limit) }
        return try find(in: source, nearShare: share, leastPixels, limit)
    }

    private func find(
        in source: FilePackets,
        nearShare share: Double,
        _ leastPixels: Int32?,
        _ limit: SearchLimit
    ) throws(StillError) -> FoundPicture {
        let way = source.duration.map { Nanoseconds.seconds($0.seconds * share.share) } ?? .zero
        let time = (MediaTime.zero + way).bounded
        let moment = source.time(time, from: .stream)
        let half = (time - .zero) / 2
        var keyed: FoundPicture?
        // An image would be read once more.
        if !source.isStill,
            let entry = try finder(source, moment, .zero, limit)
                .entry(from: moment - half, through: moment + half * 3)
        {
            keyed = try finder(source, entry, .zero, limit, leastPixels).findByPackets()
        }
        var found =
            if let keyed { keyed } else {
                try find(in: source, at: time, from: .stream, .zero, limit, leastPixels)
            }
        found.start = source.origin
        found.duration = source.duration
        return found
    }

    private func findInFile(
        at time: MediaTime,
        from base: TimeBase,
        _ tolerance: Nanoseconds,
        _ limit: SearchLimit
    ) throws(StillError) -> FoundPicture {
        var brief = try open(.brief, limit)
        if base == .stream, !brief.isOriginKnown { brief = try open(.thorough, limit) }
        return try find(in: brief, at: time, from: base, tolerance, limit)
    }

    private func find(
        in brief: FilePackets,
        at time: MediaTime,
        from base: TimeBase,
        _ tolerance: Nanoseconds,
        _ limit: SearchLimit,
        _ leastPixels: Int32? = nil
    ) throws(StillError) -> FoundPicture {
        let briefly = finder(brief, brief.time(time, from: base), tolerance, limit, leastPixels)
        if let found = try briefly.findByPackets() { return found.counting(from: brief, base) }
        // How many pictures a decoder holds back may be known only after a look at some.
        let source = brief.isProbed ? brief : try open(.thorough, limit)
        let finder = finder(source, source.time(time, from: base), tolerance, limit, leastPixels)
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
        _ limit: SearchLimit,
        _ leastPixels: Int32? = nil
    ) -> PictureFinder {
        PictureFinder(
            source: source,
            time: time,
            tolerance: tolerance,
            limit: limit,
            leastPixels: leastPixels
        )
    }
}

extension Double {
    /// Within 0 and 1; NaN is 0.
    fileprivate var share: Double { self > 0 ? min(self, 1) : 0 }
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

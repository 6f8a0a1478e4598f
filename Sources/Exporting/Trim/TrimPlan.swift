/// Which packets of a movie are kept: from a key picture to the end that is wanted.
///
/// Times are microseconds of the movie's own clock.
struct TrimPlan: Hashable {
    /// When the key picture is shown that the kept part begins with.
    let start: Int64
    /// Nil: to the movie's end.
    let end: Int64?

    struct Packet: Hashable {
        var isVideo: Bool
        /// When it is shown or heard.
        var time: Int64
        /// When it is decoded: never later.
        var decodeTime: Int64
        var duration: Int64
    }

    enum Verdict: Hashable {
        case keep
        /// It lies behind the end. It is kept where one that follows lies before that, which may
        /// refer to it.
        case hold
        case leaveOut
        /// Nothing more of that stream is kept.
        case isOver
    }

    /// What becomes of the next packet of a stream.
    func verdict(on packet: Packet) -> Verdict {
        guard packet.isVideo else {
            if let end, packet.time >= end { return .isOver }
            return packet.time + max(packet.duration, 1) > start ? .keep : .leaveOut
        }
        if let end, packet.time >= end {
            // One that is shown before the end is decoded before it.
            return packet.decodeTime >= end ? .isOver : .hold
        }
        // What is decoded behind the key picture and shown before it refers to what is left out.
        return packet.time >= start ? .keep : .leaveOut
    }
}

/// What a trim comes to: it begins with the key picture at or before what is wanted, and a movie's
/// edit list hides what lies between.
public struct TrimCut: Hashable, Sendable {
    /// Seconds from the movie's start to the key picture.
    public let actualStart: Double
    /// What is in the file and not shown, in milliseconds; zero where the container cannot hide
    /// anything.
    public let hiddenMilliseconds: Int64
    /// How long what is shown lasts, in milliseconds; nil where it is not known.
    public let milliseconds: Int64?
    /// How large the file will be, about.
    public let bytes: Int64

    /// - Parameters:
    ///   - plan: What is kept.
    ///   - origin: What is shown first.
    ///   - first: When the original begins.
    ///   - duration: How long it lasts; nil where that is not known.
    ///   - size: How large it is, in bytes.
    init(
        _ plan: TrimPlan,
        since origin: Int64,
        ofMovieFrom first: Int64,
        lasting duration: Int64?,
        bytes size: Int64
    ) {
        let last = duration.map { first + $0 }
        let end = [plan.end, last].compactMap { $0 }.min()
        actualStart = Double(plan.start - first) / 1_000_000
        hiddenMilliseconds = (origin - plan.start + 500) / 1_000
        milliseconds = end.map { max($0 - origin + 500, 0) / 1_000 }
        var share = 1.0
        if let duration, let end { share = Double(end - plan.start) / Double(max(duration, 1)) }
        // The index of what is kept comes on top.
        let about = Double(size) * min(max(share, 0), 1) + Double(1 << 20)
        bytes = Int64(exactly: about.rounded()) ?? .max
    }
}

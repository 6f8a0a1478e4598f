internal import Decoding
internal import Demuxing
internal import Media
internal import Platform
internal import Presentation

/// The packets kept of a live stream, of one timeline, as a search reads them.
///
/// Thread: bound to the thread that searches.
final class KeptPackets: PacketSource {
    private let contents: PacketHistory.Contents
    private let limit: SearchLimit
    /// In decoding order, from the next one on.
    private var rest: ArraySlice<CodedPacket> = []
    private let packets: [CodedPacket]

    init(_ contents: PacketHistory.Contents, limit: SearchLimit) {
        self.contents = contents
        self.limit = limit
        packets = contents.groups.flatMap { $0.elements }
    }

    /// Pictures that are shown before the newest may still be on their way.
    var isCut: Bool { true }

    var stream: CodedStream { contents.stream }

    /// When the newest picture is shown whose predecessors have all come.
    ///
    /// A packet may be shown only after others that come behind it; none of those
    /// is shown before the newest packet's time of decoding.
    var newestTime: MediaTime? { Self.newestTime(of: packets[...]) }

    /// The same at a moment: where nothing has come for so long that it is a stall, nothing is
    /// waited for that would be shown before the last one.
    func newestTime(at now: MonotonicTime) -> MediaTime? {
        guard silence(at: now) >= StallDetector.shortestStall else { return newestTime }
        return packets.filter(\.facts.isShown).compactMap(\.facts.time).max()
    }

    private static func newestTime(of packets: ArraySlice<CodedPacket>) -> MediaTime? {
        let times = packets.filter(\.facts.isShown).compactMap(\.facts.time)
        guard let horizon = packets.last?.facts.decodeTime else { return times.max() }
        return times.filter { $0 <= horizon }.max() ?? times.min()
    }

    /// When the first picture is shown that is kept; nil where packets say no times.
    var oldestTime: MediaTime? {
        packets.first { $0.facts.isShown && $0.facts.time != nil }?.facts.time
    }

    /// When the newest packet came.
    var newestArrival: MonotonicTime? { packets.last?.arrived }

    /// The time in the stream some time ago.
    ///
    /// - Parameters:
    ///   - back: How long ago; less than zero is zero.
    ///   - now: The present.
    /// - Returns: Later than the newest picture's where that long nothing has come;
    ///   nil where the packets say no times.
    func time(_ back: Nanoseconds, before now: MonotonicTime) -> MediaTime? {
        let back = Self.bounded(back)
        return newestTime.map { caughtUp(($0 + silence(at: now) - back).bounded, at: now - back) }
    }

    /// Less than zero is zero; a moment so long ago is still a number.
    static func bounded(_ back: Nanoseconds) -> Nanoseconds {
        min(max(back, .zero), Nanoseconds(1 << 61))
    }

    /// A time in the stream, unless later pictures had come by the moment it stands for.
    ///
    /// A stream that stood still and has yet to catch up is late: counted back from its
    /// newest picture, a moment has a picture of long before.
    ///
    /// - Parameters:
    ///   - time: As the stream's own time counts.
    ///   - moment: What it stands for.
    /// - Returns: The time of the newest picture that had come, where that is much later.
    func caughtUp(_ time: MediaTime, at moment: MonotonicTime) -> MediaTime {
        let come = packets.prefix { ($0.arrived ?? moment) <= moment }
        guard let newest = Self.newestTime(of: come), newest - time > unevenness else {
            return time
        }
        return newest
    }

    /// By how much a picture is of before a moment that others were to come up to.
    ///
    /// - Parameters:
    ///   - time: When it is shown, by its own packet.
    ///   - moment: Any.
    /// - Returns: How much too old it is; zero for what is usual, and where it is not known.
    func excess(of time: MediaTime, at moment: MonotonicTime) -> Nanoseconds {
        guard let packet = packet(of: time), let arrived = packet.arrived else { return .zero }
        // Where pictures change places, it came before its turn.
        let early = max(.zero, time - (packet.facts.decodeTime ?? time))
        let excess = moment - (arrived + early)
        return excess > unevenness ? excess : .zero
    }

    /// How long no packet has come, once that is no mere pause between two.
    private func silence(at now: MonotonicTime) -> Nanoseconds {
        guard let newestArrival else { return .zero }
        let silence = now - newestArrival
        return silence >= longestPause ? silence : .zero
    }

    /// A pause of so much is usual: packets come unevenly.
    private var longestPause: Nanoseconds {
        guard let interval else { return .zero }
        return max(.milliseconds(150), interval * 3)
    }

    /// By how much a picture may be older than its moment: it is shown for an interval,
    /// and a usual pause is not counted.
    private var unevenness: Nanoseconds { longestPause + (interval ?? .zero) }

    /// Between two packets, on average.
    private var interval: Nanoseconds? {
        guard let newestTime, let oldestTime, packets.count > 1 else { return nil }
        return (newestTime - oldestTime) / Int64(packets.count - 1)
    }

    /// The time, among these packets, of a moment that lies so long before the first of
    /// those that came later.
    ///
    /// - Parameters:
    ///   - time: What is looked for, by the later packets.
    ///   - later: The next timeline's.
    /// - Returns: Later than the newest picture's for a moment between the two; nil
    ///   where the packets say no times.
    func time(_ time: MediaTime, of later: KeptPackets) -> MediaTime? {
        guard let newestTime, let newestArrival, let end = later.newestTime,
            let endArrival = later.newestArrival
        else { return nil }
        return (newestTime + (endArrival - newestArrival) + (time - end)).bounded
    }

    func begin(near time: MediaTime?) throws(StillError) -> Bool {
        let entry = packets.lastIndex { packet in
            guard let time, packet.facts.isKey, let shownAt = packet.facts.time else {
                return false
            }
            return shownAt <= time
        }
        rest = packets[(entry ?? 0)...]
        return entry ?? 0 == 0
    }

    func next() throws(StillError) -> CodedPacket? {
        try limit.check()
        return rest.popFirst()
    }

    func arrival(of time: MediaTime) -> MonotonicTime? { packet(of: time)?.arrived }

    private func packet(of time: MediaTime) -> CodedPacket? {
        packets.last { $0.facts.time == time }
    }
}

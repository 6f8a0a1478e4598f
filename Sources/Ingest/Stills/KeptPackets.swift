internal import Media
internal import Platform

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
    var newestTime: MediaTime? {
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
        let back = min(max(back, .zero), Nanoseconds(1 << 61))
        return newestTime.map { ($0 + silence(at: now) - back).bounded }
    }

    /// How long no packet has come, once that is no mere pause between two.
    private func silence(at now: MonotonicTime) -> Nanoseconds {
        guard let newestArrival else { return .zero }
        let silence = now - newestArrival
        return silence >= longestPause ? silence : .zero
    }

    /// A pause of so much is usual: packets come unevenly.
    private var longestPause: Nanoseconds {
        guard let newestTime, let oldestTime, packets.count > 1 else { return .zero }
        let interval = (newestTime - oldestTime) / Int64(packets.count - 1)
        return max(.milliseconds(150), interval * 3)
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
        try limit.check(at: MonotonicClock.now())
        return rest.popFirst()
    }
}

internal import Media
internal import Platform

/// The packets kept of a live stream, as a search reads them.
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

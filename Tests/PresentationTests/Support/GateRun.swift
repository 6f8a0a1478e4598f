import Media
import Presentation

/// Plays packets through a gate and a decoder that puts them into order.
struct GateRun {
    /// The places of what the gate admitted.
    private(set) var admitted: [Int] = []
    /// The places of all pictures, in the order in which the gate saw them.
    private(set) var places: [Int] = []
    private(set) var leftOutCount = 0
    /// Behind how many packets each picture came out, by its place.
    private(set) var deliveries: [Int: Int] = [:]

    private var gate: RateGate
    private var isEverythingDecoded: Bool
    /// What the decoder holds back, in the order of presentation.
    private var held: [CodedPicture] = []
    private var leftOut: [MediaTime: Int] = [:]
    private let heldCount: Int

    /// - Parameters:
    ///   - packets: In decoding order.
    ///   - isLive: Whether nothing is read ahead, and no picture kept waiting.
    ///   - maximumRate: The cap.
    ///   - leavesOut: False decodes everything.
    init(
        _ packets: [CodedPicture],
        isLive: Bool,
        maximumRate: Hertz? = .thirty,
        leavesOut: Bool = true
    ) {
        gate = RateGate(maximumRate: maximumRate, pacing: isLive ? .live : .file)
        isEverythingDecoded = !leavesOut
        heldCount = Self.reordering(packets)
        var readCount = 0
        for (index, packet) in packets.enumerated() {
            while readCount <= index { read(packets[readCount], &readCount) }
            if leaves(packet, isLive: isLive, packets, &readCount) { continue }
            held.append(packet)
            held.sort { $0.place < $1.place }
            if held.count > heldCount { deliver(held.removeFirst(), after: index) }
        }
        while !held.isEmpty { deliver(held.removeFirst(), after: packets.count) }
        while let picture = gate.nextLeftOut() { pass(picture) }
    }

    /// What the gate admits of the same pictures, all decoded.
    static func admittedWithout(_ packets: [CodedPicture], isLive: Bool) -> [Int] {
        GateRun(packets, isLive: isLive, leavesOut: false).admitted
    }

    /// How many pictures the decoder holds back: the most that are decoded before
    /// another and shown after it.
    private static func reordering(_ packets: [CodedPicture]) -> Int {
        packets.indices.map { index in
            packets[max(0, index - 16)..<index].count { $0.place > packets[index].place }
        }.max() ?? 0
    }

    private mutating func read(_ packet: CodedPicture, _ count: inout Int) {
        gate.read(pts: packet.pts, dts: packet.dts, duration: .zero)
        count += 1
    }

    private mutating func leaves(
        _ packet: CodedPicture,
        isLive: Bool,
        _ packets: [CodedPicture],
        _ readCount: inout Int
    ) -> Bool {
        guard !isEverythingDecoded, !packet.isReferred, let pts = packet.pts else { return false }
        let first = readCount
        while true {
            switch gate.answer(for: pts, atOnce: isLive) {
            case .decode: return false
            case .leaveOut:
                leftOut[pts] = packet.place
                return true
            case .needsPacket:
                guard !isLive, readCount < packets.count, readCount < first + 3 else {
                    return false
                }
                read(packets[readCount], &readCount)
            }
        }
    }

    private mutating func deliver(_ picture: CodedPicture, after index: Int) {
        while let picture = gate.nextLeftOut(before: picture.pts) { pass(picture) }
        deliveries[picture.place] = index
        let sample = sample(picture.pts ?? .zero)
        places.append(picture.place)
        if gate.admits(sample) { admitted.append(picture.place) }
    }

    private mutating func pass(_ picture: RateGate.LeftOut) {
        leftOutCount += 1
        gate.pass(sample(picture.pts))
        places.append(leftOut[picture.pts] ?? -1)
    }

    private func sample(_ pts: MediaTime) -> SampleBuffer {
        SampleBuffer(
            picture: .none,
            format: FormatDescription(pixelFormat: .i420, size: PixelSize(width: 64, height: 48)),
            number: UInt64(places.count),
            pts: pts,
            decoded: MonotonicTime(nanoseconds: pts.nanoseconds)
        )
    }
}

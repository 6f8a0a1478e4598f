/// The bytes of a NAL unit behind its header byte.
typealias NALPayload = RandomAccessCollection<UInt8>

/// The NAL units of an H.264 packet one after the other, without what divides them.
///
/// Thread: reentrant; it allocates nothing.
struct NALUnits<Bytes: RandomAccessCollection>
where Bytes.Element == UInt8, Bytes.Index == Int {
    private let bytes: Bytes
    /// Bytes of a unit's length; nil where start codes divide them.
    private let lengthBytes: Int?
    /// Where the next unit begins, or its length.
    private var position: Int

    /// - Parameters:
    ///   - packet: Its bytes, or the first of them.
    ///   - lengthBytes: 1 to 4; nil for start codes.
    init(_ packet: Bytes, lengthBytes: Int?) {
        bytes = packet
        self.lengthBytes = lengthBytes
        position = packet.startIndex
        if lengthBytes == nil { position = startCode(from: position).end }
    }

    /// The next unit, as much of it as there is; nil at the end.
    mutating func next() -> Bytes.SubSequence? {
        guard let lengthBytes else { return nextByStartCode() }
        guard bytes.endIndex - position >= lengthBytes else { return nil }
        let start = position + lengthBytes
        let length = bytes[position..<start].reduce(0) { $0 << 8 | Int($1) }
        position = start + min(length, bytes.endIndex - start)
        return bytes[start..<position]
    }

    private mutating func nextByStartCode() -> Bytes.SubSequence? {
        guard position < bytes.endIndex else { return nil }
        let next = startCode(from: position)
        defer { position = next.end }
        return bytes[position..<next.start]
    }

    /// The next start code at or behind a place; empty at the end where there is none.
    private func startCode(from place: Int) -> (start: Int, end: Int) {
        var place = place
        while bytes.endIndex - place >= 3 {
            if bytes[place + 2] > 1 {
                place += 3
            } else if bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1 {
                return (place, place + 3)
            } else {
                place += 1
            }
        }
        return (bytes.endIndex, bytes.endIndex)
    }
}

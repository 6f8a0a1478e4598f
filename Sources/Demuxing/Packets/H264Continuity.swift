/// Notices when pictures that others refer to are missing from an H.264 stream.
///
/// libavcodec fills such a gap with a copy of the picture before, and says nothing:
/// what follows looks whole. The stream counts its reference pictures
/// (`frame_num`; ITU-T H.264, sections 7.3.3 and 7.4.3), which tells.
///
/// Thread: reentrant.
package struct H264Continuity {
    /// What of a sequence parameter set it takes to find the count.
    struct Sequence: Hashable {
        var bitsOfCount: Int
        var hasSeparatePlanes: Bool
        /// Whether the encoder leaves pictures out on purpose.
        var allowsGaps: Bool
    }

    private var sequences: [UInt32: Sequence] = [:]
    /// By picture parameter set.
    private var sequenceOfPicture: [UInt32: UInt32] = [:]
    /// Bytes of a NAL unit's length; nil where start codes divide them.
    private let lengthBytes: Int?
    /// Of the last reference picture.
    private var lastCount: UInt32?

    /// - Parameter extradata: The stream's headers, as `avcC` or with start codes; may be empty.
    init(extradata: [UInt8]) {
        if extradata.count > 6, extradata[0] == 1 {
            lengthBytes = Int(extradata[4] & 3) + 1
            readConfiguration(extradata)
        } else {
            lengthBytes = nil
            _ = follows(extradata)
        }
    }

    /// Takes the next packet in decoding order; false where a reference picture is
    /// missing before it.
    ///
    /// What cannot be read is no gap: the decoder will say so. Allocates nothing
    /// but for parameter sets that are new.
    ///
    /// - Parameter packet: Its bytes, up to the first slice's header at least.
    /// - Returns: Whether nothing is missing.
    mutating func follows<Bytes: RandomAccessCollection>(_ packet: Bytes) -> Bool
    where Bytes.Element == UInt8, Bytes.Index == Int {
        var units = NALUnits(packet, lengthBytes: lengthBytes)
        while let unit = units.next() {
            guard let header = unit.first else { continue }
            let payload = unit.dropFirst()
            switch header & 0x1F {
            // All slices of a picture have the same count.
            case 1, 5: return takeSlice(header, payload)
            case 7: takeSequence(payload)
            case 8: takePicture(payload)
            default: break
            }
        }
        return true
    }

    /// The next packet follows no other.
    package mutating func forget() {
        lastCount = nil
    }

    private mutating func takeSlice(_ header: UInt8, _ payload: some NALPayload) -> Bool {
        // The fields up to the count take 16 bytes at most.
        var reader = BitReader(payload.prefix(24))
        guard reader.number() != nil, reader.number() != nil, let picture = reader.number(),
            let sequence = sequenceOfPicture[picture].flatMap({ sequences[$0] }),
            reader.bits(sequence.hasSeparatePlanes ? 2 : 0) != nil,
            let count = reader.bits(sequence.bitsOfCount)
        else { return true }
        let isRefresh = header & 0x1F == 5
        let isReference = header & 0x60 != 0
        defer { if isReference || isRefresh { lastCount = count } }
        guard let lastCount, !isRefresh, !sequence.allowsGaps else { return true }
        let next = (lastCount + 1) & ((1 << UInt32(sequence.bitsOfCount)) - 1)
        // Zero also after an operation that resets the count (`mmco` 5).
        return count == lastCount || count == next || count == 0
    }

    private mutating func takeSequence(_ payload: some NALPayload) {
        var reader = BitReader(payload.prefix(1_024))
        guard let profile = reader.bits(8), reader.bits(16) != nil, let id = reader.number(),
            let sequence = reader.sequence(profile: profile)
        else { return }
        sequences[id] = sequence
    }

    private mutating func takePicture(_ payload: some NALPayload) {
        var reader = BitReader(payload.prefix(16))
        guard let id = reader.number(), let sequence = reader.number() else { return }
        sequenceOfPicture[id] = sequence
    }

    /// The parameter sets of an `avcC` box (ISO/IEC 14496-15, section 5.3.3.1).
    private mutating func readConfiguration(_ bytes: [UInt8]) {
        var position = 5
        for mask: UInt8 in [0x1F, 0xFF] {
            guard position < bytes.count else { return }
            let count = Int(bytes[position] & mask)
            position += 1
            for _ in 0..<count {
                guard position + 2 <= bytes.count else { return }
                let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
                position += 2
                guard length > 0, position + length <= bytes.count else { return }
                let payload = bytes[position + 1..<position + length]
                if mask == 0x1F { takeSequence(payload) } else { takePicture(payload) }
                position += length
            }
        }
    }
}

extension BitReader {
    /// The rest of a sequence parameter set behind its number, up to `gaps_in_frame_num`
    /// (ITU-T H.264, section 7.3.2.1.1).
    fileprivate mutating func sequence(profile: UInt32) -> H264Continuity.Sequence? {
        var hasSeparatePlanes = false
        if [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135].contains(profile) {
            guard let format = number() else { return nil }
            if format == 3 { hasSeparatePlanes = flag() ?? false }
            guard number() != nil, number() != nil, flag() != nil, skipScaling(format: format)
            else { return nil }
        }
        guard let bits = number(), bits <= 12, let order = number(), skipOrder(order),
            number() != nil, let allowsGaps = flag()
        else { return nil }
        return .init(
            bitsOfCount: Int(bits) + 4,
            hasSeparatePlanes: hasSeparatePlanes,
            allowsGaps: allowsGaps
        )
    }

    /// The scaling lists, if there are any; false behind the end.
    private mutating func skipScaling(format: UInt32) -> Bool {
        guard let hasLists = flag() else { return false }
        guard hasLists else { return true }
        for list in 0..<(format == 3 ? 12 : 8) {
            guard let isPresent = flag() else { return false }
            guard isPresent else { continue }
            var next = 8
            for _ in 0..<(list < 6 ? 16 : 64) where next != 0 {
                guard let step = signedNumber() else { return false }
                next = (next + step) & 0xFF
            }
        }
        return true
    }

    /// How the order of output is coded; false behind the end.
    private mutating func skipOrder(_ order: UInt32) -> Bool {
        if order == 0 { return number() != nil }
        guard order == 1 else { return true }
        guard flag() != nil, signedNumber() != nil, signedNumber() != nil, let count = number(),
            count <= 255
        else { return false }
        return (0..<count).allSatisfy { _ in signedNumber() != nil }
    }
}

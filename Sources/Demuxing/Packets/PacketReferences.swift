package import CFFmpeg

/// Tells which packets hold nothing but a picture that no other refers to.
///
/// In doubt one does: a packet that also brings parameters, damaged data, a codec
/// that does not say.
///
/// Thread: reentrant; it allocates nothing.
package struct PacketReferences: Sendable {
    package enum Coding: Sendable {
        /// ITU-T H.264: `nal_ref_idc` of every slice is 0.
        case h264
        /// ITU-T H.265: a sub-layer non-reference picture of the highest sub-layer.
        /// Below it, pictures of higher ones may refer to it.
        case hevc
        /// ISO/IEC 11172-2 and 13818-2: B-pictures.
        case mpeg2
        /// ISO/IEC 14496-2: B-VOPs.
        case mpeg4
        /// Every picture stands alone.
        case independent
        /// As the container marks them.
        case marked
    }

    private let coding: Coding
    /// Bytes of a NAL unit's length; nil where start codes divide them.
    private var lengthBytes: Int?
    /// HEVC's sub-layers besides the lowest; nil as long as no one has said.
    private var highestLayer: UInt8?
    /// Whether the headers were replaced, and nobody knows by what.
    private var isUnknown = false

    /// - Parameters:
    ///   - coding: What the packets hold.
    ///   - extradata: The stream's headers; may be empty.
    package init(_ coding: Coding, extradata: [UInt8]) {
        self.coding = coding
        switch coding {
        case .h264 where extradata.count > 6 && extradata[0] == 1:
            lengthBytes = Int(extradata[4] & 3) + 1
        case .hevc where extradata.count > 22 && extradata[0] == 1:
            // ISO/IEC 14496-15, section 8.3.3.1; zero sub-layers are unknown.
            lengthBytes = Int(extradata[21] & 3) + 1
            let layers = extradata[21] >> 3 & 7
            if layers > 0 { highestLayer = layers - 1 }
        case .hevc: _ = isUnreferencedHEVC(extradata)
        default: break
        }
    }

    /// Takes the next packet in decoding order.
    package mutating func isUnreferenced(_ packet: UnsafePointer<AVPacket>) -> Bool {
        if packet.pointee.side_data_elems > 0, packet.replacesHeaders { isUnknown = true }
        let isMarked = packet.pointee.flags & AV_PKT_FLAG_DISPOSABLE != 0
        return !isUnknown && isUnreferenced(packet.bytes, isMarked: isMarked)
    }

    /// Takes the next packet in decoding order.
    ///
    /// - Parameters:
    ///   - packet: All its bytes.
    ///   - isMarked: Whether the container says that no picture refers to it.
    /// - Returns: Whether none does, for certain.
    mutating func isUnreferenced<Bytes: RandomAccessCollection>(
        _ packet: Bytes,
        isMarked: Bool
    ) -> Bool where Bytes.Element == UInt8, Bytes.Index == Int {
        switch coding {
        case .h264: isUnreferencedH264(packet)
        case .hevc: isUnreferencedHEVC(packet)
        case .mpeg2: isUnreferencedMPEG2(packet)
        case .mpeg4: isUnreferencedMPEG4(packet)
        case .independent: true
        case .marked: isMarked
        }
    }
}

extension PacketReferences {
    private func isUnreferencedH264<Bytes: RandomAccessCollection>(_ packet: Bytes) -> Bool
    where Bytes.Element == UInt8, Bytes.Index == Int {
        var units = NALUnits(packet, lengthBytes: lengthBytes)
        var hasSlice = false
        while let unit = units.next() {
            guard let header = unit.first else { continue }
            switch header & 0x1F {
            case 1:
                guard header & 0x60 == 0 else { return false }
                hasSlice = true
            // Supplemental information, delimiter, filler.
            case 6, 9, 12: continue
            default: return false
            }
        }
        return hasSlice
    }

    private mutating func isUnreferencedHEVC<Bytes: RandomAccessCollection>(
        _ packet: Bytes
    ) -> Bool where Bytes.Element == UInt8, Bytes.Index == Int {
        var units = NALUnits(packet, lengthBytes: lengthBytes)
        var hasSlice = false
        var hasParameters = false
        while let unit = units.next() {
            guard unit.count > 2 else { continue }
            let (first, second) = (unit[unit.startIndex], unit[unit.startIndex + 1])
            let isOtherLayer = first & 1 != 0 || second & 0xF8 != 0
            switch first >> 1 & 0x3F {
            // TRAIL_N, TSA_N, STSA_N, RADL_N, RASL_N
            case 0, 2, 4, 6, 8:
                guard !isOtherLayer, let highestLayer, second & 7 == highestLayer + 1 else {
                    return false
                }
                hasSlice = true
            // A sequence parameter set says how many sub-layers there may be.
            case 33:
                let layers = unit[unit.startIndex + 2] >> 1 & 7
                highestLayer = max(highestLayer ?? 0, layers)
                return false
            // The set before it says so, too.
            case 32: hasParameters = true
            // Delimiter, filler, supplemental information.
            case 35, 38, 39, 40: continue
            default: return false
            }
        }
        return hasSlice && !hasParameters
    }

    private func isUnreferencedMPEG2<Bytes: RandomAccessCollection>(_ packet: Bytes) -> Bool
    where Bytes.Element == UInt8, Bytes.Index == Int {
        var units = NALUnits(packet, lengthBytes: nil)
        var hasPicture = false
        while let unit = units.next() {
            guard let code = unit.first else { continue }
            switch code {
            case 0x00:
                guard unit.count > 2, unit[unit.startIndex + 2] >> 3 & 7 == 3 else { return false }
                hasPicture = true
            // Extension, slices.
            case 0xB5, 0x01...0xAF: continue
            default: return false
            }
        }
        return hasPicture
    }

    private func isUnreferencedMPEG4<Bytes: RandomAccessCollection>(_ packet: Bytes) -> Bool
    where Bytes.Element == UInt8, Bytes.Index == Int {
        var units = NALUnits(packet, lengthBytes: nil)
        // One picture alone: some files pack a reference along with it.
        guard let unit = units.next(), unit.first == 0xB6, unit.count > 1,
            unit[unit.startIndex + 1] >> 6 == 2
        else { return false }
        return units.next() == nil
    }
}

extension UnsafePointer<AVPacket> {
    /// Valid as long as the packet is.
    fileprivate var bytes: UnsafeBufferPointer<UInt8> {
        guard pointee.size > 0, let data = pointee.data else { return .init(start: nil, count: 0) }
        return UnsafeBufferPointer(start: data, count: Int(pointee.size))
    }

    /// Whether the decoder gets new headers along with the packet.
    fileprivate var replacesHeaders: Bool {
        av_packet_get_side_data(self, AV_PKT_DATA_NEW_EXTRADATA, nil) != nil
    }
}

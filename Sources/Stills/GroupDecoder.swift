internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import Media
internal import Platform

/// Decodes one picture of a group of packets, and nothing that it does not need.
///
/// Thread: bound to the thread that searches.
struct GroupDecoder {
    let stream: CodedStream
    let limit: SearchLimit

    /// Decodes the picture of one packet.
    ///
    /// - Parameters:
    ///   - packets: From a key packet on, in decoding order.
    ///   - index: Which one's picture.
    /// - Returns: Nil unless it is certain that the picture is whole: the key
    ///   packet made one, nothing failed, and nothing is known to be missing.
    /// - Throws: `StillError`.
    func decode(_ packets: [CodedPacket], upTo index: Int) throws(StillError) -> DecodedFrame? {
        let needed = packets[...index]
        guard !needed.contains(where: { $0.facts.isDamaged }),
            let decoder = try? stream.makeDecoder(),
            var run = try? Run(key: packets[0].facts, wanted: packets[index])
        else { return nil }
        let skips = stream.marksUnreferenced
        var continuity = stream.makeContinuity()
        for packet in needed {
            if continuity?.follows(packet) == false { return nil }
            try limit.check(at: MonotonicClock.now())
            // Nobody looks at the others, so those alone are decoded that some picture needs.
            decoder.skipUnreferenced(skips && packet !== run.wanted)
            do throws(AVError) {
                try packet.send(to: decoder)
                if try run.takeAll(decoder, stream) { return run.found }
            } catch {
                return nil
            }
        }
        decoder.drain()
        try limit.check(at: MonotonicClock.now())
        return (try? run.takeAll(decoder, stream)) == true ? run.found : nil
    }

    /// What came out of the decoder so far.
    private struct Run {
        let key: PacketFacts
        let wanted: CodedPacket
        private var keyCame: Bool
        private(set) var found: DecodedFrame?
        private let frame: OwnedFrame

        init(key: PacketFacts, wanted: CodedPacket) throws(AVError) {
            frame = try OwnedFrame()
            self.key = key
            self.wanted = wanted
            // A picture that an edit list leaves out does not come out.
            keyCame = !key.isShown
        }

        /// Takes out what the decoder has; true when the wanted picture is there.
        ///
        /// - Throws: `AVError` for a picture that is not whole.
        mutating func takeAll(
            _ decoder: borrowing VideoDecoder,
            _ stream: CodedStream
        ) throws(AVError) -> Bool {
            while case .picture = try decoder.receive(into: frame.pointer) {
                defer { av_frame_unref(frame.pointer) }
                guard let time = stream.time(frame.pointer.pointee.pts), let start = key.time,
                    time >= start
                else { continue }
                guard UnsafePointer(frame.pointer).isWhole else {
                    throw AVError(call: "avcodec_receive_frame", code: .invalidData)
                }
                if time == start, UnsafePointer(frame.pointer).isEntry { keyCame = true }
                guard keyCame, time == wanted.facts.time else { continue }
                found = try DecodedFrame(moving: frame.pointer, arrived: wanted.arrived)
                return true
            }
            return false
        }
    }
}

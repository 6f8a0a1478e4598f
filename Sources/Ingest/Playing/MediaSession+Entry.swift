internal import CFFmpeg
internal import Decoding
internal import Demuxing

extension MediaSession {
    /// What is done about the first picture, which the decoder would hold back.
    struct Entry {
        enum Turn {
            /// It comes in its own turn.
            case own
            /// The next packet is the first picture's.
            case next
            /// It was delivered; its packet is decoded again for those behind it.
            case again
        }

        var turn = Turn.own
        /// The time of a first picture that was delivered before its turn.
        var delivered: Int64?
    }

    /// Delivers the first picture as soon as it is decoded, where the packets tell
    /// that it is the first to be shown, and the decoder would hold it back.
    ///
    /// For a session at its start.
    ///
    ///     packet 0 ─► decoder, drained ─► picture 0
    ///     packet 0 ─► decoder ◄─ 1 ◄─ 2 … ─► 0 (left out), 2, 1 …
    ///
    /// Where pictures change places, a decoder gives out the first one behind those
    /// that might come before it: with two B pictures it has decoded three. One
    /// that is told of the end after one packet gives it out at once. Those
    /// behind refer to it, so that the packet is decoded once more.
    func hurry() {
        if holdsEntryBack() { entry.turn = .next }
    }

    /// Whether the picture of the packet to be decoded next is certain to be the
    /// first that is shown, although a decoder holds it back.
    ///
    /// No packet is shown before it is decoded, and the times of decoding rise: so
    /// only packets up to the first whose decoding time is this one's presentation
    /// time, or later, could be shown before it. They are read ahead.
    func holdsEntryBack() -> Bool {
        guard let first = packetAhead(0), first.isKey, first.isShown, !first.isDamaged,
            let decoded = first.decodeTime, let shown = first.time, decoded < shown
        else { return false }
        for index in 1..<PacketQueue.capacity {
            guard let next = packetAhead(index), let time = next.time, time > shown,
                let nextDecoded = next.decodeTime
            else { return false }
            if nextDecoded >= shown { return true }
        }
        return false
    }

    /// Nil at the end and after a failure.
    private func packetAhead(_ index: Int) -> PacketFacts? {
        while packets.count <= index {
            guard readPacket() else { return nil }
        }
        return PacketFacts(packets[index], of: stream)
    }

    /// Decodes the packet alone, and delivers its picture if that is whole.
    func deliversEntry(_ packet: UnsafePointer<AVPacket>) -> Bool {
        entry.turn = .again
        defer { decoding.decoder.flush() }
        do throws(AVError) {
            try decoding.decoder.send(packet)
            try decoding.decoder.drain()
            guard case .picture = try decoding.decoder.receive(into: frame) else { return false }
        } catch {
            // It is met again, and counted, when the packet is.
            return false
        }
        guard UnsafePointer(frame).isWhole else {
            av_frame_unref(frame)
            return false
        }
        entry.delivered = frame.pointee.pts
        (isPictureDamaged, isPictureApproximate) = (false, false)
        return true
    }

    /// Whether the decoder's first picture was delivered before; it is left out then.
    func isDeliveredEntry() -> Bool {
        guard let time = entry.delivered.take(), time == frame.pointee.pts else { return false }
        av_frame_unref(frame)
        return true
    }
}

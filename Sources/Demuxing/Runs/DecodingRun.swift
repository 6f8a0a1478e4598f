package import CFFmpeg
package import Decoding
internal import Media

/// A decoder at work on a stretch of a stream, and what is known of its pictures: the same
/// for what is played, searched in a file, or looked for in what is kept of a live stream.
///
///     packet ─► note ─► decode ─► receive ─► picture
///                 └── damage, exactness ──────┴─► whole? as the codec asks for?
///
/// Thread: bound to the thread that made it.
package struct DecodingRun: ~Copyable {
    package let stream: CodedStream
    package private(set) var decoder: VideoDecoder
    package var damage: DamageWatch
    private var exactness = Exactness()
    /// Tells of missing packets; nil for codecs that do not count them.
    private var numbering: H264Continuity?
    /// The picture that `receive` took; its taker leaves it empty.
    package let frame: UnsafeMutablePointer<AVFrame>

    /// - Throws: `AVError` without memory.
    package init(
        _ stream: CodedStream,
        decoder: consuming VideoDecoder,
        damage: DamageWatch
    ) throws(AVError) {
        frame = try FrameStorage.allocate()
        self.stream = stream
        self.decoder = decoder
        self.damage = damage
        numbering = stream.makeContinuity()
    }

    deinit {
        FrameStorage.free(frame)
    }

    /// Takes the packet that is decoded next, or left out.
    ///
    /// - Parameters:
    ///   - packet: In decoding order.
    ///   - facts: What it says of itself.
    /// - Returns: That, and whether a picture is missing before it.
    @discardableResult
    package mutating func note(_ packet: UnsafePointer<AVPacket>, _ facts: PacketFacts)
        -> PacketFacts
    {
        var facts = facts
        facts.followsGap = numbering?.follows(packet.headers) == false
        exactness.send(facts.time, isKey: facts.isKey)
        damage.send(facts)
        return facts
    }

    /// Gives the decoder a packet, after `receive` said `needsInput`.
    ///
    /// - Throws: `AVError` for corrupt input; the packet is used up.
    package mutating func decode(_ packet: UnsafePointer<AVPacket>) throws(AVError) {
        do throws(AVError) { try decoder.send(packet) } catch {
            damage.fail()
            throw error
        }
    }

    /// Takes the next picture into `frame`, to be judged.
    ///
    /// - Throws: `AVError` for corrupt input.
    package mutating func receive() throws(AVError) -> VideoDecoder.Output {
        do throws(AVError) { return try decoder.receive(into: frame) } catch {
            damage.fail()
            throw error
        }
    }

    /// Says that no packet follows: `receive` gives out what is held back.
    ///
    /// - Throws: `AVError` for corrupt input that a thread of the decoder had begun with.
    package mutating func drain() throws(AVError) {
        do throws(AVError) { try decoder.drain() } catch {
            damage.fail()
            throw error
        }
    }

    /// Whether the picture in `frame` is damaged. To be asked once of each.
    package mutating func isDamaged() -> Bool {
        damage.isDamaged(UnsafePointer(frame).coded(in: stream))
    }

    /// Whether the picture in `frame` may differ from what its codec asks for; likewise.
    package mutating func isApproximate() -> Bool {
        exactness.isApproximate(
            stream.time(frame.pointee.pts),
            isEntry: UnsafePointer(frame).isEntry
        )
    }

    /// Saves work at the expense of exactness, or no longer does, from the next packet on.
    package mutating func decode(fast: Bool) {
        guard fast != exactness.isFast else { return }
        exactness.decode(fast: fast)
        decoder.skipLoopFilter(fast)
    }

    /// Goes on with another decoder.
    package mutating func replaceDecoder(_ other: consuming VideoDecoder) {
        other.skipLoopFilter(exactness.isFast)
        decoder = other
    }

    /// What follows bears no relation to what was before.
    package mutating func flush(isJoining: Bool) {
        decoder.flush()
        exactness.flush()
        numbering?.forget()
        damage = DamageWatch(isJoined: isJoining)
    }
}

extension UnsafePointer<AVFrame> {
    /// Whether the decoder knows of nothing that is missing or made up.
    package var isWhole: Bool {
        pointee.flags & AV_FRAME_FLAG_CORRUPT == 0 && pointee.decode_error_flags == 0
    }

    /// Whether decoding can begin here: a key picture in itself, not one of
    /// several that refresh the picture bit by bit.
    package var isEntry: Bool {
        let type = pointee.pict_type
        return isKey && (type == AV_PICTURE_TYPE_I || type == AV_PICTURE_TYPE_NONE)
    }

    /// Whether the stream marks it as one to begin with, whole or bit by bit.
    private var isKey: Bool { cffmpeg_frame_is_key(self) != 0 }

    /// What the decoder says of the picture.
    package func coded(in stream: CodedStream) -> DamageWatch.Picture {
        DamageWatch.Picture(
            time: stream.time(pointee.pts),
            isWhole: isWhole,
            role: isEntry ? .entry : isKey ? .refresh : .other
        )
    }
}

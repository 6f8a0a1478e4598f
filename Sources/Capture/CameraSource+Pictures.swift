internal import Addressing
internal import CFFmpeg
internal import Decoding
internal import Media
internal import Platform
internal import Streams

extension CameraSource {
    /// Publishes a raw picture: the buffer itself while the camera has enough
    /// others, else a copy.
    func takeRaw(
        _ buffer: CapturedBuffer,
        _ format: FormatDescription,
        of session: CameraSession
    ) {
        let source = session.components[buffer.index]
        let digests = shared.configuration.digests
        var sample = sample(format, countReceived(), capturedAt: buffer.timestamp)
        sample.digest = digests ? PictureDigest(packing: source, format: format) : nil
        if publisher.leavesOut(sample) {
            session.giveBack(buffer.index)
        } else if session.mayLend {
            guard publisher.place(&sample) else { return session.giveBack(buffer.index) }
            storage.lend(buffer.index, of: session, slot: Int(sample.picture.rawValue))
            let bytes = session.buffers.buffers[buffer.index].bytes
            publisher.publish(sample, components: source, bytes: bytes)
        } else {
            let copy = copier.copy(source, format)
            session.giveBack(buffer.index)
            guard let copy else { return publisher.countDropped(.format) }
            guard publisher.place(&sample) else { return }
            publisher.publish(sample, moving: copy, into: storage.frames)
        }
        continuity.published(format)
    }

    /// Decodes a picture and publishes it; the buffer is free at once.
    ///
    /// - Returns: False when the buffer holds no picture that can be decoded.
    func takeJPEG(_ buffer: CapturedBuffer, of session: CameraSession) -> Bool {
        guard let decoder else { return false }
        if leavesOutUndecoded(buffer) {
            session.giveBack(buffer.index)
            return true
        }
        let memory = session.buffers.buffers[buffer.index]
        let isDecoded = decoder.decode(memory.start, bytes: min(buffer.bytesUsed, memory.bytes))
        session.giveBack(buffer.index)
        guard isDecoded else {
            countCorrupt()
            return false
        }
        defer { av_frame_unref(decoder.frame) }
        publishDecoded(decoder.frame, capturedAt: buffer.timestamp)
        return true
    }

    /// Whether the buffer's picture is dropped for its rate, as one like the last.
    private func leavesOutUndecoded(_ buffer: CapturedBuffer) -> Bool {
        guard let lastFormat = continuity.lastFormat, !isDiscontinuous else { return false }
        let before = timestamps
        let sample = sample(lastFormat, publisher.number, capturedAt: buffer.timestamp)
        guard publisher.leavesOutUndecoded(sample) else {
            timestamps = before
            return false
        }
        continuity.pictureOrPacketCame(at: MonotonicClock.now())
        return true
    }

    private func publishDecoded(
        _ frame: UnsafeMutablePointer<AVFrame>,
        capturedAt captured: MonotonicTime?
    ) {
        let number = countReceived()
        let format =
            FrameFormat.size(of: frame).isShown
            ? FrameFormat.shown(frame, fallback: ContainerFormat()) : nil
        guard let format else { return publisher.countDropped(.format) }
        let sample = sample(format, number, capturedAt: captured)
        if pictures.publish(frame, sample) { continuity.published(format) }
    }

    private func countReceived() -> UInt64 {
        continuity.pictureOrPacketCame(at: MonotonicClock.now())
        return publisher.countReceived()
    }

    /// A picture without a slot.
    private func sample(
        _ format: FormatDescription,
        _ number: UInt64,
        capturedAt captured: MonotonicTime?
    ) -> SampleBuffer {
        let now = MonotonicClock.now()
        let stamp = timestamps.next(
            MediaTime(nanoseconds: (captured ?? now).nanoseconds),
            duration: .zero
        )
        defer { isDiscontinuous = false }
        return SampleBuffer(
            picture: .none,
            format: format,
            number: number,
            pts: stamp.pts,
            duration: stamp.duration,
            attachments: isDiscontinuous || stamp.isDiscontinuous ? .discontinuity : [],
            decoded: now
        )
    }
}

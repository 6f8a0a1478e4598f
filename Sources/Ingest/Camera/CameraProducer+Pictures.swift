internal import CFFmpeg
internal import FrameTransport
internal import Media
internal import Platform

extension CameraProducer {
    /// Publishes a raw picture: the buffer itself while the camera has enough
    /// others, else a copy.
    func takeRaw(
        _ buffer: CapturedBuffer,
        _ format: FormatDescription,
        of session: CameraSession
    ) {
        let now = MonotonicClock.now()
        let number = countReceived(at: now)
        guard let slot = publisher.acquireSlot() else {
            session.giveBack(buffer.index)
            return publisher.countDropped(shared.controls.isStopped ? .flush : .overflow)
        }
        let source = session.components[buffer.index]
        let digests = shared.configuration.digests
        let sample = sample(
            slot,
            format,
            number,
            buffer.timestamp ?? now,
            digest: digests ? PictureDigest(packing: source, format: format) : nil
        )
        if session.mayLend {
            storage.lend(buffer.index, of: session, slot: Int(slot.rawValue))
            let bytes = session.buffers.buffers[buffer.index].bytes
            publisher.publish(sample, components: source, bytes: bytes)
        } else {
            let copy = copier.copy(source, format)
            session.giveBack(buffer.index)
            guard let copy else {
                publisher.abandon(slot)
                return publisher.countDropped(.format)
            }
            publish(sample, copy)
        }
        published(sample)
    }

    /// Decodes a picture and publishes it; the buffer is free at once.
    ///
    /// - Returns: False when the buffer holds no picture that can be decoded.
    func takeJPEG(_ buffer: CapturedBuffer, of session: CameraSession) -> Bool {
        guard let decoder else { return false }
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

    private func publishDecoded(
        _ frame: UnsafeMutablePointer<AVFrame>,
        capturedAt captured: MonotonicTime?
    ) {
        let now = MonotonicClock.now()
        let number = countReceived(at: now)
        let digests = shared.configuration.digests
        let digest = digests ? PictureDigest(packing: UnsafePointer(frame)) : nil
        let format =
            FrameFormat.size(of: frame).isShown
            ? converter.makeShown(
                frame,
                fallback: ContainerFormat(),
                board: shared.board
            ) : nil
        guard let format else { return publisher.countDropped(.format) }
        guard let slot = publisher.acquireSlot() else {
            return publisher.countDropped(shared.controls.isStopped ? .flush : .overflow)
        }
        let sample = sample(slot, format, number, captured ?? now, digest: digest)
        publish(sample, frame)
        published(sample)
    }

    private func countReceived(at now: MonotonicTime) -> UInt64 {
        defer { publisher.countReceived() }
        continuity.pictureOrPacketCame(at: now)
        return publisher.number
    }

    private func sample(
        _ slot: PictureID,
        _ format: FormatDescription,
        _ number: UInt64,
        _ captured: MonotonicTime,
        digest: PictureDigest?
    ) -> SampleBuffer {
        let stamp = timestamps.next(
            MediaTime(nanoseconds: captured.nanoseconds),
            duration: .zero
        )
        defer { isDiscontinuous = false }
        return SampleBuffer(
            picture: slot,
            format: format,
            number: number,
            pts: stamp.pts,
            duration: stamp.duration,
            attachments: isDiscontinuous || stamp.isDiscontinuous ? .discontinuity : [],
            decoded: MonotonicClock.now(),
            digest: digest
        )
    }

    private func publish(_ sample: SampleBuffer, _ frame: UnsafeMutablePointer<AVFrame>) {
        let kept = UnsafePointer(storage.frames.take(frame, slot: Int(sample.picture.rawValue)))
        publisher.publish(sample, components: kept.components, bytes: kept.bufferBytes)
    }

    private func published(_ sample: SampleBuffer) {
        if lastFormat != sample.format {
            lastFormat = sample.format
            shared.board.setFormat(sample.format)
        }
        continuity.published(sample.format)
    }
}

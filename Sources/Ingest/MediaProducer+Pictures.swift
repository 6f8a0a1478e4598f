internal import CFFmpeg
internal import FrameTransport
internal import Media
internal import Platform
internal import Presentation

extension MediaProducer {
    /// Counts, converts, stamps and publishes the session's picture, or drops it with a reason.
    ///
    /// - Throws: `SourceError` when a connection begins with a picture that is too large.
    func take(_ session: MediaSession) throws(SourceError) {
        let now = MonotonicClock.now()
        defer { av_frame_unref(session.frame) }
        publishLeftOut(before: session)
        let number = publisher.number
        publisher.countReceived()
        if !session.isLeftOver { continuity.pictureOrPacketCame(at: now) }
        let size = FrameFormat.size(of: session.frame)
        guard size.isShown else { return try reject(size) }
        // Of the picture as it was decoded, whatever it is shown as.
        let digest = shared.configuration.digests ? PictureDigest(packing: session.frame) : nil
        let format = converter.makeShown(
            session.frame,
            fallback: session.containerFormat,
            board: shared.board
        )
        guard let format else { return publisher.countDropped(.format) }
        let stamp = stamp(session)
        guard let slot = publisher.acquireSlot() else {
            return publisher.countDropped(shared.controls.isStopped ? .flush : .overflow)
        }
        let frame = UnsafePointer(storage.take(session.frame, slot: Int(slot.rawValue)))
        let sample = SampleBuffer(
            picture: slot,
            format: format,
            number: number,
            pts: stamp.pts,
            duration: stamp.duration,
            attachments: attachments(of: session, stamp),
            decoded: session.pictureArrived ?? now,
            digest: digest
        )
        isDiscontinuous = false
        isShownAtOnce = false
        publisher.publish(sample, components: frame.components, bytes: frame.bufferBytes)
        omission?.publish(sample)
        published(sample, isNews: !session.isLeftOver)
    }

    /// Publishes the pictures left out that come before the session's.
    private func publishLeftOut(before session: MediaSession) {
        guard let omission else { return }
        let time = session.time(session.frame.pointee.best_effort_timestamp)
        while let picture = omission.next(before: time) { publish(picture) }
    }

    /// Publishes the pictures left out behind the last one.
    func publishLeftOut() {
        while let picture = omission?.next() { publish(picture) }
    }

    /// Publishes a picture that was left out: a place in the order of pictures,
    /// without pixels. It is counted, stamped and limited as any other.
    private func publish(_ picture: RateForecast.LeftOut) {
        let number = publisher.number
        publisher.countReceived()
        guard let lastFormat, let slot = publisher.acquireSlot() else {
            return publisher.countDropped(.rate)
        }
        let stamp = timestamps.next(picture.pts, duration: picture.duration)
        let sample = SampleBuffer(
            picture: slot,
            format: lastFormat,
            number: number,
            pts: stamp.pts,
            duration: stamp.duration,
            attachments: .undecoded,
            decoded: MonotonicClock.now()
        )
        publisher.publish(sample, components: PictureComponents(), bytes: 0)
        pass.pictures += 1
        omission?.publish(sample)
    }

    /// Tells of the first picture of a connection, and of every new format.
    private func published(_ sample: SampleBuffer, isNews: Bool) {
        resumePosition = sample.pts
        pass.pictures += 1
        succeeded(at: sample.decoded)
        // A file's thread has waited for room since the picture was decoded:
        // that is the consumer's time, and no stall.
        if !shared.isLive { continuity.waitedForConsumer() }
        if lastFormat != sample.format {
            lastFormat = sample.format
            shared.board.setFormat(sample.format)
        }
        if isNews { continuity.published(sample.format) }
    }

    private func attachments(
        of session: MediaSession,
        _ stamp: TimestampRepair.Result
    ) -> SampleBuffer.Attachments {
        var attachments: SampleBuffer.Attachments = []
        if isDiscontinuous || stamp.isDiscontinuous { attachments.insert(.discontinuity) }
        if isShownAtOnce { attachments.insert(.displayImmediately) }
        if session.isPictureDamaged { attachments.insert(.damaged) }
        if session.isPictureApproximate { attachments.insert(.approximate) }
        return attachments
    }

    private func stamp(_ session: MediaSession) -> TimestampRepair.Result {
        let duration = session.time(max(0, cffmpeg_frame_duration(session.frame))) ?? .zero
        return timestamps.next(
            session.time(session.frame.pointee.best_effort_timestamp),
            duration: max(duration - .zero, .zero)
        )
    }

    /// Drops a picture that is too large, and says so once: smaller ones may follow.
    private func reject(_ size: PixelSize) throws(SourceError) {
        publisher.countDropped(.format)
        let error = SourceError.tooLarge(shared.address, size)
        guard continuity.hasPicture else { throw error }
        guard rejectedSize != size else { return }
        rejectedSize = size
        shared.enter(.playing, error)
    }
}

extension PixelSize {
    /// Whether pictures of this size are shown: up to 8192x8192.
    var isShown: Bool { !isEmpty && width <= 8192 && height <= 8192 }
}

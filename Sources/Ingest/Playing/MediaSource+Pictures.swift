internal import Addressing
internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import Media
internal import Platform
internal import Presentation
internal import Streams

extension MediaSource {
    /// Counts, converts, stamps and publishes the session's picture, or drops it with a reason.
    ///
    /// - Throws: `SourceError` when a connection begins with a picture that is too large.
    func take(_ session: MediaSession) throws(SourceError) {
        let now = MonotonicClock.now()
        defer { av_frame_unref(session.frame) }
        countLeftOut(before: session)
        let number = publisher.countReceived()
        if !session.isLeftOver { continuity.pictureOrPacketCame(at: now) }
        let size = FrameFormat.size(of: session.frame)
        guard size.isShown else { return try reject(size) }
        guard let format = FrameFormat.shown(session.frame, fallback: session.containerFormat)
        else { return publisher.countDropped(.format) }
        deliver(
            session.frame,
            sample(of: session, format, number, now),
            isNews: !session.isLeftOver
        )
    }

    /// Publishes a picture, or drops it, which is counted.
    ///
    /// - Parameters:
    ///   - frame: Its pixels are taken, or stay.
    ///   - sample: What it is.
    ///   - isNews: False for one that was held back, and tells nothing about the present.
    func deliver(_ frame: UnsafeMutablePointer<AVFrame>, _ sample: SampleBuffer, isNews: Bool) {
        guard pictures.publish(frame, sample) else { return }
        resumePosition = sample.pts
        pass.pictures += 1
        succeeded(at: sample.decoded)
        // A file's thread has waited for room since the picture was decoded:
        // that is the consumer's time, and no stall.
        if !shared.isLive { continuity.waitedForConsumer() }
        continuity.published(sample.format, isNews: isNews)
    }

    /// The session's picture, which has no slot yet.
    func sample(
        of session: MediaSession,
        _ format: FormatDescription,
        _ number: UInt64,
        _ now: MonotonicTime
    ) -> SampleBuffer {
        let stamp = stamp(session)
        defer { (isDiscontinuous, isShownAtOnce, isRepeat) = (false, false, false) }
        return SampleBuffer(
            picture: .none,
            format: format,
            number: number,
            pts: stamp.pts,
            duration: stamp.duration,
            attachments: attachments(of: session, stamp),
            decoded: session.pictureArrived ?? now
        )
    }

    /// Counts the pictures left out that come before the session's.
    private func countLeftOut(before session: MediaSession) {
        let time = session.time(session.frame.pointee.best_effort_timestamp)
        while let picture = publisher.gate.nextLeftOut(before: time) { count(picture) }
    }

    /// Counts the pictures left out behind the last one.
    func countLeftOut() {
        while let picture = publisher.gate.nextLeftOut() { count(picture) }
    }

    /// Counts a picture that was left out before it was decoded, in its place in the order
    /// of pictures. It is stamped as any other.
    private func count(_ picture: RateGate.LeftOut) {
        let number = publisher.countReceived()
        guard let lastFormat = continuity.lastFormat else { return publisher.countDropped(.rate) }
        let stamp = timestamps.next(picture.pts, duration: picture.duration)
        publisher.leaveOut(
            SampleBuffer(
                picture: .none,
                format: lastFormat,
                number: number,
                pts: stamp.pts,
                duration: stamp.duration,
                decoded: MonotonicClock.now()
            )
        )
        pass.pictures += 1
    }

    private func attachments(
        of session: MediaSession,
        _ stamp: TimestampRepair.Result
    ) -> SampleBuffer.Attachments {
        var attachments: SampleBuffer.Attachments = []
        if isDiscontinuous || stamp.isDiscontinuous { attachments.insert(.discontinuity) }
        if isShownAtOnce { attachments.insert(.displayImmediately) }
        if isRepeat { attachments.insert(.loop) }
        if session.isPictureDamaged { attachments.insert(.damaged) }
        if session.isPictureApproximate { attachments.insert(.approximate) }
        return attachments
    }

    private func stamp(_ session: MediaSession) -> TimestampRepair.Result {
        let duration = session.time(max(0, cffmpeg_frame_duration(session.frame))) ?? .zero
        let still = session.isStill ? shared.configuration.stillDuration : nil
        return timestamps.next(
            session.time(session.frame.pointee.best_effort_timestamp),
            duration: still ?? max(duration - .zero, .zero)
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

internal import Addressing
internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import Media
internal import Platform
internal import Presentation
internal import Streams

/// A way to the picture of a time: from a key picture before it, every picture is decoded
/// and dropped but the last one up to the time.
final class Seeking {
    /// From the stream's start, which another connection may have elsewhere.
    private let position: MediaTime
    fileprivate var policy: SeekPolicy
    /// The last picture up to the time so far.
    fileprivate let frame: OwnedFrame
    /// What it is; nil before the first.
    fileprivate var sample: SampleBuffer?

    fileprivate init(to position: MediaTime, from start: MediaTime) throws(AVError) {
        self.position = position
        policy = SeekPolicy(target: start + (position - .zero))
        frame = try OwnedFrame()
    }

    /// Begins again on another connection.
    fileprivate func restart(from start: MediaTime) {
        policy = SeekPolicy(target: start + (position - .zero))
    }

    /// Nothing is left but to decode everything.
    fileprivate func goToBeginning() {
        while !policy.isFromBeginning { _ = policy.nextStart() }
    }

    /// Takes a picture in the place of the one kept.
    ///
    /// - Returns: Whether there was one.
    fileprivate func keep(
        _ picture: UnsafeMutablePointer<AVFrame>,
        _ sample: SampleBuffer
    ) -> Bool {
        av_frame_unref(frame.pointer)
        av_frame_move_ref(frame.pointer, picture)
        defer { self.sample = sample }
        return self.sample != nil
    }
}

extension MediaSource {
    func seek(to position: MediaTime) throws(SourceError) -> SourceStep {
        guard let session else { return .openAgain }
        // The way from the beginning is too long for what nobody has seen anything of.
        if publisher.number == 0, !session.isSeekable { return .goOn }
        dropKept()
        // The pictures behind it are no news, and are decoded although nobody may watch.
        continuity.resumed(frameInterval: session.description.frameRate?.interval)
        do throws(AVError) {
            let seeking = try Seeking(to: position, from: session.startTime)
            self.seeking = seeking
            return begin(seeking, session)
        } catch {
            throw .opening(shared.address, error, .failed)
        }
    }

    /// Drops what was kept for a seek that begins anew, or is over.
    func dropKept() {
        if seeking?.sample.take() != nil { publisher.countDropped(.flush) }
    }

    /// Goes on with the seek of a connection that was lost, or that could not go back. The
    /// new one is at its start.
    func resumeSeek(_ session: MediaSession) {
        guard let seeking else { return }
        let isFromBeginning = seeking.policy.isFromBeginning
        seeking.restart(from: session.startTime)
        if isFromBeginning || !goes(session, for: seeking) { seeking.goToBeginning() }
    }

    /// Looks whether the session's picture, or the one before it, is the one that is sought.
    func look(at session: MediaSession, for seeking: Seeking) -> SourceStep {
        let now = MonotonicClock.now()
        defer { av_frame_unref(session.frame) }
        let number = publisher.countReceived()
        continuity.pictureOrPacketCame(at: now)
        guard FrameFormat.size(of: session.frame).isShown,
            let format = FrameFormat.shown(session.frame, fallback: session.containerFormat)
        else {
            publisher.countDropped(.format)
            return .goOn
        }
        let sample = sample(of: session, format, number, now)
        // Where pictures bear no times they are counted, from the beginning.
        let time =
            session.time(session.frame.pointee.best_effort_timestamp)
            ?? (seeking.policy.isFromBeginning ? sample.pts : nil)
        switch seeking.policy.came(pts: time, isWhole: !session.isPictureDamaged) {
        case .hold:
            if seeking.keep(session.frame, sample) { publisher.countDropped(.flush) }
        case .answered:
            finishSeek()
            deliver(session.frame, sample, isNews: true)
        case .further:
            publisher.countDropped(.flush)
            return begin(seeking, session)
        }
        return .goOn
    }

    /// No further picture comes: the one kept is the one that is sought, or it lies before
    /// where the way began.
    ///
    /// - Returns: What to do instead of ending; nil: nothing.
    func endSeek(_ session: MediaSession, _ seeking: Seeking) -> SourceStep? {
        guard !seeking.policy.ended(), !seeking.policy.isFromBeginning else {
            finishSeek()
            return nil
        }
        return begin(seeking, session)
    }

    /// Begins at the next place before the time.
    private func begin(_ seeking: Seeking, _ session: MediaSession) -> SourceStep {
        dropKept()
        if goes(session, for: seeking) { return .goOn }
        // From the beginning of a source that is opened anew.
        seeking.goToBeginning()
        isRepeating = true
        return .openAgain
    }

    /// Whether the session went to the next place before the time.
    private func goes(_ session: MediaSession, for seeking: Seeking) -> Bool {
        begin(session, isResumed: true)
        gate.allow(shared.configuration.boundedTimeout)
        do throws(AVError) {
            switch seeking.policy.nextStart() {
            case .at(let time): try session.join(at: time)
            case .beginning: try session.seek(to: nil)
            }
            return true
        } catch {
            return false
        }
    }

    /// Shows what was sought.
    private func finishSeek() {
        guard let seeking = seeking.take(), var sample = seeking.sample else { return }
        sample.attachments.formUnion([.discontinuity, .displayImmediately])
        deliver(seeking.frame.pointer, sample, isNews: true)
    }
}

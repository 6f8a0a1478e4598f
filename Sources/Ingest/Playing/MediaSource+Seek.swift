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
    var policy: SeekPolicy
    /// The last picture up to the time so far.
    fileprivate let frame: OwnedFrame
    /// What it is; nil before the first.
    fileprivate var sample: SampleBuffer?

    fileprivate init(to target: MediaTime) throws(AVError) {
        policy = SeekPolicy(target: target)
        frame = try OwnedFrame()
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
        giveUpSeek()
        // The pictures behind it are no news, and are decoded although nobody may watch.
        continuity.resumed(frameInterval: session.description.frameRate?.interval)
        do throws(AVError) {
            seeking = try Seeking(to: session.startTime + (position - .zero))
        } catch {
            throw .opening(shared.address, error, .failed)
        }
        return beginSeek(session)
    }

    /// Drops what was kept for a seek that goes no further.
    func giveUpSeek() {
        if seeking.take()?.sample != nil { publisher.countDropped(.flush) }
    }

    /// Looks whether the session's picture, or the one before it, is the one that is sought.
    func look(at session: MediaSession, for seeking: Seeking) -> SourceStep {
        defer { av_frame_unref(session.frame) }
        let number = publisher.countReceived()
        guard FrameFormat.size(of: session.frame).isShown,
            let format = FrameFormat.shown(session.frame, fallback: session.containerFormat)
        else {
            publisher.countDropped(.format)
            return .goOn
        }
        let sample = sample(of: session, format, number, MonotonicClock.now())
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
            return beginSeek(session)
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
        return beginSeek(session)
    }

    /// Begins at the next place before the time.
    private func beginSeek(_ session: MediaSession) -> SourceStep {
        guard let seeking else { return .goOn }
        if seeking.sample.take() != nil { publisher.countDropped(.flush) }
        begin(session, isResumed: true)
        gate.allow(shared.configuration.boundedTimeout)
        do throws(AVError) {
            switch seeking.policy.nextStart() {
            case .at(let time): try session.join(at: time)
            case .beginning: try session.seek(to: nil)
            }
            return .goOn
        } catch {
            // From the beginning of a source that is opened anew.
            while !seeking.policy.isFromBeginning { _ = seeking.policy.nextStart() }
            isRepeating = true
            return .openAgain
        }
    }

    /// Shows what was sought.
    private func finishSeek() {
        guard let seeking = seeking.take(), var sample = seeking.sample else { return }
        sample.attachments.formUnion([.discontinuity, .displayImmediately])
        deliver(seeking.frame.pointer, sample, isNews: true)
    }
}

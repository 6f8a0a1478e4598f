internal import FrameTransport
internal import Media
internal import Platform
internal import Presentation

/// Ends, and what begins again behind them.
extension MediaProducer {
    /// What follows the last picture: the first one again (nil), the end, or a loss.
    func reachedEnd(of session: MediaSession) throws(SourceError) -> Outcome? {
        let address = shared.address
        // libavformat takes a playlist that it cannot read for the end.
        if let refusal = gate.playlists.refusal { throw .playlist(address, refusal) }
        if session.needsRanges, !continuity.hasPicture { throw .needsRanges(address) }
        if address.isNetwork, !isAtEnd(session) { throw .closed(address) }
        guard continuity.hasPicture || pass.isResumed else { throw noPicture(of: session) }
        resumePosition = nil
        guard shared.configuration.loop else { return .ended }
        switch LoopPolicy.verdict(after: pass) {
        case .again: break
        case .againLater:
            guard pause() else { return .stopped }
        case .still: return awaitOtherPicture()
        case .loss: throw noPicture(of: session)
        }
        shared.board.loops.add()
        if file?.hasChanged == true { return .replaced }
        return rewind(session)
    }

    /// Nil where that worked.
    private func rewind(_ session: MediaSession) -> Outcome? {
        begin(session, isResumed: false)
        do throws(AVError) {
            gate.allow(shared.configuration.boundedTimeout)
            try session.seek(to: nil)
            return nil
        } catch {
            return .again
        }
    }

    private func noPicture(of session: MediaSession) -> SourceError {
        resumePosition = nil
        return session.size.isShown
            ? .noPicture(shared.address, codec: session.description.codec)
            : .tooLarge(shared.address, session.size)
    }

    /// Leaves a single picture where it is until its file is another one. A server
    /// is asked for it again after a pause.
    private func awaitOtherPicture() -> Outcome {
        shared.board.isStill.set(1)
        defer { shared.board.isStill.set(0) }
        while pause() {
            guard let file else { return .again }
            if file.hasChanged { return .replaced }
        }
        return .stopped
    }

    /// False when the stream was stopped meanwhile.
    private func pause() -> Bool {
        let deadline = MonotonicClock.now() + LoopPolicy.pause
        while !shared.controls.isStopped {
            if MonotonicClock.now() >= deadline {
                continuity.waitedForConsumer()
                return true
            }
            publisher.rest(until: deadline)
        }
        return false
    }

    /// Whether a network stream stopped where it should: one with neither a
    /// size nor a duration never does.
    private func isAtEnd(_ session: MediaSession) -> Bool {
        if session.isReadCompletely { return true }
        guard let duration = session.description.duration, let resumePosition else { return false }
        let end = session.startTime + duration
        return end - resumePosition < .milliseconds(2_000)
    }
}

internal import Addressing
internal import Decoding
internal import Demuxing
internal import FrameTransport
internal import Media
internal import Presentation
internal import Streams

/// Ends, and what begins again behind them.
extension MediaSource {
    /// What follows the last picture: the first one again, the end, or a loss.
    func reachedEnd(of session: MediaSession) throws(SourceError) -> SourceStep {
        let address = shared.address
        // libavformat takes a playlist that it cannot read for the end.
        if let refusal = gate.playlists.refusal { throw .playlist(address, refusal) }
        if session.needsRanges, !continuity.hasPicture { throw .needsRanges(address) }
        if address.isNetwork, !isAtEnd(session) { throw .closed(address) }
        guard continuity.hasPicture || pass.isResumed else { throw noPicture(of: session) }
        resumePosition = nil
        guard shared.configuration.loop else {
            // Opened again for a seek alone.
            isRepeating = true
            return .ended
        }
        switch LoopPolicy.verdict(after: pass) {
        case .again: break
        case .againLater:
            guard continuity.pause() else { return .goOn }
        case .still:
            isRepeating = continuity.hold(until: file)
            return .openAgain
        case .loss: throw noPicture(of: session)
        }
        shared.board.loops.add()
        isRepeat = true
        if file?.hasChanged == true { return .openAgain }
        return rewind(session)
    }

    private func rewind(_ session: MediaSession) -> SourceStep {
        begin(session, isResumed: false)
        do throws(AVError) {
            gate.allow(shared.configuration.boundedTimeout)
            try session.seek(to: nil)
            return .goOn
        } catch {
            isRepeating = true
            return .openAgain
        }
    }

    private func noPicture(of session: MediaSession) -> SourceError {
        resumePosition = nil
        return session.size.isEmpty || session.size.isShown
            ? .noPicture(shared.address, codec: session.description.codec)
            : .tooLarge(shared.address, session.size)
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

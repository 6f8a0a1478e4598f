internal import Addressing
internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import FrameTransport
internal import Media
internal import Platform
internal import Presentation
internal import Streams

/// Packets that become no picture, and why.
extension MediaSource {
    /// Counts a packet, or a part of the container, that is of no use; a run of them
    /// is told with its cause, once.
    ///
    /// - Throws: `SourceError` when the file was changed while it played, or a live stream
    ///   brings nearly nothing else for its timeout: its codec may be another one now.
    func failed(_ session: MediaSession) throws(SourceError) {
        shared.board.corruptPackets.add()
        pass.failures += 1
        if pass.failures.isMultiple(of: Self.failuresBetweenLooks), file?.hasChanged == true {
            resumePosition = nil
            throw .changed(shared.address)
        }
        let limit = shared.configuration.boundedTimeout
        if shared.address.isNetwork, shared.isLive,
            useless.failed(at: MonotonicClock.now(), limit: limit)
        {
            throw undecodable(session)
        }
        guard failures.failed() else { return }
        // Decoders say little of what they lacked.
        try Self.checkMemory(Self.memoryToGoOn, for: shared.address)
        tellOfFailures(session)
    }

    private static let failuresBetweenLooks = 64

    /// What must be left for the rest of the program, when a stream opens its source
    /// and while its decoder takes more and more.
    static let memoryToOpen = 64 << 20
    static let memoryToGoOn = 32 << 20
    /// So many pictures after its start a decoder has all that it needs, however often
    /// it plays the same again.
    private static let growingPictures = 32

    /// Checks the memory while the decoder takes more with every picture.
    ///
    /// - Throws: As `checkMemory`.
    func checkGrowth() throws(SourceError) {
        guard growth < Self.growingPictures else { return }
        growth += 1
        try Self.checkMemory(Self.memoryToGoOn, for: shared.address)
    }

    /// - Throws: `SourceError` where the system would refuse so much memory: this stream
    ///   goes without, rather than all of them.
    static func checkMemory(_ bytes: Int, for address: SourceAddress) throws(SourceError) {
        if !MemoryHeadroom.has(bytes) { throw .noMemory(address) }
    }

    /// Why a step failed.
    ///
    /// - Parameters:
    ///   - error: What libav said.
    ///   - session: Whose step it was.
    /// - Returns: The error for people.
    func cause(of error: AVError, _ session: MediaSession) -> SourceError {
        if let failure = session.inputFailure { return failure }
        let end = gate.end(of: error, waitingFor: wait(for: session))
        if session.needsRanges, !continuity.hasPicture, end == .failed,
            // The last is what a failed seek ends with.
            [.endOfFile, .invalidData, .inputOutput].contains(error.code)
        {
            return .needsRanges(shared.address)
        }
        return .reading(shared.address, error, end)
    }

    private func wait(for session: MediaSession) -> CallEnd.Wait {
        // Where the gate had nothing against it, packets came all the time.
        let hasData = !gate.wasSilent || gate.playlists.hasInput
        if !hasData, !session.tellsBytes {
            return CallEnd.Wait(duration: continuity.silence, came: .unknown)
        }
        // A sender that dies in the middle of a picture leaves a part of it.
        let isQuiet = !hasData && gate.quiet * 2 >= gate.elapsed
        return isQuiet
            ? CallEnd.Wait(duration: gate.quiet, came: .nothing)
            : CallEnd.Wait(duration: continuity.silence, came: .data)
    }

    private func tellOfFailures(_ session: MediaSession) {
        let error = undecodable(session)
        let isNews = toldFailure != error
        toldFailure = error
        shared.tell(error, event: isNews ? .damaged(error) : nil)
    }

    private func undecodable(_ session: MediaSession) -> SourceError {
        .undecodable(
            shared.address,
            codec: session.description.codec,
            cause: otherClip(than: session) ?? session.causeOfFailure
        )
    }

    /// A picture came, at a time.
    func succeeded(at now: MonotonicTime) {
        useless.succeeded()
        if failures.succeeded(at: now) { shared.board.clearReason(of: .damaged) }
    }

    /// The first clip of a list that has another codec than the list's first, which
    /// decides what all of them are decoded with.
    private func otherClip(than session: MediaSession) -> String? {
        guard session.isClipList, let path = file?.path,
            let text = LocalFile.text(of: path, upTo: 64 << 10)
        else { return nil }
        let codec = session.description.codec
        for clip in ClipList.clips(in: text, at: path).prefix(64) {
            gate.allow(shared.configuration.boundedTimeout)
            guard let other = codecName(of: clip), other != codec else { continue }
            return "\(AddressText(clip)) is \(other), and all clips of a list need the codec of"
                + " the first"
        }
        return nil
    }

    /// Nil for what cannot be opened.
    private func codecName(of clip: String) -> String? {
        var options = AVOptions()
        options.set("protocol_whitelist", "file")
        let demuxer = try? Demuxer.open(
            "file:\(clip)",
            options: options,
            probing: .brief,
            gate: gate
        )
        return demuxer?.video.description.codec
    }
}

extension MediaSession {
    /// Why the last packet became no picture, for people.
    var causeOfFailure: String {
        switch lastFailure {
        case nil, .invalidData?: "the data are damaged or incomplete"
        case .outOfMemory?: "the system has no memory for them"
        case .some(let code): "\(code)"
        }
    }
}

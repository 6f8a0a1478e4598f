internal import FrameTransport
internal import Media
internal import Platform
internal import Presentation

/// Keeps one file or network stream playing.
///
///              ┌────────── back-off ◄───────────┐
///              ▼                                │ loss
///     start ─ open ─► play: read, decode, publish ─► end ─► loop, or rest
///
/// No loss is for good: a server may be repaired, a missing file may come, and
/// one that is no video may be replaced.
///
/// Thread: bound to the ingest thread.
final class MediaProducer {
    let shared: IngestShared
    let publisher: PicturePublisher
    let storage: FrameStorage
    let gate: InterruptGate
    let converter = PictureConverter()
    var timestamps = TimestampRepair(frameInterval: nil)
    let continuity: SourceContinuity
    /// Nil where every picture is decoded.
    let omission: PictureOmission?
    /// Whether the next picture follows no other.
    var isDiscontinuous = true
    var lastFormat: FormatDescription?
    /// The size that was last said to be too large.
    var rejectedSize: PixelSize?
    /// Where to go on after the loss of a source that can seek.
    var resumePosition: MediaTime?
    /// Whether packets are dropped undecoded, since nobody wants pictures.
    private var isSkipping = false

    init(shared: IngestShared, publisher: PicturePublisher, storage: FrameStorage) {
        self.shared = shared
        self.publisher = publisher
        self.storage = storage
        gate = InterruptGate(silence: shared.configuration.boundedTimeout) {
            [controls = shared.controls] in controls.isStopped
        }
        omission = shared.maximumRate.map {
            PictureOmission(maximumRate: $0, isLive: shared.isLive)
        }
        continuity = SourceContinuity(shared: shared, publisher: publisher, frames: storage)
    }

    /// How a connection ended.
    private enum Outcome {
        case stopped
        /// The stream's end; it does not loop.
        case ended
        /// The stream's end; it loops and has to be opened again for that.
        case again
        case lost(SourceError)
    }

    func run() {
        gate.tick = { [unowned self] in lookAtTheTime($0) }
        while !shared.controls.isStopped {
            switch connectAndPlay() {
            case .stopped: return
            case .ended: continuity.finish()
            case .again: break
            case .lost(let error): continuity.backOff(after: error)
            }
        }
    }

    private func connectAndPlay() -> Outcome {
        do throws(SourceError) {
            let session = try open()
            // Closing may send a farewell, which is not waited for.
            defer { withExtendedLifetime(session) { gate.allow(.milliseconds(100)) } }
            return try play(session)
        } catch {
            return shared.controls.isStopped ? .stopped : .lost(error)
        }
    }

    private func open() throws(SourceError) -> MediaSession {
        let session = try SessionOpener(shared: shared, gate: gate, omission: omission).open()
        if let resumePosition, session.description.duration != nil {
            // Where that fails it plays from the start, which is better than nothing.
            try? session.seek(to: resumePosition)
        }
        shared.board.setMedia(session.description)
        let interval = session.description.frameRate?.interval
        continuity.connected(frameInterval: interval)
        publisher.expectPictures(every: interval)
        begin(session)
        isSkipping = false
        // Nobody has seen anything of it yet.
        if publisher.number == 0, shared.address.isLocalFile { session.hurry() }
        return session
    }

    /// The first picture from here on follows no other.
    private func begin(_ session: MediaSession) {
        timestamps = TimestampRepair(frameInterval: session.description.frameRate?.interval)
        isDiscontinuous = true
    }

    private func play(_ session: MediaSession) throws(SourceError) -> Outcome {
        while !shared.controls.isStopped {
            if waitsWhileIdle() { continue }
            switch try nextStep(of: session) {
            case .picture: try take(session)
            case .corrupt: countCorrupt()
            case .unreadable: shared.board.corruptPackets.add()
            case .nothing: break
            case .endOfStream:
                publishLeftOut()
                if let outcome = try reachedEnd(of: session) { return outcome }
            }
        }
        return .stopped
    }

    /// One step of the session; packets alone while nobody wants pictures.
    private func nextStep(of session: MediaSession) throws(SourceError) -> MediaSession.Step {
        let timeout = shared.address.readTimeout(shared.configuration.boundedTimeout)
        gate.allow(timeout)
        if shared.configuration.decoding == .fast {
            session.decode(fast: shared.controls.mode == .small)
        }
        do throws(AVError) {
            let step = try skips(session) ? skipPacket(of: session) : session.step()
            if shared.address.isNetwork, continuity.isOverdue(timeout) {
                throw AVError(call: "avcodec_receive_frame", code: .timedOut)
            }
            return step
        } catch {
            let silence = continuity.hasPicture ? continuity.silence : timeout
            throw .reading(shared.address, error, timeout: silence, wasSilent: gate.wasSilent)
        }
    }

    /// What follows the last picture: the first one again (nil), the end, or a loss.
    private func reachedEnd(of session: MediaSession) throws(SourceError) -> Outcome? {
        let address = shared.address
        if address.isNetwork, !isAtEnd(session) { throw .closed(address) }
        guard continuity.hasPicture else {
            throw session.size.isShown
                ? .noPicture(address, codec: session.description.codec)
                : .tooLarge(address, session.size)
        }
        resumePosition = nil
        guard shared.configuration.loop else { return .ended }
        shared.board.loops.add()
        begin(session)
        do throws(AVError) {
            gate.allow(shared.configuration.boundedTimeout)
            try session.seek(to: nil)
            return nil
        } catch {
            return .again
        }
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

extension MediaProducer {
    /// Whether the thread slept because nobody wants pictures: files wait where they are.
    private func waitsWhileIdle() -> Bool {
        guard shared.controls.mode == .idle, !shared.isLive, !shared.configuration.keepWarm,
            continuity.hasPicture
        else { return false }
        publisher.rest(until: nil)
        continuity.waitedForConsumer()
        return true
    }

    /// Whether a live stream's packets are dropped: nobody wants pictures, and
    /// there is one already to begin with.
    private func skips(_ session: MediaSession) -> Bool {
        let skips =
            shared.controls.mode == .idle && shared.isLive && !shared.configuration.keepWarm
            && continuity.hasPicture
        if isSkipping, !skips {
            session.resume()
            begin(session)
        }
        isSkipping = skips
        return skips
    }

    private func skipPacket(of session: MediaSession) throws(AVError) -> MediaSession.Step {
        guard try session.skipPacket() else { return .endOfStream }
        continuity.pictureOrPacketCame(at: MonotonicClock.now())
        return .nothing
    }

    /// Notices a stall and draws the placeholder when it is due.
    ///
    /// libav calls this in the middle of a read, by way of the gate.
    private func lookAtTheTime(_ now: MonotonicTime) {
        if shared.address.isNetwork, continuity.stalls(at: now) {
            // A live source that has shown pictures is opened again unless one
            // comes at once. Segments over HTTP come in bursts: those may wait.
            if shared.isLive, continuity.hasPicture { gate.allow(SourceContinuity.stallGrace) }
        }
        continuity.showPlaceholderIfDue(at: now)
    }
}

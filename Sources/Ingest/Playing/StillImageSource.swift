internal import Addressing
internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import FrameTransport
internal import Media
internal import Platform
internal import Streams

/// A JPEG or PNG file as a stream: its picture is decoded once, and held without any
/// work. One that loops is looked at once a second for another picture in its place.
///
/// Thread: bound to the ingest thread.
final class StillImageSource: VideoSource {
    let continuity: SourceContinuity
    private let shared: IngestShared
    private let publisher: PicturePublisher
    private let pictures: DecodedPictures
    private let gate: InterruptGate
    /// The file as it was when it was opened.
    private var file: WatchedFile?
    /// What decodes the picture; nil once that is done.
    private var session: MediaSession?

    /// A PNG that is animated when the stream begins is a video.
    static func parts(_ path: AddressText, capacity: Int) throws(AVError) -> SourceParts {
        let storage = try FrameStorage(capacity: capacity)
        return SourceParts(storage: storage) {
            if LocalFile.isAnimated(path, beneath: $0.configuration.root) {
                return MediaSource(shared: $0, publisher: $1, storage: storage, history: nil)
            }
            return StillImageSource(shared: $0, publisher: $1, storage: storage)
        }
    }

    private init(shared: IngestShared, publisher: PicturePublisher, storage: FrameStorage) {
        self.shared = shared
        self.publisher = publisher
        pictures = DecodedPictures(shared: shared, publisher: publisher, storage: storage)
        continuity = SourceContinuity(shared: shared, publisher: publisher, frames: storage)
        gate = InterruptGate(shared)
    }

    /// One that cannot be shown is left alone until it is another one.
    func returning(after error: SourceError) -> (() -> Bool)? { file?.returning(after: error) }

    func open() throws(SourceError) {
        try MediaSource.checkMemory(MediaSource.memoryToOpen, for: shared.address)
        // Before it is opened: what is written from now on is noticed.
        file = WatchedFile(shared.address)
        let session = try SessionOpener(shared: shared, gate: gate).open()
        var media = session.description
        media.isOnePicture = true
        shared.board.setMedia(media)
        continuity.connected(frameInterval: nil)
        self.session = session
    }

    /// The one picture is that of every time.
    func seek(to position: MediaTime) -> SourceStep { session == nil ? .openAgain : .goOn }

    func close() { session = nil }

    func step() throws(SourceError) -> SourceStep {
        guard let session = session.take() else {
            guard shared.configuration.loop else { return .ended }
            _ = continuity.hold(until: file)
            return .openAgain
        }
        let address = shared.address
        gate.allow(shared.configuration.boundedTimeout)
        var isDecoded = false
        do throws(AVError) {
            isDecoded = try decode(session)
        } catch {
            throw .reading(address, error, .failed)
        }
        guard isDecoded, try publish(session) else {
            throw .noPicture(address, codec: session.description.codec)
        }
        return .goOn
    }

    /// Whether the session's frame holds the picture now.
    private func decode(_ session: MediaSession) throws(AVError) -> Bool {
        while true {
            switch try session.step() {
            case .picture: return true
            case .nothing, .joining, .turned: continue
            case .corrupt, .unreadable:
                shared.board.corruptPackets.add()
                publisher.countCorrupt()
            case .endOfStream: return false
            }
        }
    }

    /// Whether the picture can be shown.
    ///
    /// - Throws: `SourceError` for one that is too large.
    private func publish(_ session: MediaSession) throws(SourceError) -> Bool {
        defer { av_frame_unref(session.frame) }
        let number = publisher.countReceived()
        let size = FrameFormat.size(of: session.frame)
        let format =
            size.isShown
            ? FrameFormat.shown(session.frame, fallback: session.containerFormat) : nil
        guard let format else {
            publisher.countDropped(.format)
            if !size.isShown { throw .tooLarge(shared.address, size) }
            return false
        }
        continuity.pictureOrPacketCame(at: MonotonicClock.now())
        // One that replaces another is shown whenever it comes, whatever the rate.
        var attachments: SampleBuffer.Attachments = [.discontinuity, .displayImmediately]
        if session.isPictureDamaged { attachments.insert(.damaged) }
        if session.isPictureApproximate { attachments.insert(.approximate) }
        let sample = SampleBuffer(
            picture: .none,
            format: format,
            number: number,
            pts: session.time(session.frame.pointee.best_effort_timestamp) ?? .zero,
            duration: shared.configuration.stillDuration ?? session.stream.frameInterval ?? .zero,
            attachments: attachments,
            decoded: MonotonicClock.now()
        )
        guard pictures.publish(session.frame, sample) else { return shared.controls.isCalledAway }
        continuity.published(format)
        return true
    }
}

internal import Addressing
internal import Decoding
internal import Demuxing
internal import FrameTransport
internal import Media
internal import Platform
internal import Presentation
internal import Stills
internal import Streams

/// A file or network stream: read, decoded, published.
///
/// Thread: bound to the ingest thread.
final class MediaSource: VideoSource {
    let shared: IngestShared
    let publisher: PicturePublisher
    let pictures: DecodedPictures
    /// Of the connection; where another thread reads it, of the waiting for that.
    private(set) var gate: InterruptGate
    var timestamps = TimestampRepair(frameInterval: nil)
    let continuity: SourceContinuity
    /// Where packets are kept; nil for a stream that keeps none.
    private let history: PacketHistory?
    /// Nil where every picture is decoded.
    let omission: PictureOmission?
    /// Whether the next picture follows no other.
    var isDiscontinuous = true
    /// Whether it is the first one behind the end.
    var isRepeat = false
    /// The size that was last said to be too large.
    var rejectedSize: PixelSize?
    /// Where to go on after the loss of a source that can seek.
    var resumePosition: MediaTime?
    /// The file as it was when it was opened; nil for the network.
    var file: WatchedFile?
    /// What came since the stream's beginning.
    var pass = LoopPolicy.Pass()
    /// Pictures since a decoder began, up to as many as it grows with.
    var growth = 0
    var failures = FailureRun()
    var useless = UselessInput()
    /// The run of failures that was told last on this connection.
    var toldFailure: SourceError?
    /// Whether the next connection goes on with the loop of the last.
    var isRepeating = false
    /// Nil while it is closed.
    private(set) var session: MediaSession?
    /// The seek under way; nil: none.
    var seeking: Seeking?
    /// Whether packets are dropped undecoded, since nobody wants pictures.
    private var isSkipping = false {
        didSet {
            if isSkipping, !oldValue { restsAt = MonotonicClock.now() + Self.timeToRest }
        }
    }
    /// When the pictures of a stream whose packets are skipped are given back; nil: they are.
    private var restsAt: MonotonicTime?
    /// Whether the next picture is shown whatever its time: the stream was hidden before.
    var isShownAtOnce = false

    static func parts(capacity: Int, history: PacketHistory?) throws(AVError) -> SourceParts {
        let storage = try FrameStorage(capacity: capacity)
        return SourceParts(storage: storage) {
            MediaSource(shared: $0, publisher: $1, storage: storage, history: history)
        }
    }

    init(
        shared: IngestShared,
        publisher: PicturePublisher,
        storage: FrameStorage,
        history: PacketHistory?
    ) {
        self.shared = shared
        self.publisher = publisher
        self.history = history
        pictures = DecodedPictures(shared: shared, publisher: publisher, storage: storage)
        gate = InterruptGate(shared)
        omission = shared.maximumRate.map { _ in PictureOmission(publisher) }
        continuity = SourceContinuity(shared: shared, publisher: publisher, frames: storage)
    }

    private func makeGate() -> InterruptGate {
        let gate = InterruptGate(shared)
        gate.tick = { [unowned self] in lookAtTheTime($0) }
        return gate
    }

    func returning(after error: SourceError) -> (() -> Bool)? { file?.returning(after: error) }

    func open() throws(SourceError) {
        let isRepeating = isRepeating
        self.isRepeating = false
        try Self.checkMemory(Self.memoryToOpen, for: shared.address)
        // Before it is opened: what is written from now on is noticed.
        file = WatchedFile(shared.address)
        gate = makeGate()
        gate.playlists.variants.choose = { [unowned self] in choose(among: $0) }
        let opener = SessionOpener(
            shared: shared,
            gate: gate,
            // What is shown as it comes is decoded as it comes.
            waiting: shared.isLive ? nil : makeGate(),
            omission: omission,
            history: history
        )
        let session = try opener.open()
        tellVariants()
        if session.isReadAhead, let waiting = opener.waiting { gate = waiting }
        var isResumed = false
        if seeking == nil, let resumePosition, session.description.duration != nil {
            gate.allow(shared.configuration.boundedTimeout)
            // Where that fails it plays from the start, which is better than nothing.
            isResumed = (try? session.seek(to: resumePosition)) != nil
        }
        var media = session.description
        if !shared.isLive { media.start = session.startTime }
        // From its beginning it takes too long to get anywhere.
        if !session.isSeekable { media.round = nil }
        media.isOnePicture = session.isStill
        shared.board.setMedia(media)
        let interval = session.description.frameRate?.interval
        if isRepeating {
            continuity.resumed(frameInterval: interval)
        } else {
            continuity.connected(frameInterval: interval)
            (failures, toldFailure) = (FailureRun(), nil)
        }
        publisher.expectPictures(every: interval)
        // Others show the same.
        if shared.configuration.sync != nil {
            publisher.gate.laySlots(from: session.startTime, pictures: interval)
        }
        begin(session, isResumed: isResumed)
        growth = 0
        isSkipping = false
        // Nobody has seen anything of it yet.
        if publisher.number == 0, shared.address.isLocalFile { session.hurry() }
        self.session = session
        resumeSeek(session)
    }

    /// Closing may send a farewell, which is not waited for.
    func close() {
        gate.allow(.milliseconds(100))
        session = nil
        dropKept()
    }

    /// The first picture from here on follows no other.
    func begin(_ session: MediaSession, isResumed: Bool) {
        pass = LoopPolicy.Pass(isResumed: isResumed)
        useless = UselessInput()
        timestamps = TimestampRepair(frameInterval: session.description.frameRate?.interval)
        isDiscontinuous = true
        if isResumed { isRepeat = false }
    }

    func step() throws(SourceError) -> SourceStep {
        guard let session else { return .openAgain }
        switch try nextStep(of: session) {
        case .picture:
            try checkGrowth()
            if let seeking { return look(at: session, for: seeking) }
            try take(session)
        case .corrupt:
            publisher.countCorrupt()
            try failed(session)
        case .unreadable: try failed(session)
        case .joining: continuity.awaitsPicture(at: MonotonicClock.now())
        case .turned(let turn): goOn(with: turn)
        case .nothing: break
        case .endOfStream:
            if let seeking, let step = endSeek(session, seeking) { return step }
            // What was found was not wanted any more.
            if shared.controls.isSeekAsked { return .goOn }
            countLeftOut()
            return try reachedEnd(of: session)
        }
        return .goOn
    }

    /// One step of the session; packets alone while nobody wants pictures.
    private func nextStep(of session: MediaSession) throws(SourceError) -> MediaSession.Step {
        let timeout = shared.address.readTimeout(for: shared.configuration)
        // Whoever reads is to say first why nothing comes.
        gate.allow(session.isReadAhead ? timeout + .milliseconds(1_000) : timeout)
        if shared.configuration.decoding == .fast {
            session.decode(fast: shared.controls.mode == .small)
        }
        do throws(AVError) {
            let step = try isSkipping || skips ? skipOrCatchUp(session) : session.step()
            if shared.address.isNetwork, continuity.isOverdue(timeout) {
                throw AVError(call: "avcodec_receive_frame", code: .timedOut)
            }
            return step
        } catch {
            throw cause(of: error, session)
        }
    }
}

extension MediaSource {
    /// Whether a live stream's packets are dropped: nobody wants pictures, and
    /// there is one already to begin with.
    private var skips: Bool {
        shared.controls.mode == .idle && shared.isLive && !shared.configuration.keepWarm
            && continuity.hasPicture
    }

    private func skipOrCatchUp(_ session: MediaSession) throws(AVError) -> MediaSession.Step {
        if skips {
            isSkipping = true
            return try skipPacket(of: session)
        }
        isSkipping = false
        begin(session, isResumed: true)
        // Catching up takes decoders of its own.
        growth = 0
        isShownAtOnce = true
        return try session.catchUp {
            // Hidden again on the way.
            isSkipping = skips
            return !isSkipping && !shared.controls.isStopped
        }
    }

    private func skipPacket(of session: MediaSession) throws(AVError) -> MediaSession.Step {
        guard try session.skipPacket() else { return .endOfStream }
        let now = MonotonicClock.now()
        if !session.isLeftOver { continuity.pictureOrPacketCame(at: now, isDecoded: false) }
        if let due = restsAt, now >= due {
            restsAt = nil
            session.releasePictures()
            shared.pool.reclaim()
        }
        return .nothing
    }

    /// A stream that is hidden for less keeps its decoder.
    private static let timeToRest = Nanoseconds.milliseconds(2_000)

    /// Notices a stall and draws the placeholder when it is due.
    ///
    /// libav calls this in the middle of a read, by way of the gate. A stall ends
    /// there or with the time that the read may take: only then is the source lost.
    private func lookAtTheTime(_ now: MonotonicTime) {
        if shared.address.isNetwork { continuity.noticeStall(at: now) }
        continuity.showPlaceholderIfDue(at: now)
    }
}

internal import Addressing
package import Decoding
internal import FrameTransport
internal import Media
internal import Platform
package import Streams

/// Keeps one camera playing.
///
///              ┌────────── back-off, or until the device is back ◄───┐
///              ▼                                                      │ loss
///     start ─ open, choose a mode, start ─► wait, take, publish ──────┘
///                                              ▲      │ a larger photo is asked for
///                                              └──────┘ (CameraSource+Photo)
///
/// Thread: bound to the ingest thread.
final class CameraSource: VideoSource {
    let shared: IngestShared
    let publisher: PicturePublisher
    let storage: CameraStorage
    let continuity: SourceContinuity
    let pictures: DecodedPictures
    let copier = CameraCopier()
    let path: String
    let photos: PhotoDesk
    let opener: CameraOpener
    /// What the camera offers, and what was chosen of it; nil before it was opened.
    private(set) var choice: Choice?
    /// Reads the photo that the next whole picture becomes; nil while none is asked for.
    var photoReader: CapturedPictureReader?
    /// When the camera was last started.
    private(set) var startedAt = MonotonicClock.now()
    var timestamps = TimestampRepair(frameInterval: nil)
    /// Whether the next picture follows no other.
    var isDiscontinuous = true
    /// The driver's number of the last buffer.
    private var lastSequence: UInt32?
    /// Present while the camera delivers Motion JPEG.
    var decoder: CameraDecoder?
    /// Whether pictures are dropped, since nobody wants them.
    private var isSkipping = false

    struct Choice {
        let offer: CameraOffer
        let mode: CameraMode
    }

    /// Nil while it is closed.
    private var session: CameraSession?
    /// The device before it was opened.
    private var node: DeviceNode?

    fileprivate init(
        shared: IngestShared,
        publisher: PicturePublisher,
        path: String,
        storage: CameraStorage,
        photos: PhotoDesk,
        opener: CameraOpener
    ) {
        self.shared = shared
        self.publisher = publisher
        self.storage = storage
        self.path = path
        self.photos = photos
        self.opener = opener
        pictures = DecodedPictures(
            shared: shared,
            publisher: publisher,
            storage: storage.frames
        )
        continuity = SourceContinuity(
            shared: shared,
            publisher: publisher,
            frames: storage.frames
        )
    }

    /// A node that comes back, or may be opened now, is not waited for.
    func returning(after error: SourceError) -> (() -> Bool)? {
        { [path, node] in DeviceNode(path: path) != node }
    }

    func open() throws(SourceError) {
        node = DeviceNode(path: path)
        let session: CameraSession
        do throws(CameraError) {
            session = try connect()
        } catch {
            throw SourceError(camera: path, error)
        }
        do throws(SourceError) {
            try begin(session)
        } catch {
            session.close()
            throw error
        }
        self.session = session
    }

    func step() throws(SourceError) -> SourceStep {
        guard var session else { return .openAgain }
        defer { self.session = session }
        do throws(CameraError) {
            try step(&session)
            return .goOn
        } catch {
            let error = SourceError(camera: path, error)
            abandonPhoto(.failed(error))
            throw error
        }
    }

    func close() {
        abandonPhoto(.notPlaying("the stream was stopped"))
        session?.close()
        session = nil
    }

    private func connect() throws(CameraError) -> CameraSession {
        let device = try opener.open(path)
        let wish = CameraWish(shared.configuration)
        let offer = try device.offer()
        let mode = try CameraNegotiation.choose(wish, from: offer)
        choice = Choice(offer: offer, mode: mode)
        let format = try configure(device, mode)
        if wish.size.map({ $0 != format.mode.size }) ?? false {
            throw .notOffered(CameraOfferText.adjusted(wish, to: format.mode.size))
        }
        return try CameraSession(device, format: format, wakeUp: shared.controls.producerWakeUp)
    }

    /// Sets a mode up whose pictures can be shown.
    func configure(
        _ device: any CaptureDevice,
        _ mode: CameraMode
    ) throws(CameraError) -> CameraFormat {
        let format = try device.configure(mode)
        if format.isHalved { throw .notOffered(CameraOfferText.halved(format)) }
        if let flaw = format.flaw { throw .inconsistent(flaw) }
        return format
    }

    private func begin(_ session: CameraSession) throws(SourceError) {
        let mode = session.format.mode
        decoder = nil
        if mode.code.pixelFormat == nil {
            try MediaLibraries.loadForDecoding()
            do throws(AVError) {
                decoder = try CameraDecoder(size: mode.size, threads: shared.configuration.threads)
            } catch {
                throw SourceError(.unsupportedCodec, "\(path): Motion JPEG: \(error)")
            }
        }
        shared.board.setMedia(
            MediaDescription(codec: mode.code.codecName, frameRate: mode.rate, duration: nil)
        )
        continuity.connected(frameInterval: mode.rate?.interval)
        startOver(session)
    }

    /// The next picture follows no other.
    func startOver(_ session: CameraSession) {
        startedAt = MonotonicClock.now()
        timestamps = TimestampRepair(frameInterval: session.format.mode.rate?.interval)
        isDiscontinuous = true
        isSkipping = false
        lastSequence = nil
    }

    private func step(_ session: inout CameraSession) throws(CameraError) {
        if try servePhotos(&session) { return }
        // As often as libav asks for other sources.
        let buffer = try session.next(until: MonotonicClock.now() + .milliseconds(100))
        shared.controls.producerWakeUp.drain()
        if let buffer, take(buffer, of: session) { return }
        // Nothing, or only damage: what was released goes back to the driver
        // without waiting for a picture.
        shared.pool.reclaim()
        try lookAtTheTime()
    }

    /// Notices a stall, and gives up on a camera that stays silent.
    private func lookAtTheTime() throws(CameraError) {
        let now = MonotonicClock.now()
        let silence = continuity.silence
        continuity.noticeStall(at: now)
        // A camera with a picture a minute is not silent between two of them.
        if silence >= shared.configuration.boundedTimeout,
            continuity.isStalled || !continuity.hasPicture
        {
            throw .silent(silence)
        }
        continuity.showPlaceholderIfDue(at: now)
    }

    /// - Returns: Whether a picture came: a damaged one ends no silence.
    private func take(_ buffer: CapturedBuffer, of session: CameraSession) -> Bool {
        countMissed(before: buffer.sequence)
        guard session.isWhole(buffer) else {
            session.giveBack(buffer.index)
            countCorrupt()
            return false
        }
        keepAsPhoto(buffer, of: session)
        guard !skips() else {
            session.giveBack(buffer.index)
            continuity.pictureOrPacketCame(at: MonotonicClock.now(), isDecoded: false)
            return true
        }
        if let format = session.format.description {
            takeRaw(buffer, format, of: session)
            return true
        }
        return takeJPEG(buffer, of: session)
    }

    /// Whether the camera's pictures are dropped: nobody shows them or asks for
    /// one, and there is one already to begin with.
    private func skips() -> Bool {
        let skips =
            shared.controls.mode == .idle && !shared.configuration.keepWarm
            && continuity.hasPicture && !shared.controls.pictureRequest.take()
        if isSkipping, !skips { isDiscontinuous = true }
        isSkipping = skips
        return skips
    }

    /// Counts a picture that was damaged on its way.
    func countCorrupt() {
        shared.board.corruptPackets.add()
        publisher.countCorrupt()
    }

    /// Pictures lost in the kernel were never received: they are counted apart.
    private func countMissed(before sequence: UInt32) {
        defer { lastSequence = sequence }
        guard let lastSequence else { return }
        let gap = sequence &- lastSequence
        // A driver that starts its count anew jumps backwards.
        if gap > 1, gap < 1_000 { shared.board.missed.add(Int(gap) - 1) }
    }
}

extension SourceParts {
    /// A camera's stream.
    ///
    /// - Parameters:
    ///   - path: Of the device.
    ///   - capacity: Pictures that are held at a time.
    ///   - photos: Where photos are asked for.
    ///   - opener: Opens the device.
    /// - Throws: `AVError` without memory.
    package init(
        camera path: String,
        capacity: Int,
        photos: PhotoDesk,
        opener: CameraOpener
    ) throws(AVError) {
        let storage = try CameraStorage(capacity: capacity)
        self.init(storage: storage) {
            CameraSource(
                shared: $0,
                publisher: $1,
                path: path,
                storage: storage,
                photos: photos,
                opener: opener
            )
        }
    }
}

extension CameraWish {
    init(_ configuration: StreamConfiguration) {
        self.init(
            size: configuration.size,
            rate: configuration.frameRate,
            code: configuration.format
        )
    }
}

internal import Addressing
internal import Media
internal import Platform
internal import Streams

/// Waits, in a session of its own, for the picture that becomes the photo.
///
/// Thread: bound to the ingest thread.
struct PhotoShot {
    private let session: CameraSession
    private let reader: CapturedPictureReader
    private let wakeUp: WakeUp
    private var settling: ExposureSettling
    /// How long the camera may deliver no whole picture.
    private let patience: Nanoseconds
    private var lastWhole: MonotonicTime

    /// - Parameters:
    ///   - session: Streams since now.
    ///   - reader: Of the session.
    ///   - shared: Of the stream.
    ///   - settle: How long the exposure may take.
    init(
        _ session: CameraSession,
        _ reader: CapturedPictureReader,
        shared: IngestShared,
        settle: Nanoseconds
    ) {
        let now = MonotonicClock.now()
        self.session = session
        self.reader = reader
        wakeUp = shared.controls.producerWakeUp
        settling = ExposureSettling(startedAt: now, time: settle)
        let interval = session.format.mode.rate?.interval ?? .zero
        patience = max(shared.configuration.boundedTimeout, interval * 3)
        lastWhole = now
    }

    /// Takes the photo.
    ///
    /// - Parameter isWanted: Asked ten times a second.
    /// - Returns: Nil when it is not wanted any more.
    /// - Throws: `CameraError` when the camera fails, or delivers nothing whole.
    mutating func take(while isWanted: () -> Bool) throws(CameraError) -> CameraPhoto? {
        while isWanted() {
            let buffer = try session.next(until: MonotonicClock.now() + .milliseconds(100))
            wakeUp.drain()
            let now = MonotonicClock.now()
            if let buffer {
                defer { session.giveBack(buffer.index) }
                if let photo = photo(in: buffer, at: now) { return photo }
            }
            if now - lastWhole >= patience { throw .silent(now - lastWhole) }
        }
        return nil
    }

    /// - Returns: Nil for a picture that is damaged, or taken too early.
    private mutating func photo(in buffer: CapturedBuffer, at now: MonotonicTime) -> CameraPhoto? {
        let taken = buffer.timestamp ?? now
        let pts = MediaTime(nanoseconds: taken.nanoseconds)
        guard let picture = reader.read(buffer, at: pts) else { return nil }
        lastWhole = now
        let verdict = settling.picture(meanLuma: picture.meanLuma, at: now)
        guard verdict != .wait, let still = picture.still(at: pts) else { return nil }
        return CameraPhoto(
            picture: still,
            isConverged: verdict == .settled,
            mode: session.format.mode.name,
            taken: taken
        )
    }
}

extension CameraMode {
    /// Size and format for people, such as `3840x2160 YUYV`.
    var name: String { "\(size) \(code.rawValue)" }
}

internal import Addressing
internal import Decoding
internal import Media
internal import Platform
internal import Streams

/// Photos from a camera that plays.
///
///     video ─► stop ─► largest size ─► settle ─► one picture ─► size of the video ─► video
///       │                │ refused        │ lost, not wanted        ▲
///       │                └────────────────┴─────────────────────────┤
///       └─ it is the largest already: the next picture ─────────────┘
///
/// The device stays open from end to end, so nothing is powered down and no
/// control is lost. Another program can take the camera only between two calls:
/// when one size's buffers are released and the next one's are not made yet.
///
/// What the camera delivers for a photo's sake is no picture of the stream: it
/// is in no count of received pictures, nor of missed ones.
extension CameraSource {
    /// Buffers of a photo's session: one that is looked at, two with the driver.
    /// They are large.
    private static let photoBuffers = 3

    /// Takes up what is asked for, once video flows.
    ///
    /// - Returns: Whether the video was interrupted; `session` is another one then,
    ///   or closed, where the stream was stopped.
    /// - Throws: `CameraError` when the camera cannot go on with its video.
    func servePhotos(_ session: inout CameraSession) throws(CameraError) -> Bool {
        if photoReader != nil {
            if !photos.isWanted { abandonPhoto(.cancelled) }
            return false
        }
        guard continuity.hasPicture, !continuity.isStalled, let choice,
            let wish = photos.begin()
        else { return false }
        let mode: CameraMode
        do throws(CameraError) {
            mode = try PhotoPolicy.choose(from: choice.offer)
            if mode.size == session.format.mode.size {
                photoReader = try reader(of: session)
                return false
            }
        } catch {
            photos.answer(.failure(failure(error)))
            return false
        }
        try interrupt(&session, video: choice.mode, for: mode, wish)
        return true
    }

    /// Keeps a copy of a picture of the video, when one is waited for.
    func keepAsPhoto(_ buffer: CapturedBuffer, of session: CameraSession) {
        guard let photoReader else { return }
        let now = MonotonicClock.now()
        let taken = buffer.timestamp ?? now
        let pts = MediaTime(nanoseconds: taken.nanoseconds)
        guard let still = photoReader.read(buffer, at: pts)?.still(at: pts) else { return }
        self.photoReader = nil
        let photo = CameraPhoto(
            picture: still,
            isConverged: now - startedAt >= ExposureSettling.usualTime,
            mode: session.format.mode.name,
            taken: taken
        )
        photos.answer(.success(photo))
    }

    /// Answers a photo that was to be a picture of the video, if there is one.
    func abandonPhoto(_ error: PhotoError) {
        guard photoReader != nil else { return }
        photoReader = nil
        photos.answer(.failure(error))
    }

    /// Takes a photo in a mode of its own. The answer is given when video streams
    /// again: who has it finds the camera as it was.
    private func interrupt(
        _ session: inout CameraSession,
        video: CameraMode,
        for mode: CameraMode,
        _ wish: PhotoWish
    ) throws(CameraError) {
        var answer = PhotoDesk.Answer.failure(.notPlaying("the stream was stopped"))
        defer { photos.answer(answer) }
        guard var device = session.device else { return }
        let settings = CameraSettings(of: device)
        let format = session.format
        session.close()
        do throws(CameraError) {
            try releaseBuffers(of: &device)
            answer = try takePhoto(with: device, mode, wish).map { .success($0) } ?? answer
        } catch {
            answer = .failure(failure(error))
        }
        if shared.controls.isStopped { return }
        try releaseBuffers(of: &device)
        session = try resume(device, video, as: format)
        settings.restore(on: device)
    }

    /// Takes a photo with a device that has no buffers. It may have some afterwards.
    ///
    /// - Returns: Nil when nobody wants it any more.
    /// - Throws: `CameraError` when there is none to be had.
    private func takePhoto(
        with device: any CaptureDevice,
        _ mode: CameraMode,
        _ wish: PhotoWish
    ) throws(CameraError) -> CameraPhoto? {
        let format = try configure(device, mode)
        let session = try CameraSession(
            device,
            format: format,
            buffers: Self.photoBuffers,
            wakeUp: shared.controls.producerWakeUp
        )
        defer { session.close() }
        var shot = PhotoShot(
            session,
            try reader(of: session),
            shared: shared,
            settle: wish.settle
        )
        return try shot.take { [shared, photos] in
            !shared.controls.isStopped && photos.isWanted
        }
    }

    private func resume(
        _ device: any CaptureDevice,
        _ video: CameraMode,
        as before: CameraFormat
    ) throws(CameraError) -> CameraSession {
        let format = try configure(device, video)
        guard format.mode.size == before.mode.size, format.mode.code == before.mode.code else {
            throw .inconsistent("\(format.mode.name) after a photo, \(before.mode.name) before")
        }
        let session = try CameraSession(
            device,
            format: format,
            wakeUp: shared.controls.producerWakeUp
        )
        continuity.resumed(frameInterval: format.mode.rate?.interval)
        startOver(session)
        return session
    }

    /// Frees the camera's memory for another size.
    private func releaseBuffers(of device: inout any CaptureDevice) throws(CameraError) {
        do throws(CameraError) {
            try device.releaseBuffers()
        } catch {
            // Some keep buffers whose dma-bufs are open, for a picture on the screen.
            // They belong to whoever made them: another opening has none.
            device = try opener.open(path)
        }
    }

    private func reader(of session: CameraSession) throws(CameraError) -> CapturedPictureReader {
        do throws(AVError) {
            return try CapturedPictureReader(
                session,
                board: shared.board,
                threads: shared.configuration.threads
            )
        } catch {
            throw .inconsistent("Motion JPEG: \(error)")
        }
    }

    private func failure(_ error: CameraError) -> PhotoError {
        .failed(SourceError(camera: path, error))
    }
}

internal import Addressing
public import Capture
public import Media
internal import Platform
internal import Streams

extension IngestStream {
    /// Whether a photo is asked for or under way. The video may stand still.
    public var isTakingPhoto: Bool { photos.isTaken }

    /// Takes a still in the best size that a playing camera has.
    ///
    /// If that is not the size of the video, the camera is set up anew for it and
    /// then put back: the video stands still meanwhile, for the time that the
    /// exposure takes to settle and a little more. The stream counts as playing;
    /// pictures of that time are not received ones. In the size of the video its
    /// next picture is taken.
    ///
    /// Waits, also for the camera to be back at its video. A caller that stops
    /// waiting leaves nothing behind.
    ///
    /// - Parameters:
    ///   - wish: Its size at most, and how long the exposure may take.
    ///   - deadline: Until when to wait.
    ///   - isCancelled: Asked about twenty times a second; true ends the wait.
    /// - Returns: The picture and how it was taken.
    /// - Throws: `PhotoError`. The video goes on or, where the camera is lost, comes
    ///   back as after any loss.
    ///
    /// Thread: any but the stream's own and the presentation thread.
    public func takePhoto(
        _ wish: PhotoWish = PhotoWish(),
        deadline: MonotonicTime,
        isCancelled: () -> Bool = { false }
    ) throws(PhotoError) -> CameraPhoto {
        guard shared.address.isCamera else { throw .notACamera }
        try checkIsPlaying()
        let answered: WakeUp
        do throws(SystemCallError) {
            answered = try WakeUp()
        } catch {
            throw .failed(SourceError(error))
        }
        guard photos.ask(PhotoDesk.Request(wish: wish, answered: answered)) else {
            throw .busy
        }
        shared.controls.producerWakeUp.signal()
        let answer: PhotoDesk.Answer
        do throws(PhotoError) {
            answer = try waitForPhoto(answered, until: deadline, isCancelled)
        } catch {
            photos.giveUp()
            shared.controls.producerWakeUp.signal()
            throw error
        }
        return try answer.get()
    }

    /// The wait looks up so often, for what nobody wakes it for.
    private static let lookUp = Nanoseconds.milliseconds(50)

    /// - Throws: Why the wait ended without an answer.
    private func waitForPhoto(
        _ answered: WakeUp,
        until deadline: MonotonicTime,
        _ isCancelled: () -> Bool
    ) throws(PhotoError) -> PhotoDesk.Answer {
        var pollSet = PollSet(capacity: 1)
        pollSet.add(answered.rawValue, tag: .init(rawValue: 0))
        while true {
            if let answer = photos.collect() { return answer }
            let now = MonotonicClock.now()
            if isCancelled() { throw .cancelled }
            if now >= deadline { throw .timedOut }
            // What is under way ends by itself; what is not begun would wait for
            // the camera to come back.
            if photos.isUnheard { try checkIsPlaying() }
            _ = pollSet.wait(until: min(deadline, now + Self.lookUp))
        }
    }

    private func checkIsPlaying() throws(PhotoError) {
        if isStopped { throw .notPlaying("the stream was stopped") }
        let status = status
        guard status.state == .playing else {
            throw .notPlaying(status.reason ?? "the stream is \(status.state)")
        }
    }
}

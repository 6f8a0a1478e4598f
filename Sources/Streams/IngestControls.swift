package import FrameTransport
internal import Media
package import Platform
internal import Synchronization

/// What a stream's thread and its owner tell each other: flags and wake-ups.
///
/// Thread: safe.
package final class IngestControls: Sendable {
    /// Wakes the ingest thread.
    package let producerWakeUp: WakeUp
    /// Wakes whoever takes the pictures.
    package let consumerWakeUp: WakeUp
    /// Readable for good when the thread has ended.
    package let finished: WakeUp
    /// The ingest thread's wish to hear of room.
    let producerRequest = WakeRequest()
    /// The consumer's wish to hear of pictures.
    package let consumerRequest = WakeRequest()
    /// Somebody's wish for one picture of a camera that nobody shows.
    package let pictureRequest = WakeRequest()
    private let stopRequested = Atomic<Bool>(false)
    private let decoding = Atomic<UInt8>(DecodeMode.full.rawValue)
    private let ended = Atomic<Bool>(false)

    init() throws(SystemCallError) {
        producerWakeUp = try WakeUp()
        consumerWakeUp = try WakeUp()
        finished = try WakeUp()
    }

    // Flags alone: nothing else is read on their word, so relaxed is enough.

    package var isStopped: Bool { stopRequested.load(ordering: .relaxed) }

    package func stop() {
        stopRequested.store(true, ordering: .relaxed)
        producerWakeUp.signal()
        consumerWakeUp.signal()
    }

    package var mode: DecodeMode {
        get { DecodeMode(rawValue: decoding.load(ordering: .relaxed)) ?? .full }
        set {
            decoding.store(newValue.rawValue, ordering: .relaxed)
            producerWakeUp.signal()
        }
    }

    /// Set after the last push, releasing; a reader that sees it (acquiring)
    /// finds every picture in the ring.
    package var hasEnded: Bool {
        get { ended.load(ordering: .acquiring) }
        set { ended.store(newValue, ordering: .releasing) }
    }

    /// Waits until another stream's thread has ended, or this stream is stopped.
    ///
    /// Thread: bound to the ingest thread.
    func waitForEnd(of other: IngestControls, until deadline: MonotonicTime) {
        var polling = PollSet(capacity: 1)
        polling.add(producerWakeUp.rawValue, tag: .init(rawValue: 0))
        while !isStopped {
            let ready = polling.wait(until: deadline, guest: other.finished.rawValue)
            if ready.hasGuest || ready.isEmpty { return }
            producerWakeUp.drain()
        }
    }

    /// After a picture was popped or released.
    package func roomMade() {
        if producerRequest.take() { producerWakeUp.signal() }
    }

    /// After a push or a change of state.
    func pictureMade() {
        if consumerRequest.take() { consumerWakeUp.signal() }
    }
}

package import FrameTransport
package import Media
internal import Platform
package import Presentation

/// The producing end of one stream: rate limit, slots, ring, counters and wake-ups.
///
/// Every picture goes `countReceived` → `leavesOut` → `place` → `publish`, or is dropped
/// with a reason in between; whatever happens is in the ledger.
///
/// Thread: bound to the ingest thread.
package final class PicturePublisher {
    private let shared: IngestShared
    private var producer: FrameRing.Producer
    private var pollSet: PollSet
    private let thread = ThreadBound()
    /// Pictures that a file keeps ready in the ring.
    private var depth = LookAhead.usual
    /// What limits the stream's rate.
    package var gate: RateGate
    /// What the next picture in the ring takes over from those before it that were dropped.
    private var carried: SampleBuffer.Attachments = []
    /// The last seek, which the pictures behind it bear; 0 for none.
    package private(set) var epoch: UInt16 = 0
    /// Pictures received so far: the next one's number.
    package private(set) var number: UInt64 = 0

    init(shared: IngestShared, producer: consuming FrameRing.Producer) {
        self.shared = shared
        self.producer = producer
        gate = RateGate(
            maximumRate: shared.maximumRate,
            pacing: shared.isLive ? .live : .file
        )
        pollSet = PollSet(capacity: 1)
        pollSet.add(shared.controls.producerWakeUp.rawValue, tag: .init(rawValue: 0))
    }

    /// Says how often pictures come, for how many of them a file keeps ready; nil: unknown.
    package func expectPictures(every interval: Nanoseconds?) {
        depth = LookAhead.pictures(every: interval.map { max($0, gate.shortestInterval) })
    }

    /// Counts a picture, or what should have become one, before anything else is said of it.
    ///
    /// - Returns: Its number.
    package func countReceived() -> UInt64 {
        thread.check()
        shared.ledger.countReceived()
        defer { number += 1 }
        return number
    }

    /// Counts a packet that the decoder made no picture of.
    package func countCorrupt() {
        shared.ledger.countReceived()
        shared.ledger.countDropped(.decodeError)
    }

    package func countDropped(_ reason: DropReason) {
        shared.ledger.countDropped(reason)
    }

    /// Drops the picture just received; the next one takes over what is true of it as well.
    func drop(_ sample: SampleBuffer, _ reason: DropReason) {
        countDropped(reason)
        carried.formUnion(sample.attachments.intersection(Self.lasting))
    }

    /// Whether the picture just received is dropped for its rate. To be asked once about
    /// each, in the order of presentation.
    package func leavesOut(_ sample: SampleBuffer) -> Bool {
        guard !gate.admits(sample) else { return false }
        dropForRate(sample)
        return true
    }

    /// The same before the picture is decoded, which may fail: one that is not left out
    /// counts as received, and is asked about again, once it is.
    package func leavesOutUndecoded(_ sample: SampleBuffer) -> Bool {
        var trial = gate
        guard !trial.admits(sample) else { return false }
        _ = countReceived()
        return leavesOut(sample)
    }

    /// The picture just received was left out before it was decoded.
    package func leaveOut(_ sample: SampleBuffer) {
        gate.pass(sample)
        dropForRate(sample)
    }

    private func dropForRate(_ sample: SampleBuffer) {
        drop(sample, .rate)
        shared.board.setPosition(sample.pts)
        guard let leftOut = shared.leftOut else { return }
        while !leftOut(sample), !shared.isLive, !shared.controls.isCalledAway {
            shared.controls.producerRequest.raise()
            shared.controls.pictureMade()
            wait(until: MonotonicClock.now() + .milliseconds(100))
        }
    }

    /// Pictures come from elsewhere from now on: none of them is the first of another round.
    package func begin(_ epoch: UInt16) {
        self.epoch = epoch
        carried.remove(.loop)
    }

    /// What is true of the next picture in the ring as well.
    private static let lasting: SampleBuffer.Attachments = [
        .discontinuity, .displayImmediately, .loop,
    ]

    /// Gives the picture a slot.
    ///
    /// A file's thread waits here for room in pool and ring. A live one never waits.
    ///
    /// - Returns: False where there is none and the picture was dropped: the stream was
    ///   stopped or is to go elsewhere, or a live one's slots are all held.
    package func place(_ sample: inout SampleBuffer) -> Bool {
        guard let slot = acquireSlot() else {
            drop(sample, shared.controls.isCalledAway ? .flush : .overflow)
            return false
        }
        sample.picture = slot
        sample.attachments.formUnion(carried)
        carried = []
        return true
    }

    private func acquireSlot() -> PictureID? {
        shared.pool.reclaim()
        if shared.isLive { return shared.pool.acquire() }
        while !shared.controls.isCalledAway {
            if let slot = slotIfRoom() { return slot }
            shared.controls.producerRequest.raise()
            if let slot = slotIfRoom() { return slot }
            wait(until: nil)
        }
        return nil
    }

    /// A slot for a picture of the program's own, without waiting.
    func acquireSlotAtOnce() -> PictureID? {
        shared.pool.reclaim()
        return shared.isLive ? shared.pool.acquire() : slotIfRoom()
    }

    /// Hands a picture to the consumer, in a slot of its own.
    package func publish(
        _ sample: SampleBuffer,
        components: PictureComponents,
        alternate: PicturePool.Alternate? = nil,
        bytes: Int
    ) {
        var sample = sample
        sample.epoch = epoch
        shared.pool.publish(sample, components: components, alternate: alternate, bytes: bytes)
        if !sample.attachments.contains(.placeholder) {
            shared.board.setPosition(sample.pts)
            shared.controls.published(behind: epoch)
        }
        switch producer.push(sample.picture) {
        case .accepted: break
        case .evicted(let oldest): giveUp(oldest)
        case .full: preconditionFailure("Pushed into a file's ring without room")
        }
        shared.controls.pictureMade()
    }

    /// Gives back a slot that was acquired and not published.
    func abandon(_ slot: PictureID) {
        shared.pool.release(slot)
    }

    /// Sleeps until a command comes, room is made after it was asked for, or the
    /// deadline has passed. May wake early; callers look again.
    func wait(until deadline: MonotonicTime?) {
        _ = pollSet.wait(until: deadline)
        shared.controls.producerWakeUp.drain()
    }

    /// Waits until somebody has said how large the stream is shown.
    ///
    /// - Returns: Nil where nobody did by then.
    package func waitForShownSize(until deadline: MonotonicTime) -> PixelSize? {
        while shared.controls.shownSize == nil, !shared.controls.isCalledAway,
            MonotonicClock.now() < deadline
        {
            wait(until: deadline)
        }
        return shared.controls.shownSize
    }

    /// Sleeps as `wait` does, also until a picture is released, and gives
    /// released ones back to the decoder.
    ///
    /// - Parameters:
    ///   - deadline: Nil sleeps until something happens.
    ///   - body: Done after room was asked for: what it finds no room for is
    ///     not missed.
    func rest(until deadline: MonotonicTime?, body: () -> Void = {}) {
        shared.controls.producerRequest.raise()
        shared.pool.reclaim()
        body()
        wait(until: deadline)
    }

    private func slotIfRoom() -> PictureID? {
        producer.hasRoom(within: depth) ? shared.pool.acquire() : nil
    }

    private func giveUp(_ picture: PictureID) {
        // A placeholder was never received, so it cannot be lost either.
        if !shared.pool.sample(of: picture).attachments.contains(.placeholder) {
            countDropped(shared.controls.mode == .idle ? .noOutput : .overflow)
        }
        shared.pool.release(picture)
    }
}

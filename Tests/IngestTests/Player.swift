import FrameTransport
import Media
import Platform
import TestSupport

@testable import Addressing
@testable import Capture
@testable import Ingest
@testable import Streams

/// Takes a stream's pictures as a presentation thread would, and keeps what they were.
final class Player {
    let stream: IngestStream
    let ledger = FrameLedger()
    private var consumer: FrameRing.Consumer
    private var pollSet = PollSet(capacity: 1)
    private let log = EventLog()
    /// Everything taken so far, placeholders left out.
    private(set) var samples: [SampleBuffer] = []
    private(set) var placeholders: [SampleBuffer] = []
    /// Called with every sample while it is held.
    var inspect: ((SampleBuffer, PictureComponents) -> Void)?

    final class EventLog: Sendable {
        let events = Lock<[IngestEvent]>([])
    }

    init(
        _ url: String,
        camera: FakeCamera? = nil,
        maximumRate: Hertz? = nil,
        decoding: DecodeMode = .full,
        _ configure: (inout StreamConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = try StreamConfiguration(id: StreamID(sanitizing: "clip"), url: url)
        configure(&configuration)
        let log = log
        stream = try IngestStream(
            configuration: configuration,
            maximumRate: maximumRate,
            ledger: ledger,
            openCamera: CameraOpener { (path) throws(CameraError) in
                guard let camera else { return try CameraDevice.open(path) }
                return try camera.open()
            },
            events: { event in log.events.withLock { $0.append(event) } }
        )
        consumer = stream.takeConsumer()
        pollSet.add(stream.wakeUp.rawValue, tag: .init(rawValue: 0))
        stream.setDecoding(decoding)
        stream.start()
    }

    deinit {
        stream.stop()
        stream.join()
    }

    var events: [IngestEvent] { log.events.withLock { $0 } }

    /// Takes pictures until `condition` holds.
    ///
    /// - Returns: Whether it came to hold in time.
    @discardableResult
    func play(
        within limit: Nanoseconds = .milliseconds(30_000),
        until condition: (Player) -> Bool
    ) -> Bool {
        let deadline = MonotonicClock.now() + limit
        while true {
            stream.askForWakeUp()
            while !condition(self), takeOne() {}
            if condition(self) { return true }
            if MonotonicClock.now() >= deadline { return false }
            _ = pollSet.wait(until: min(deadline, MonotonicClock.now() + .milliseconds(50)))
            stream.wakeUp.drain()
        }
    }

    /// Takes everything up to the end of the stream.
    @discardableResult
    func playToEnd(within limit: Nanoseconds = .milliseconds(60_000)) -> Bool {
        guard play(within: limit, until: { $0.stream.isDelivered() }) else { return false }
        while takeOne() {}
        stream.shownToEnd()
        return true
    }

    /// Waits for a state without taking pictures.
    func waitFor(
        _ limit: Nanoseconds = .milliseconds(30_000),
        _ condition: (IngestStatus) -> Bool
    ) -> Bool {
        let deadline = MonotonicClock.now() + limit
        while !condition(stream.status) {
            if MonotonicClock.now() >= deadline { return false }
            stream.askForWakeUp()
            _ = pollSet.wait(until: min(deadline, MonotonicClock.now() + .milliseconds(20)))
            stream.wakeUp.drain()
        }
        return true
    }

    /// Waits until the stream's thread sleeps for want of room, or of anybody who wants
    /// its pictures.
    func waitUntilItRests() -> Bool {
        waitFor { _ in stream.shared.controls.producerRequest.take() }
    }

    /// Stops the stream and empties the ring.
    ///
    /// - Parameter limit: Well below the five seconds after which a stream gives a source
    ///   up by itself, and long enough for a busy machine.
    /// - Returns: Whether its thread ended in time.
    func stop(within limit: Nanoseconds = .milliseconds(3_000)) -> Bool {
        stream.stop()
        let hasEnded = stream.join(until: MonotonicClock.now() + limit)
        while let picture = consumer.pop() { giveUp(picture) }
        return hasEnded
    }

    /// Takes one picture; false when there is none.
    func takeOne() -> Bool {
        guard let picture = consumer.pop() else { return false }
        let sample = stream.pool.sample(of: picture)
        inspect?(sample, stream.pool.components(of: picture))
        if sample.attachments.contains(.placeholder) {
            placeholders.append(sample)
        } else {
            samples.append(sample)
            ledger.countPresented()
        }
        stream.pool.release(picture)
        stream.roomMade()
        return true
    }

    private func giveUp(_ picture: PictureID) {
        if !stream.pool.sample(of: picture).attachments.contains(.placeholder) {
            ledger.countDropped(.flush)
        }
        stream.pool.release(picture)
    }
}

extension PicturePool {
    /// Takes a reference to a picture that is held, as whoever makes an image of it does.
    func hold(_ picture: PictureID) {
        offer(picture)
        _ = borrow()
    }
}

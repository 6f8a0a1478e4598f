import FrameTransport
import Glibc
import Media

/// Runs both bodies at once, each on a thread of its own, and waits for both.
///
/// Plain threads, because their start and end are what ThreadSanitizer knows.
func concurrently(
    _ first: sending @escaping () -> Void,
    _ second: sending @escaping () -> Void
) {
    let threads = [start(first), start(second)]
    for thread in threads { pthread_join(thread, nil) }
}

/// As for two bodies.
func concurrently(
    _ first: sending @escaping () -> Void,
    _ second: sending @escaping () -> Void,
    _ third: sending @escaping () -> Void
) {
    let threads = [start(first), start(second), start(third)]
    for thread in threads { pthread_join(thread, nil) }
}

private func start(_ body: sending @escaping () -> Void) -> pthread_t {
    let box = Unmanaged.passRetained(Body(body)).toOpaque()
    var thread = pthread_t()
    let result = pthread_create(&thread, nil, { Unmanaged<Body>.run($0) }, box)
    precondition(result == 0, "No thread to test with")
    return thread
}

private final class Body {
    let run: () -> Void

    init(_ run: sending @escaping () -> Void) { self.run = run }
}

extension Unmanaged where Instance == Body {
    fileprivate static func run(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let pointer else { return nil }
        fromOpaque(pointer).takeRetainedValue().run()
        return nil
    }
}

/// Takes the ends of a ring to two threads, which capture only what can be copied.
final class RingEnds: @unchecked Sendable {
    // @unchecked Sendable: each end is taken once, by the thread that uses it.
    private var producer: FrameRing.Producer?
    private var consumer: FrameRing.Consumer?

    init(capacity: Int, policy: FrameRing.Policy) {
        let ends = FrameRing(capacity: capacity, policy: policy).makeEnds()
        producer = .some(ends.producer)
        consumer = .some(ends.consumer)
    }

    func takeProducer() -> FrameRing.Producer {
        guard let end = producer.take() else { preconditionFailure("Taken twice") }
        return end
    }

    func takeConsumer() -> FrameRing.Consumer {
        guard let end = consumer.take() else { preconditionFailure("Taken twice") }
        return end
    }
}

/// What a thread leaves behind for whoever joined it.
final class Result<Value>: @unchecked Sendable {
    // @unchecked Sendable: written by one thread, read after it was joined.
    var value: Value

    init(_ value: Value) { self.value = value }
}

/// Counts what it is told to take back; holds nothing.
final class CountingStorage: PictureStorage {
    let reclaims = Counter()

    func reclaim(slot: Int) { reclaims.add() }
}

extension SampleBuffer {
    /// A sample that differs from others by its number.
    static func numbered(_ number: Int, picture: PictureID) -> Self {
        Self(
            picture: picture,
            format: FormatDescription(pixelFormat: .i420, size: PixelSize(width: 64, height: 36)),
            number: UInt64(number),
            pts: .milliseconds(Int64(number) * 40),
            decoded: .milliseconds(Int64(number))
        )
    }
}

/// Some work, so that a thread falls behind. No sleep: it stays on its processor.
func spin(_ turns: Int) {
    for _ in 0..<turns { _ = getppid() }
}

/// How a thread that finds nothing to do lets others run: it tries again for
/// some microseconds, then sleeps for some. (A yield would wait for the whole
/// time slices of whatever else the machine runs.)
struct BackOff {
    private var tries = 0

    mutating func wait() {
        tries += 1
        guard tries > 200 else { return }
        var moment = timespec(tv_sec: 0, tv_nsec: 1000)
        nanosleep(&moment, nil)
    }
}

import FrameTransport
import Media
import Testing

/// Ring and pool as the program uses them: two threads, real slots.
///
/// Every slot's pixel is written on one thread and read on the other without
/// any ordering of its own, so that ThreadSanitizer sees what the orderings of
/// ring and pool are for. (It does not see samples: they are copied with memcpy.)
@Suite(.serialized) struct FrameTransportStressTests {
    struct Load: Sendable, CustomTestStringConvertible {
        var policy: FrameRing.Policy
        var capacity: Int
        /// How much each side does between two pictures.
        var producerTurns = 0
        var consumerTurns = 0
        /// Whether the producer of a live ring asks for room every other time.
        var isPolite = false

        var testDescription: String {
            "\(policy) \(capacity), \(producerTurns) to \(consumerTurns)\(isPolite ? ", polite" : "")"
        }
    }

    private static let count = 20_000

    @Test(arguments: [
        Load(policy: .file, capacity: 2),
        Load(policy: .file, capacity: 8, consumerTurns: 5),
        Load(policy: .file, capacity: 8, producerTurns: 5),
        Load(policy: .live, capacity: 2),
        Load(policy: .live, capacity: 2, consumerTurns: 5),
        Load(policy: .live, capacity: 4, consumerTurns: 40),
        Load(policy: .live, capacity: 8, producerTurns: 5),
        Load(policy: .live, capacity: 16, producerTurns: 3, consumerTurns: 3),
        Load(policy: .live, capacity: 4, consumerTurns: 5, isPolite: true),
    ])
    func everyPictureIsPoppedOrEvictedOnceAndInOrder(load: Load) {
        let ends = RingEnds(capacity: load.capacity, policy: load.policy)
        // Beyond the ring: the one being filled and the one being looked at.
        let storage = PixelStorage(capacity: load.capacity + 2)
        let pool = PicturePool(capacity: load.capacity + 2, storage: storage)
        let hasStopped = Counter()
        let evicted = Result<[Int]>([])
        let popped = Result<[Int]>([])

        concurrently(
            {
                evicted.value = produce(
                    load,
                    into: ends.takeProducer(),
                    pool: pool,
                    storage: storage
                )
                // Relaxed: tells only when; what the ring holds it tells itself.
                hasStopped.set(1)
            },
            {
                var consumer = ends.takeConsumer()
                popped.value = consume(load, from: &consumer, pool: pool, storage: storage) {
                    hasStopped.count == 1
                }
            }
        )

        #expect(isAscending(popped.value))
        #expect(isAscending(evicted.value))
        #expect((popped.value + evicted.value).sorted() == Array(0..<Self.count))
        if load.policy == .file { #expect(evicted.value.isEmpty) }
        #expect(pool.heldCount == 0)
        pool.reclaim()
        #expect(storage.reclaims.count == Self.count)
        #expect(pool.bytes == 0)
    }

    /// The numbers of the pictures that came back evicted.
    private func produce(
        _ load: Load,
        into end: consuming FrameRing.Producer,
        pool: PicturePool,
        storage: PixelStorage
    ) -> [Int] {
        var producer = end
        var evicted: [Int] = []
        for number in 0..<Self.count {
            let isPolite = load.isPolite && number % 2 == 0
            var backOff = BackOff()
            while isPolite && !producer.hasRoom() { backOff.wait() }
            let picture = acquire(from: pool)
            storage.pixels[Int(picture.rawValue)] = number
            pool.publish(
                .numbered(number, picture: picture),
                components: PictureComponents(),
                bytes: 1
            )
            var result = producer.push(picture)
            while result == .full {
                backOff.wait()
                result = producer.push(picture)
            }
            if case .evicted(let oldest) = result {
                #expect(!isPolite)
                evicted.append(Int(pool.sample(of: oldest).number))
                pool.release(oldest)
            }
            spin(load.producerTurns)
        }
        return evicted
    }

    /// The numbers of the pictures popped, until the ring stays empty.
    private func consume(
        _ load: Load,
        from consumer: inout FrameRing.Consumer,
        pool: PicturePool,
        storage: PixelStorage,
        hasStopped: () -> Bool
    ) -> [Int] {
        var popped: [Int] = []
        var backOff = BackOff()
        while true {
            // Before the pop, as its documentation asks.
            let isLast = hasStopped()
            if let picture = consumer.pop() {
                let number = Int(pool.sample(of: picture).number)
                if storage.pixels[Int(picture.rawValue)] == number { popped.append(number) }
                pool.release(picture)
                backOff = BackOff()
                spin(load.consumerTurns)
            } else if isLast {
                return popped
            } else {
                backOff.wait()
            }
        }
    }

    private func acquire(from pool: PicturePool) -> PictureID {
        var backOff = BackOff()
        while true {
            if let picture = pool.acquire() { return picture }
            backOff.wait()
        }
    }

    private func isAscending(_ numbers: [Int]) -> Bool {
        zip(numbers, numbers.dropFirst()).allSatisfy(<)
    }
}

/// A pixel for each slot; counts what it is told to take back.
private final class PixelStorage: PictureStorage, @unchecked Sendable {
    // @unchecked Sendable: a slot's pixel is whoever's the slot is.
    let pixels: UnsafeMutablePointer<Int>
    let reclaims = Counter()

    init(capacity: Int) {
        pixels = .allocate(capacity: capacity)
        pixels.initialize(repeating: -1, count: capacity)
    }

    deinit { pixels.deallocate() }

    func reclaim(slot: Int) {
        pixels[slot] = -1
        reclaims.add()
    }
}

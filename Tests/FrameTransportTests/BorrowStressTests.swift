import FrameTransport
import Media
import Testing

/// Pictures on offer as the program uses them: one thread fills slots, one shows
/// each picture for a moment and offers it, one borrows.
@Suite(.serialized) struct BorrowStressTests {
    private static let count = 20_000
    /// The one on the screen, its successor, the one being filled, the borrowed one.
    private static let slots = 4

    /// A slot's pixels are its picture's number, all of them, for as long as
    /// somebody holds it.
    private final class Pixels: PictureStorage, @unchecked Sendable {
        // @unchecked Sendable: a slot's pixels are whoever's the slot is.
        static let each = 16
        private let memory: UnsafeMutablePointer<Int>

        init() {
            memory = .allocate(capacity: BorrowStressTests.slots * Self.each)
            memory.initialize(repeating: -1, count: BorrowStressTests.slots * Self.each)
        }

        deinit { memory.deallocate() }

        func reclaim(slot: Int) { fill(slot, with: -1) }

        func fill(_ slot: Int, with number: Int) {
            for index in 0..<Self.each { memory[slot * Self.each + index] = number }
        }

        func areAll(_ number: Int, in slot: Int) -> Bool {
            (0..<Self.each).allSatisfy { memory[slot * Self.each + $0] == number }
        }
    }

    @Test(arguments: [0, 5, 40])
    func aBorrowedPictureStaysWhatItWasUntilItIsGivenBack(turns: Int) {
        let ends = RingEnds(capacity: 2, policy: .file)
        let pixels = Pixels()
        let pool = PicturePool(capacity: Self.slots, storage: pixels)
        let hasStopped = Counter()
        let borrowings = Counter()
        let borrowed = Result<[Int]>([])
        let torn = Counter()

        concurrently(
            { Self.fill(into: ends.takeProducer(), pool, pixels) },
            {
                Self.show(from: ends.takeConsumer(), pool, turns: turns, borrowings)
                hasStopped.set(1)
            },
            {
                var numbers: [Int] = []
                while hasStopped.count == 0 {
                    guard let picture = pool.borrow() else { continue }
                    let number = Int(pool.sample(of: picture).number)
                    if !pixels.areAll(number, in: Int(picture.rawValue)) { torn.add() }
                    if numbers.last != number { numbers.append(number) }
                    pool.release(picture)
                    borrowings.add()
                }
                borrowed.value = numbers
            }
        )

        #expect(torn.count == 0)
        #expect(!borrowed.value.isEmpty)
        #expect(zip(borrowed.value, borrowed.value.dropFirst()).allSatisfy(<))
        #expect(pool.heldCount == 0)
        pool.reclaim()
        #expect(pool.bytes == 0)
    }

    private static func fill(
        into end: consuming FrameRing.Producer,
        _ pool: PicturePool,
        _ pixels: Pixels
    ) {
        var producer = end
        for number in 0..<count {
            var backOff = BackOff()
            var slot = pool.acquire()
            while slot == nil {
                backOff.wait()
                slot = pool.acquire()
            }
            guard let slot else { return }
            pixels.fill(Int(slot.rawValue), with: number)
            pool.publish(
                .numbered(number, picture: slot),
                components: PictureComponents(),
                bytes: 1
            )
            while producer.push(slot) == .full { backOff.wait() }
        }
    }

    private static func show(
        from end: consuming FrameRing.Consumer,
        _ pool: PicturePool,
        turns: Int,
        _ borrowings: Counter
    ) {
        var consumer = end
        var onScreen: PictureID?
        var shown = 0
        var backOff = BackOff()
        while shown < count {
            guard let picture = consumer.pop() else {
                backOff.wait()
                continue
            }
            shown += 1
            backOff = BackOff()
            pool.offer(picture)
            if let onScreen { pool.release(onScreen) }
            onScreen = picture
            spin(turns)
        }
        // The borrower may have got no processor yet.
        let limit = ContinuousClock.now + .seconds(60)
        while borrowings.count == 0, ContinuousClock.now < limit { backOff.wait() }
        pool.offer(nil)
        if let onScreen { pool.release(onScreen) }
    }
}

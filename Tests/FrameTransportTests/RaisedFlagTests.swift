import FrameTransport
import Glibc
import Media
import Testing

@Suite struct RaisedFlagTests {
    @Test func whatIsRaisedIsTakenOnce() {
        let flag = RaisedFlag()
        #expect(!flag.take())
        flag.raise()
        flag.raise()
        #expect(flag.take())
        #expect(!flag.take())
    }

    /// Both sides of a small ring sleep whenever they can. A wake-up that is
    /// lost leaves both asleep, and the waits give up.
    @Test func noWakeUpIsLostBetweenTwoSleepyThreads() {
        let ends = RingEnds(capacity: 2, policy: .file)
        let room = Wait()
        let pictures = Wait()
        let popped = Result(0)
        let count = 20_000
        concurrently(
            {
                var producer = ends.takeProducer()
                for number in 0..<count {
                    let isReady = room.sleep { producer.hasRoom() }
                    guard isReady else { return }
                    _ = producer.push(PictureID(rawValue: UInt16(truncatingIfNeeded: number)))
                    pictures.wakeIfAsked()
                }
            },
            {
                var consumer = ends.takeConsumer()
                while popped.value < count {
                    var isThere = false
                    let isReady = pictures.sleep {
                        isThere = consumer.pop() != nil
                        return isThere
                    }
                    guard isReady else { return }
                    popped.value += 1
                    room.wakeIfAsked()
                }
            }
        )
        #expect(popped.value == count)
    }

    /// One direction of waking: the flag and what the waiter sleeps on.
    private final class Wait: @unchecked Sendable {
        // @unchecked Sendable: a semaphore is made for several threads.
        private let flag = RaisedFlag()
        private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

        init() { sem_init(semaphore, 0, 0) }

        deinit {
            sem_destroy(semaphore)
            semaphore.deallocate()
        }

        /// Sleeps until the condition holds; false when nobody woke it for ten seconds.
        func sleep(until condition: () -> Bool) -> Bool {
            while !condition() {
                flag.raise()
                if condition() { return true }
                var deadline = timespec()
                clock_gettime(CLOCK_REALTIME, &deadline)
                deadline.tv_sec += 10
                while sem_timedwait(semaphore, &deadline) != 0 {
                    if errno != EINTR { return false }
                }
            }
            return true
        }

        func wakeIfAsked() {
            if flag.take() { sem_post(semaphore) }
        }
    }
}

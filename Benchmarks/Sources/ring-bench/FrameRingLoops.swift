internal import CRings
internal import FrameTransport
internal import Media

/// The loops of a benchmark over pipd's ring, for C to call.
///
/// They are those of Loops.hpp: change both. The ends lie in memory, as the
/// C++ rings' indices do, not in registers as a thread's local variables would.
enum FrameRingLoops {
    /// Refuses what does not fit, as the other rings do.
    static var file: crings_subject {
        subject { FrameRingLoops.make(capacity: $0, policy: .file) }
    }

    /// Evicts the oldest when it is full. Its throughput is how fast numbers
    /// are pushed, not how many arrive: nothing to compare with other rings.
    static var live: crings_subject {
        subject { FrameRingLoops.make(capacity: $0, policy: .live) }
    }

    private static func subject(
        make: @escaping @convention(c) (Int32) -> UnsafeMutableRawPointer
    ) -> crings_subject {
        crings_subject(
            make: make,
            free: { FrameRingLoops.free($0) },
            alternate: { FrameRingLoops.alternate($0, $1) },
            push_all: { FrameRingLoops.pushAll($0, $1) },
            pop_all: { FrameRingLoops.popAll($0, $1) },
            ping: { FrameRingLoops.ping($0, $1, $2) },
            pong: { FrameRingLoops.pong($0, $1, $2) }
        )
    }

    /// The two ends in cache lines of their own, as on two threads of pipd's.
    private struct Ends {
        let producer = Self.memory(for: FrameRing.Producer.self)
        let consumer = Self.memory(for: FrameRing.Consumer.self)

        private static func memory<End: ~Copyable>(
            for end: End.Type
        ) -> UnsafeMutablePointer<End> {
            UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
                .bindMemory(to: End.self, capacity: 1)
        }

        @inline(__always)
        func push(_ number: UInt16) {
            while producer.pointee.push(PictureID(rawValue: number)) == .full { crings_pause() }
        }

        @inline(__always)
        func pop() -> UInt16 {
            while true {
                if let picture = consumer.pointee.pop() { return picture.rawValue }
                crings_pause()
            }
        }
    }

    private static func make(
        capacity: Int32,
        policy: FrameRing.Policy
    ) -> UnsafeMutableRawPointer {
        let made = FrameRing(capacity: Int(capacity), policy: policy).makeEnds()
        let ends = Ends()
        ends.producer.initialize(to: made.producer)
        ends.consumer.initialize(to: made.consumer)
        let ring = UnsafeMutablePointer<Ends>.allocate(capacity: 1)
        ring.initialize(to: ends)
        return UnsafeMutableRawPointer(ring)
    }

    private static func free(_ ring: UnsafeMutableRawPointer) {
        let ends = ends(of: ring)
        ends.producer.deinitialize(count: 1)
        ends.producer.deallocate()
        ends.consumer.deinitialize(count: 1)
        ends.consumer.deallocate()
        ring.deallocate()
    }

    private static func ends(of ring: UnsafeMutableRawPointer) -> Ends {
        ring.assumingMemoryBound(to: Ends.self).pointee
    }

    private static func alternate(_ ring: UnsafeMutableRawPointer, _ count: Int64) -> UInt64 {
        let ring = ends(of: ring)
        var sum: UInt64 = 0
        for index in 0..<count {
            ring.push(UInt16(truncatingIfNeeded: index))
            sum &+= UInt64(ring.pop())
        }
        return sum
    }

    private static func pushAll(_ ring: UnsafeMutableRawPointer, _ count: Int64) {
        let ring = ends(of: ring)
        for index in 0..<count { ring.push(UInt16(truncatingIfNeeded: index)) }
    }

    private static func popAll(_ ring: UnsafeMutableRawPointer, _ count: Int64) -> UInt64 {
        let ring = ends(of: ring)
        var sum: UInt64 = 0
        for _ in 0..<count { sum &+= UInt64(ring.pop()) }
        return sum
    }

    private static func ping(
        _ there: UnsafeMutableRawPointer,
        _ back: UnsafeMutableRawPointer,
        _ count: Int64
    ) -> UInt64 {
        let (there, back) = (ends(of: there), ends(of: back))
        var sum: UInt64 = 0
        for index in 0..<count {
            there.push(UInt16(truncatingIfNeeded: index))
            sum &+= UInt64(back.pop())
        }
        return sum
    }

    private static func pong(
        _ there: UnsafeMutableRawPointer,
        _ back: UnsafeMutableRawPointer,
        _ count: Int64
    ) {
        let (there, back) = (ends(of: there), ends(of: back))
        for _ in 0..<count { back.push(there.pop()) }
    }
}

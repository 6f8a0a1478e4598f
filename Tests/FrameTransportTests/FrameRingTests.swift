import FrameTransport
import Media
import Testing

@Suite struct FrameRingTests {
    private static let policies: [FrameRing.Policy] = [.file, .live]

    @Test(arguments: policies, [2, 8, 1024])
    func picturesComeOutInTheOrderOfThePushes(policy: FrameRing.Policy, capacity: Int) {
        let ring = Ring(capacity: capacity, policy: policy)
        // An odd number in flight, over many laps.
        for lap in 0..<50 {
            let batch = (0..<(capacity - 1)).map { picture(lap * 7 + $0) }
            for picture in batch {
                #expect(ring.push(picture) == .accepted)
            }
            let popped = batch.map { _ in ring.pop() }
            #expect(popped == batch)
        }
    }

    @Test(arguments: policies)
    func anEmptyRingHasNothing(policy: FrameRing.Policy) {
        let ring = Ring(capacity: 2, policy: policy)
        #expect(ring.drain().isEmpty)
        _ = ring.push(picture(1))
        #expect(ring.drain() == [picture(1)])
        #expect(ring.drain().isEmpty)
    }

    @Test(arguments: policies)
    func everyPictureNumberTravels(policy: FrameRing.Policy) {
        let ring = Ring(capacity: 2, policy: policy)
        for number in [0, 1, 255, 32_768, 65_534, 65_535] {
            _ = ring.push(picture(number))
            #expect(ring.pop() == picture(number))
        }
    }

    @Test func aFullFileRingRefusesAndKeepsWhatItHas() {
        let ring = Ring(capacity: 4, policy: .file)
        let results = (0..<6).map { ring.push(picture($0)) }
        #expect(results == [.accepted, .accepted, .accepted, .accepted, .full, .full])
        #expect(ring.drain() == (0..<4).map(picture))
    }

    @Test func aFullLiveRingHandsBackTheOldest() {
        let ring = Ring(capacity: 4, policy: .live)
        let results = (0..<6).map { ring.push(picture($0)) }
        #expect(
            results == [
                .accepted, .accepted, .accepted, .accepted,
                .evicted(picture(0)), .evicted(picture(1)),
            ]
        )
        #expect(ring.drain() == (2..<6).map(picture))
    }

    @Test func aConsumerThatWasLappedGetsTheNewestOfEachLap() {
        let ring = Ring(capacity: 4, policy: .live)
        var next = 0
        for lapped in [5, 8, 9, 1000] {
            for _ in 0..<lapped {
                _ = ring.push(picture(next))
                next += 1
            }
            #expect(ring.drain() == ((next - 4)..<next).map(picture))
        }
    }

    @Test(arguments: policies)
    func roomIsWhatTheNextPushFinds(policy: FrameRing.Policy) {
        let ring = Ring(capacity: 2, policy: policy)
        #expect(ring.hasRoom())
        _ = ring.push(picture(0))
        #expect(ring.hasRoom())
        _ = ring.push(picture(1))
        #expect(!ring.hasRoom())
        _ = ring.pop()
        #expect(ring.hasRoom())
    }

    @Test(arguments: [(1, 1), (2, 2), (4, 4), (9, 4)])
    func aDepthLimitsWhatWaits(depth: Int, most: Int) {
        let ring = Ring(capacity: 4, policy: .file)
        // Over many laps, with what is popped found only when it is looked for.
        for lap in 0..<20 {
            var pushed = 0
            while ring.hasRoom(within: depth) {
                #expect(ring.push(picture(lap + pushed)) == .accepted)
                pushed += 1
            }
            #expect(pushed == (lap == 0 ? most : 1))
            #expect(ring.pop() != nil)
        }
    }

    /// Positions that were skipped as evicted count as room, too.
    @Test func afterAnOverrunAnEmptiedLiveRingHasRoomForAll() {
        let ring = Ring(capacity: 4, policy: .live)
        for number in 0..<11 { _ = ring.push(picture(number)) }
        #expect(!ring.hasRoom())
        #expect(ring.drain().count == 4)
        for number in 0..<4 {
            #expect(ring.hasRoom())
            #expect(ring.push(picture(number)) == .accepted)
        }
        #expect(!ring.hasRoom())
    }

    @Test func anEndKeepsTheRingAlive() {
        var ring: FrameRing? = FrameRing(capacity: 2, policy: .live)
        weak let observed = ring
        let ends = ring?.makeEnds()
        ring = nil
        #expect(observed != nil)
        _ = consume ends
        #expect(observed == nil)
    }

    @Test func aCapacityThatIsNoPowerOfTwoTraps() async {
        await #expect(processExitsWith: .failure) {
            _ = FrameRing(capacity: 6, policy: .live)
        }
    }

    @Test func aCapacityBeyondTheBoundsTraps() async {
        await #expect(processExitsWith: .failure) {
            _ = FrameRing(capacity: 1, policy: .live)
        }
        await #expect(processExitsWith: .failure) {
            _ = FrameRing(capacity: 2048, policy: .live)
        }
    }

    @Test func askingForTheEndsTwiceTraps() async {
        await #expect(processExitsWith: .failure) {
            let ring = FrameRing(capacity: 2, policy: .live)
            _ = ring.makeEnds()
            _ = ring.makeEnds()
        }
    }

    private func picture(_ number: Int) -> PictureID {
        PictureID(rawValue: UInt16(truncatingIfNeeded: number))
    }
}

/// Both ends in one hand.
private final class Ring {
    private var ends: FrameRing.Ends

    init(capacity: Int, policy: FrameRing.Policy) {
        ends = FrameRing(capacity: capacity, policy: policy).makeEnds()
    }

    func push(_ picture: PictureID) -> FrameRing.PushResult { ends.producer.push(picture) }

    func hasRoom() -> Bool { ends.producer.hasRoom() }

    func hasRoom(within depth: Int) -> Bool { ends.producer.hasRoom(within: depth) }

    func pop() -> PictureID? { ends.consumer.pop() }

    func drain() -> [PictureID] {
        var pictures: [PictureID] = []
        while let picture = pop() { pictures.append(picture) }
        return pictures
    }
}

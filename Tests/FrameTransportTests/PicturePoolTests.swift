import FrameTransport
import Media
import Testing

@Suite struct PicturePoolTests {
    private let storage = CountingStorage()
    private let pool: PicturePool

    init() {
        pool = PicturePool(capacity: 3, storage: storage)
    }

    @Test func aPoolGivesAsManyPicturesAsItHasSlots() {
        let pictures = (0..<4).map { _ in pool.acquire() }
        #expect(Set(pictures.compactMap(\.self)).count == 3)
        #expect(pictures[3] == nil)
        #expect(pool.heldCount == 3)
    }

    @Test func aReleasedSlotIsUsedAgain() throws {
        let pictures = try (0..<3).map { _ in try #require(pool.acquire()) }
        pool.release(pictures[1])
        #expect(pool.acquire() == pictures[1])
        #expect(pool.acquire() == nil)
    }

    @Test func aPictureIsFreeWhenItsLastHolderGivesItUp() throws {
        let picture = try publish(7)
        pool.offer(picture)
        #expect(pool.borrow() == picture)
        pool.release(picture)
        #expect(pool.heldCount == 1)
        #expect(pool.sample(of: picture).number == 7)
        pool.release(picture)
        #expect(pool.heldCount == 0)
    }

    /// Not at the release, which happens on another thread than the decoder's.
    @Test func memoryGoesBackAtTheNextAcquire() throws {
        let picture = try publish(0)
        pool.release(picture)
        #expect(storage.reclaims.count == 0)
        #expect(pool.bytes == 1000)
        _ = pool.acquire()
        #expect(storage.reclaims.count == 1)
        #expect(pool.bytes == 0)
    }

    @Test func reclaimGivesBackWhatNobodyHolds() throws {
        let held = try publish(0)
        let released = try (1...2).map { try publish($0) }
        released.forEach(pool.release)
        pool.reclaim()
        #expect(storage.reclaims.count == 2)
        #expect(pool.bytes == 1000)
        pool.reclaim()
        #expect(storage.reclaims.count == 2)
        pool.release(held)
    }

    @Test func aSlotReleasedUnpublishedOwesNothing() throws {
        let picture = try #require(pool.acquire())
        pool.release(picture)
        pool.reclaim()
        #expect(storage.reclaims.count == 0)
        #expect(pool.bytes == 0)
    }

    @Test func aPictureSaysWhereItsPixelsAre() throws {
        let pixels = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
        defer { pixels.deallocate() }
        let picture = try #require(pool.acquire())
        let luma = PictureComponents.Component(base: pixels, bytesPerRow: 8)
        let chroma = PictureComponents.Component(base: pixels + 32, bytesPerRow: 4)
        pool.publish(
            .numbered(0, picture: picture),
            components: PictureComponents(luma, chroma),
            bytes: 64
        )
        let components = pool.components(of: picture)
        #expect(components.first?.base == UnsafeRawPointer(pixels))
        #expect(components.first?.bytesPerRow == 8)
        #expect(components.second?.base == UnsafeRawPointer(pixels + 32))
        #expect(components.third == nil)
        #expect(pool.alternate(of: picture) == nil)
    }

    /// Whatever was in its slot before.
    @Test func aPictureHasNoAlternateOfAnother() throws {
        let format = SampleBuffer.numbered(0, picture: PictureID(rawValue: 0)).format
        let other = PicturePool.Alternate(format: format, components: PictureComponents())
        for alternate in [other, nil] {
            let picture = try #require(pool.acquire())
            pool.publish(
                .numbered(0, picture: picture),
                components: PictureComponents(),
                alternate: alternate,
                bytes: 0
            )
            #expect(pool.alternate(of: picture)?.format == alternate?.format)
            pool.release(picture)
        }
    }

    @Test func releasingMoreOftenThanRetainingTraps() async {
        await #expect(processExitsWith: .failure) {
            let pool = PicturePool(capacity: 2, storage: CountingStorage())
            guard let picture = pool.acquire() else { return }
            pool.release(picture)
            pool.release(picture)
        }
    }

    @Test func publishingTwiceTraps() async {
        await #expect(processExitsWith: .failure) {
            let pool = PicturePool(capacity: 2, storage: CountingStorage())
            guard let picture = pool.acquire() else { return }
            let sample = SampleBuffer.numbered(0, picture: picture)
            pool.publish(sample, components: PictureComponents(), bytes: 0)
            pool.publish(sample, components: PictureComponents(), bytes: 0)
        }
    }

    @Test func askingForTheSampleOfAnEmptySlotTraps() async {
        await #expect(processExitsWith: .failure) {
            let pool = PicturePool(capacity: 2, storage: CountingStorage())
            guard let first = pool.acquire() else { return }
            pool.publish(
                .numbered(0, picture: first),
                components: PictureComponents(),
                bytes: 0
            )
            pool.release(first)
            // The same slot, not published again.
            guard let second = pool.acquire() else { return }
            _ = pool.sample(of: second)
        }
    }

    @Test func thePictureOnOfferIsBorrowedWithAReferenceOfItsOwn() throws {
        let picture = try publish(7)
        pool.offer(picture)
        let borrowed = try #require(pool.borrow())
        pool.release(picture)
        #expect(pool.sample(of: borrowed).number == 7)
        #expect(pool.heldCount == 1)
        pool.release(borrowed)
        #expect(pool.heldCount == 0)
    }

    @Test func nothingIsBorrowedWithoutAnOffer() throws {
        let picture = try publish(0)
        #expect(pool.borrow() == nil)
        pool.offer(picture)
        pool.offer(nil)
        #expect(pool.borrow() == nil)
        #expect(pool.heldCount == 1)
    }

    @Test func anOfferOfWhatNobodyHoldsIsNotBorrowed() throws {
        let picture = try publish(0)
        pool.offer(picture)
        pool.release(picture)
        #expect(pool.borrow() == nil)
        // The slot's next picture was not offered.
        _ = try publish(1)
        #expect(pool.sample(of: picture).number == 1)
        #expect(pool.heldCount == 1)
    }

    private func publish(_ number: Int) throws -> PictureID {
        let picture = try #require(pool.acquire())
        pool.publish(
            .numbered(number, picture: picture),
            components: PictureComponents(),
            bytes: 1000
        )
        return picture
    }
}
